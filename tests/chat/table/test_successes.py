"""Successes: stored per user across games, announced once, shown on the profile."""

from typing import Any

import pytest

import db
from bot.chat.table.successes import new_success_lines, sheet_alt, sheet_view
from bot.i18n import locale_for
from bot.play.account import preferences
from bot.views.reader_view import ReaderView
from rules import GAMES
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, alt_texts, text_of
from tests.standings.played_games import make_actor, play_random_turns


@pytest.fixture
def easy_success(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 achieves a success in every game."""

    def successes(_game: Any, _state: Any, seat: int) -> tuple[str, ...]:
        return ("win", "score_50") if seat == 0 else ()

    monkeypatch.setattr(type(GAMES["borealis"]), "successes", successes)


async def play_to_the_end(chat: Chat, *, turns: int = 0) -> str:
    code = await chat.start_game("astrid", "bjorn", game="borealis")
    people = [make_actor(chat.user(name).id, name) for name in ("astrid", "bjorn")]
    await play_random_turns(chat.service, code, people, turns)
    asked = await chat.user("bjorn").slash(chat.thread(), "table resign", table=code)
    await chat.user("bjorn").click(asked.response.message, label="Resign")
    return code


@pytest.mark.usefixtures("easy_success")
async def test_a_success_is_announced_the_first_time_only(chat: Chat) -> None:
    await play_to_the_end(chat)
    first = text_of(chat.final_card())
    await play_to_the_end(chat)
    second = text_of(chat.final_card())
    assert "New successes for astrid: " in first
    assert "New successes for" not in second


@pytest.mark.usefixtures("easy_success")
async def test_the_profile_shows_games_wins_title_and_successes(chat: Chat) -> None:
    await play_to_the_end(chat, turns=2)
    await play_to_the_end(chat)  # too short to count
    profile = (await chat.user("astrid").slash(chat.channel, "club profile")).response
    assert "1 of 1 won (0.5 expected)" in alt_texts(profile)[0]
    assert "Borealis: **Tundra tourist**, 2 of 19 successes" in text_of(profile)
    other = (await chat.user("bjorn").slash(chat.channel, "club profile")).response
    assert "0 of 1 won (0.5 expected)" in alt_texts(other)[0]


@pytest.mark.usefixtures("easy_success")
async def test_a_sheet_shows_what_is_done_and_what_is_open_and_is_posted_with_one_tap(chat: Chat) -> None:
    await play_to_the_end(chat, turns=2)
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, language="fr")
    astrid = chat.user("astrid")
    profile = (await astrid.slash(chat.channel, "club profile")).response
    menu = find_custom_id(profile, "sheet-choose")
    sheet = (await astrid.select(profile, ["borealis"], custom_id=menu)).response
    (told,) = alt_texts(sheet)
    assert "astrid, Borealis: Tundra tourist, 2/19" in told
    assert "3 more for the title Arctic amateur" in told
    assert "Achieved: Win a game; Score 50 stars or more\n" in told
    assert "Still open: Score 60 stars or more; " in told
    before = len(chat.channel.history())
    await astrid.click(sheet, label="Post here")
    assert len(chat.channel.history()) == before + 1
    assert "Touriste de la Toundra, 2/19" in alt_texts(chat.channel.last_message)[0]
    assert enabled_components(chat.channel.last_message) == {}
    again = (await astrid.click(sheet, label="Profile")).response
    assert "2 of 19 successes" in text_of(again)


@pytest.mark.usefixtures("easy_success")
async def test_the_sheet_of_somebody_who_hides_is_not_shown_to_others(chat: Chat) -> None:
    await play_to_the_end(chat, turns=2)
    bjorn, astrid = chat.user("bjorn"), chat.user("astrid")
    profile = (await bjorn.slash(chat.channel, "club profile", person=astrid)).response
    await preferences.save(chat.service, astrid.id, hidden=True)
    menu = find_custom_id(profile, "sheet-choose")
    refused = (await bjorn.select(profile, ["borealis"], custom_id=menu)).response
    assert "2/19" not in "".join(alt_texts(refused))
    own = (await astrid.slash(chat.channel, "club profile")).response
    sheet = (await astrid.select(own, ["borealis"], custom_id=find_custom_id(own, "sheet-choose"))).response
    assert "2/19" in alt_texts(sheet)[0]


async def test_a_title_is_announced_with_the_success_that_earns_it(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["borealis"]
    every = game.success_sheet.successes
    done = 4

    def successes(_game: Any, _state: Any, seat: int) -> tuple[str, ...]:
        return every[:done] if seat == 0 else ()

    monkeypatch.setattr(type(game), "successes", successes)
    await play_to_the_end(chat)
    assert "title" not in text_of(chat.final_card())
    done = 5
    await play_to_the_end(chat)
    assert "astrid has a new title: Arctic amateur." in text_of(chat.final_card()).replace("**", "")
    await play_to_the_end(chat)
    assert "title" not in text_of(chat.final_card())


@pytest.mark.parametrize("key", ["lofoten", "borealis"])
async def test_a_title_counts_no_successes_of_other_titles_or_later_games(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    sheet = GAMES["borealis"].success_sheet.successes
    monkeypatch.setattr(type(GAMES["borealis"]), "successes", lambda *_: sheet[:4])
    other = await chat.start_game("astrid", "bjorn", game="borealis")

    async def achieve_one_more() -> None:
        async with chat.store.write() as tx:
            await db.successes.insert_missing(tx, chat.user("astrid").id, key, sheet[4:5], game=other)

    if key == "lofoten":
        await achieve_one_more()
    code = await play_to_the_end(chat)
    if key == "borealis":
        await chat.env.advance_time(60)
        await achieve_one_more()
    pictures = chat.skald.context.views.pictures
    reader = ReaderView(await chat.snapshot(code), None, locale_for("en"), pictures)
    async with chat.store.read() as reads:
        lines = await new_success_lines(reader, reads)
    assert len(lines) == 2
    assert not any("title" in line for line in lines)


async def test_who_has_finished_nothing_is_told_how_to_begin(chat: Chat) -> None:
    profile = await chat.user("eira").slash(chat.channel, "club profile")
    assert "/new" in text_of(profile.response)


def test_a_sheet_says_how_many_successes_are_missing_for_the_next_title() -> None:
    english = locale_for("en")
    game = next(each for each in GAMES.values() if each.success_sheet.titles)
    sheet = game.success_sheet
    view = sheet_view(english, game, "astrid", ())
    needed = next(title.needs for title in sheet.titles if title.needs > 0)
    assert view.ahead.startswith(f"{needed} more for the title ")
    alt = sheet_alt(english, view)
    assert f", 0/{len(sheet.successes)}" in alt
    assert "Still open: " in alt
    assert "Achieved" not in alt
    done = sheet_view(english, game, "astrid", sheet.successes)
    assert done.ahead == "There’s no higher title."
    alt = sheet_alt(english, done)
    assert f", {len(sheet.successes)}/{len(sheet.successes)}" in alt
    assert "Achieved: " in alt
    assert "Still open" not in alt
