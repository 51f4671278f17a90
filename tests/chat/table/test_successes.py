"""Successes: kept per person across games, announced once, shown on the profile."""

from typing import Any

import pytest

import db
from bot.play.account import preferences
from rules import GAMES
from rules.game import SupportsSuccesses
from tests.chat.discord_driver import Chat, alts, tap_named, taps, words_of
from tests.standings.played_games import some_turns, visitor


@pytest.fixture
def easy_success(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 achieves the same in every game, whatever happened in it."""

    def successes(_game: Any, _state: Any, seat: int) -> tuple[str, ...]:
        return ("win", "score_50") if seat == 0 else ()

    monkeypatch.setattr(type(GAMES["borealis"]), "successes", successes)


async def finish(chat: Chat, *, turns: int = 0) -> str:
    code = await chat.start("astrid", "bjorn", game="borealis")
    people = [visitor(chat.person(name).id, name) for name in ("astrid", "bjorn")]
    await some_turns(chat.service, code, people, turns)
    asked = await chat.person("bjorn").slash(chat.thread(), "table resign", game=code)
    await chat.person("bjorn").click(asked.response.message, label="Give up")
    return code


@pytest.mark.usefixtures("easy_success")
async def test_a_success_is_announced_the_first_time_only(chat: Chat) -> None:
    await finish(chat)
    first = words_of(chat.final_card())
    await finish(chat)
    second = words_of(chat.final_card())
    assert "New successes for astrid: " in first
    assert "New successes for" not in second


@pytest.mark.usefixtures("easy_success")
async def test_the_profile_shows_games_wins_title_and_successes(chat: Chat) -> None:
    await finish(chat, turns=2)
    await finish(chat)  # too short to count
    profile = (await chat.person("astrid").slash(chat.channel, "club profile")).response
    assert "1 of 1 won (0.5 expected)" in alts(profile)[0]
    assert "Borealis: **Tundra tourist**, 2 of 19 successes" in words_of(profile)
    other = (await chat.person("bjorn").slash(chat.channel, "club profile")).response
    assert "0 of 1 won (0.5 expected)" in alts(other)[0]


@pytest.mark.usefixtures("easy_success")
async def test_a_sheet_shows_what_is_done_and_what_is_open_and_is_posted_with_one_tap(chat: Chat) -> None:
    await finish(chat, turns=2)
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, language="fr")
    astrid = chat.person("astrid")
    profile = (await astrid.slash(chat.channel, "club profile")).response
    menu = tap_named(profile, "sheet-choose")
    sheet = (await astrid.select(profile, ["borealis"], custom_id=menu)).response
    (told,) = alts(sheet)
    assert "astrid, Borealis: Tundra tourist, 2/19" in told
    assert "3 more for the title Arctic amateur" in told
    assert "Achieved: Win a game; Score 50 stars or more\n" in told
    assert "Still open: Score 60 stars or more; " in told
    before = len(chat.channel.history())
    await astrid.click(sheet, label="Post here")
    assert len(chat.channel.history()) == before + 1
    assert "Touriste de la Toundra, 2/19" in alts(chat.channel.last_message)[0]
    assert taps(chat.channel.last_message) == {}
    again = (await astrid.click(sheet, label="Profile")).response
    assert "2 of 19 successes" in words_of(again)


@pytest.mark.usefixtures("easy_success")
async def test_the_sheet_of_somebody_who_hides_is_not_shown_to_others(chat: Chat) -> None:
    await finish(chat, turns=2)
    bjorn, astrid = chat.person("bjorn"), chat.person("astrid")
    profile = (await bjorn.slash(chat.channel, "club profile", person=astrid)).response
    await preferences.set_hidden(chat.service, astrid.id, hidden=True)
    menu = tap_named(profile, "sheet-choose")
    refused = (await bjorn.select(profile, ["borealis"], custom_id=menu)).response
    assert "2/19" not in "".join(alts(refused))


async def test_a_title_is_announced_with_the_success_that_earns_it(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["borealis"]
    assert isinstance(game, SupportsSuccesses)
    every = game.success_sheet.successes
    done = 4

    def successes(_game: Any, _state: Any, seat: int) -> tuple[str, ...]:
        return every[:done] if seat == 0 else ()

    monkeypatch.setattr(type(game), "successes", successes)
    await finish(chat)
    assert "title" not in words_of(chat.final_card())
    done = 5
    await finish(chat)
    assert "astrid has a new title: Arctic amateur." in words_of(chat.final_card()).replace("**", "")
    await finish(chat)
    assert "title" not in words_of(chat.final_card())


async def test_who_has_finished_nothing_is_told_how_to_begin(chat: Chat) -> None:
    profile = await chat.person("eira").slash(chat.channel, "club profile")
    assert "/new" in words_of(profile.response)
