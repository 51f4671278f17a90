"""/table log: the log by days, as the reader may see it, with entries other than moves.

Covers `bot/play/history/story.py`.
"""

from dataclasses import replace
from datetime import UTC
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.interactions import requests
from bot.chat.table.log import MAX_PAGE_CHARS, MAX_PAGE_LINES, LogLine, paginate, reader_time_zone
from bot.i18n import locale_for
from bot.play.history.story import turn_ends
from bot.views.story_text import entry_lines, other_entry_line
from db.clock import DAY
from rules.shipwrights.events import WatchmanPosted
from tests.chat.components import enabled_components
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.story_fixtures import reader_view_of, recorded_game_in, replayed_entry
from tests.play.recorded_games import STARTED_AT, RecordedGame


def test_every_page_says_its_day_and_no_line_is_lost() -> None:
    lines = [LogLine(STARTED_AT + number * DAY // 10, f"line {number}") for number in range(100)]
    pages = paginate(lines, UTC)
    told = [line for page in pages for line in page if not line.startswith("**<t:")]
    assert told == [line.text for line in lines]
    assert all(page[0].startswith("**<t:") for page in pages)
    assert all(len(page) <= MAX_PAGE_LINES for page in pages)
    assert sum(line.startswith("**<t:") for page in pages for line in page) >= 10


def test_a_page_of_long_lines_fits_into_a_message() -> None:
    pages = paginate([LogLine(STARTED_AT, "x" * 900)] * 40, UTC)
    assert all(sum(map(len, page)) <= MAX_PAGE_CHARS + 100 for page in pages)


@pytest.mark.parametrize(
    ("timezone", "days"),
    [("Europe/Paris", 1), ("Nowhere/At all", 2), (None, 2)],
    ids=["Paris", "none", "unsaid"],
)
async def test_days_begin_where_the_reader_lives(timezone: str | None, days: int) -> None:
    late = LogLine(STARTED_AT + DAY - 1, "late")  # a millisecond before midnight in UTC
    early = LogLine(STARTED_AT + DAY, "early")
    snapshot = reader_view_of("lofoten", 0).snapshot
    people = (db.User(1, timezone=timezone), *snapshot.users[1:])
    request: Any = SimpleNamespace(actor=SimpleNamespace(id=1))
    zone = await reader_time_zone(request, replace(snapshot, users=people))
    (page,) = paginate([late, early], zone)
    assert len([line for line in page if line.startswith("**<t:")]) == days


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("caretaker", "vote", "The caretaker plays for Bjorn"),
        ("reclaim", "", "Bjorn is back"),
        ("substitute", "", "Bjorn takes the seat"),
        ("archive", "silence", "The game is archived."),
        ("resume", "", "The game continues."),
        ("vote", "overdue wait", "another day for Bjorn"),
        ("vote", "overdue substitute", "a substitute for Bjorn"),
        ("vote", "overdue end", "without a winner"),
        ("vote", "end yes", "without a winner"),
        ("vote", "end no", "so it continues"),
        ("vote", "undo yes", "Bjorn’s last move"),
        ("vote", "undo no", "so it stands"),
        ("undo", "12", "Bjorn undoes a move."),
    ],
)
def test_every_entry_that_is_no_move_is_told_in_both_languages(kind: str, text: str, said: str) -> None:
    entry = replace(replayed_entry(kind=kind).entry, text=text)
    english, french = (
        other_entry_line(reader_view_of("lofoten", 0, language), entry) for language in ("en", "fr")
    )
    assert said in english
    assert french not in ("", english)


@pytest.mark.parametrize(
    ("kind", "text", "by"), [("comet", "", None), ("vote", "overdue caretaker", None), ("undo", "12", "vote")]
)
def test_an_entry_that_needs_no_line_has_none(kind: str, text: str, by: str | None) -> None:
    entry = replace(replayed_entry(kind=kind, by=by).entry, text=text)
    assert other_entry_line(reader_view_of("lofoten", 0), entry) == ""


def test_a_move_of_the_caretaker_is_marked_as_such() -> None:
    reader = reader_view_of("shipwrights", 0)
    (line,) = entry_lines(reader, replayed_entry(WatchmanPosted(seat=1), by="caretaker"))
    assert line.startswith(reader.game_text.event_text(WatchmanPosted(seat=1)))
    assert "caretaker" in line


async def game_with_other_entries(chat: Chat) -> RecordedGame:
    """Returns a game with an undo, an entry of an unknown kind, and a resignation."""
    game = await recorded_game_in(chat, "astrid", "bjorn", plies=30)
    before, entry = game.state, game.row.ply
    async with chat.store.write() as tx:
        await game.play(tx, 2)
        undone = game.events[-2:]
        game.state = before
        await game.append(tx, kind="undo", seat=1, back_to=entry)
        await game.append(tx, kind="comet", seat=0)
        await game.append(tx, kind="resign", seat=0)
    game.events = [*game.events[:-2], *undone]
    return game


async def test_the_latest_page_first_with_what_was_no_move(chat: Chat) -> None:
    game = await game_with_other_entries(chat)
    actor = chat.user("astrid")
    answer = await actor.slash(chat.channel, "table log", table=game.row.code)
    told = text_of(answer.response).splitlines()
    assert told[2].startswith("**<t:")
    assert told[-2:] == ["bjorn undoes a move.", "astrid resigns."]

    ways = [name for name in enabled_components(answer.response) if ":log:" in name]
    assert [enabled_components(answer.response)[name] for name in ways] == ["First page", "Earlier"]
    first = (await actor.click(answer.response.message, label="First page")).response
    assert "The game begins." in text_of(first)
    assert "Page 1 of" in text_of(first)
    later = (await actor.click(first.message, label="Later")).response
    assert "Page 2 of" in text_of(later)
    last = (await actor.click(later.message, label="Last page")).response
    assert text_of(last).splitlines()[-1] == "astrid resigns."


async def test_what_was_taken_back_is_not_told(chat: Chat) -> None:
    game = await game_with_other_entries(chat)
    snapshot = await chat.snapshot(game.row.code)
    effective = await db.entries.read_effective_log(chat.store, game.row.code)
    for reader, name in ((0, "astrid"), (1, "bjorn"), (None, "eira")):
        game_text = chat.skald.context.reader_view(snapshot, reader, locale_for("en")).game_text
        expected = [
            game_text.event_text(event)
            for events in game.events[:-2]
            for event in events
            if event.visible_to(reader) and game_text.event_text(event)
        ]
        told: list[str] = []
        actor = chat.user(name)
        answer = await actor.slash(chat.channel, "table log", table=game.row.code)
        page = (await send_component(actor, answer.response, f"skald:log:{game.row.code}::0 first")).response
        while True:
            told += text_of(page).splitlines()[2:]
            if "Later" not in enabled_components(page).values():
                break
            page = (await actor.click(page.message, label="Later")).response
        lines = [line for line in told if not line.startswith(("**<t:", "-# "))]
        others = ("The game begins.", "bjorn undoes a move.", "astrid resigns.")
        assert [line for line in lines if line not in others] == expected
    assert turn_ends(effective, seats=2)[-1].ply == 31


async def test_the_log_in_french(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await game_with_other_entries(chat)
    monkeypatch.setattr(requests, "locale_for", lambda _: locale_for("fr"))
    answer = (await chat.user("astrid").slash(chat.channel, "table log", table=game.row.code)).response
    assert text_of(answer).splitlines()[-2:] == ["bjorn annule un coup.", "astrid abandonne."]
    assert "Première page" in enabled_components(answer).values()


async def test_the_log_tells_each_reader_only_what_they_may_hear(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    for command in ("side", "stop"):
        options = {"card": "left"} if command == "side" else {}
        await actor.slash(chat.thread(), f"lofoten {command}", **options)
    other = next(person for person in chat.users.values() if person is not actor)
    own = text_of((await actor.slash(chat.thread(), "table log")).response)
    others = text_of((await other.slash(chat.thread(), "table log")).response)
    strangers = text_of((await chat.user("eira").slash(chat.thread(), "table log")).response)
    assert len(own.splitlines()) == len(others.splitlines()) + 1  # the card they drew
    assert strangers == others
