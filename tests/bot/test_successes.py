"""Successes: kept per person across games, announced once, shown on the profile."""

from typing import Any

import pytest

from rules import GAMES
from tests.bot.chat import Chat, words_of


@pytest.fixture
def easy_success(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 achieves the same in every game, whatever happened in it."""

    def successes(_game: Any, _state: Any, seat: int) -> tuple[str, ...]:
        return ("win", "score_50") if seat == 0 else ()

    monkeypatch.setattr(type(GAMES["borealis"]), "successes", successes)


async def finish(chat: Chat) -> str:
    code = await chat.start("astrid", "bjorn", game="borealis")
    asked = await chat.person("bjorn").slash(chat.thread(), "resign", game=code)
    await chat.person("bjorn").click(asked.response.message, label="Give up")
    return code


@pytest.mark.usefixtures("easy_success")
async def test_a_success_is_announced_the_first_time_only(chat: Chat) -> None:
    await finish(chat)
    first = words_of(chat.final_card())
    await finish(chat)
    second = words_of(chat.final_card())
    assert "New for astrid: " in first
    assert "New for" not in second


@pytest.mark.usefixtures("easy_success")
async def test_the_profile_shows_games_wins_title_and_successes(chat: Chat) -> None:
    await finish(chat)
    profile = words_of((await chat.person("astrid").slash(chat.channel, "profile")).response)
    assert "1 game, 1 won" in profile
    assert len([line for line in profile.splitlines() if line.startswith("- ")]) == 2
    other = words_of((await chat.person("bjorn").slash(chat.channel, "profile")).response)
    assert "1 game, 0 won" in other


async def test_who_has_finished_nothing_is_told_how_to_begin(chat: Chat) -> None:
    profile = await chat.person("eira").slash(chat.channel, "profile")
    assert "/new" in words_of(profile.response)
