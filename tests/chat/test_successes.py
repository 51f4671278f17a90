"""Successes: kept per person across games, announced once, shown on the profile."""

from typing import Any

import pytest

from rules import GAMES
from tests.chat.chat import Chat, alts, words_of
from tests.standings.table_talk import some_turns, visitor


@pytest.fixture
def easy_success(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 achieves the same in every game, whatever happened in it."""

    def successes(_game: Any, _state: Any, seat: int) -> tuple[str, ...]:
        return ("win", "score_50") if seat == 0 else ()

    monkeypatch.setattr(type(GAMES["borealis"]), "successes", successes)


async def finish(chat: Chat, *, turns: int = 0) -> str:
    code = await chat.start("astrid", "bjorn", game="borealis")
    people = [visitor(chat.person(name).id, name) for name in ("astrid", "bjorn")]
    await some_turns(chat.tables, code, people, turns)
    asked = await chat.person("bjorn").slash(chat.thread(), "table resign", game=code)
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
    await finish(chat, turns=2)
    await finish(chat)  # too short to count
    profile = (await chat.person("astrid").slash(chat.channel, "club profile")).response
    assert "1 game, 1 victory" in alts(profile)[0]
    assert len([line for line in words_of(profile).splitlines() if line.startswith("- ")]) == 2
    other = (await chat.person("bjorn").slash(chat.channel, "club profile")).response
    assert "1 game, 0 victories" in alts(other)[0]


async def test_who_has_finished_nothing_is_told_how_to_begin(chat: Chat) -> None:
    profile = await chat.person("eira").slash(chat.channel, "club profile")
    assert "/new" in words_of(profile.response)
