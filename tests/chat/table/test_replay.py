"""Looking back: any earlier turn, from my own seat while a game runs, from any seat once it is over."""

from typing import Any

import pytest

import db
from bot.i18n import locale_for
from bot.play.history.story import turn_ends
from bot.views import pictures
from bot.views.pictures import CombinedPictureRequest
from tests.chat.conftest import BLANK
from tests.chat.discord_driver import Chat, late_tap, tap_named, taps, walk, words_of
from tests.chat.story_fixtures import seated
from tests.play.recorded_games import RecordedGame

PLAYERS = ("astrid", "bjorn")


@pytest.fixture
def drawn(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> list[Any]:  # noqa: ARG001 - the chat draws too
    """Every picture that is drawn, as it was asked for."""
    asked: list[Any] = []
    monkeypatch.setattr(pictures, "draw", lambda wanted: asked.append(wanted) or BLANK)
    return asked


def boards(drawn: list[Any]) -> list[Any]:
    return [
        one.view for one in drawn if not isinstance(one, CombinedPictureRequest) and one.subject == "board"
    ]


async def stops(chat: Chat, game: RecordedGame) -> tuple[db.Entry, ...]:
    return turn_ends(await db.entries.read_log(chat.store, game.row.code), seats=2)


def view_at(game: RecordedGame, entry: db.Entry, seat: int | None) -> Any:
    return game.game.view(game.states[entry.ply - 1], seat)


async def test_a_running_game_is_seen_from_ones_own_seat_whatever_is_asked(
    chat: Chat, drawn: list[Any]
) -> None:
    game = await seated(chat, *PLAYERS, plies=30)
    code, turns = game.row.code, await stops(chat, game)
    for name, own in (("astrid", 0), ("bjorn", 1), ("eira", None)):
        for asked in ("0", "1", "-", "7", "x"):
            drawn.clear()
            chat.skald.context.pictures._cache.clear()
            actor = chat.person(name)
            opened = (await actor.slash(chat.channel, "table replay", game=code)).response
            drawn.clear()
            chat.skald.context.pictures._cache.clear()
            forged = f"skald:replay:{code}::{turns[3].ply} {asked}"
            answer = await late_tap(actor, opened, forged)
            assert answer.ephemeral
            seen = None if asked == "-" else own
            assert boards(drawn) == [view_at(game, turns[3], seen)]
            hands = [one.view for one in drawn if getattr(one, "subject", "") == "hand"]
            assert hands == ([] if seen is None else [view_at(game, turns[3], own)])
            menus = [part["options"] for part in walk(answer.response) if part.get("options")]
            offered = [option["value"] for menu in menus for option in menu]
            assert offered == ([] if own is None else ["-", str(own)])
        chosen = f"skald:replay-from:{code}::{turns[3].ply}"
        drawn.clear()
        chat.skald.context.pictures._cache.clear()
        await late_tap(actor, opened, chosen)
        assert boards(drawn) == [view_at(game, turns[3], own)]


async def test_the_turns_are_stepped_through_by_buttons(chat: Chat) -> None:
    game = await seated(chat, *PLAYERS, plies=30)
    last = len(await stops(chat, game)) - 1
    actor = chat.person("astrid")
    page = (await actor.slash(chat.channel, "table replay", game=game.row.code)).response
    assert f"Turn {last} of {last}" in words_of(page)
    assert not {"▶", "Last turn"} & set(taps(page).values())
    page = (await actor.click(page.message, label="◀")).response
    assert f"Turn {last - 1} of {last}" in words_of(page)
    page = (await actor.click(page.message, label="First turn")).response
    assert f"Turn 0 of {last}" in words_of(page)
    assert not {"◀", "First turn", "Film"} & set(taps(page).values())
    page = (await actor.click(page.message, label="▶")).response
    assert f"Turn 1 of {last}" in words_of(page)
    page = (await actor.click(page.message, label="Last turn")).response
    assert f"Turn {last} of {last}" in words_of(page)


async def test_a_turn_tells_what_its_reader_heard_of_it(chat: Chat) -> None:
    game = await seated(chat, *PLAYERS, plies=30)
    turns = await stops(chat, game)
    snapshot = await chat.snapshot(game.row.code)
    for name, seat in (("astrid", 0), ("bjorn", 1), ("eira", None)):
        reader = chat.skald.context.reader_view(snapshot, seat, locale_for("en"))
        told = words_of(
            (await chat.person(name).slash(chat.channel, "table replay", game=game.row.code, at="5")).response
        )
        events = [e for each in game.events[turns[4].ply - 1 : turns[5].ply - 1] for e in each]
        assert events
        for event in events:
            assert (reader.game_text.event_text(event) in told) == event.visible_to(seat)


async def test_a_turn_is_found_by_number_or_day(chat: Chat) -> None:
    game = await seated(chat, *PLAYERS, plies=30)
    code, actor = game.row.code, chat.person("astrid")
    last = len(await stops(chat, game)) - 1
    listed = await actor.autocomplete(chat.channel, "table replay", "at", "", game=code)
    labels = [choice["name"] for choice in listed]
    assert labels[0].startswith(f"{last} · ")
    assert "1 Jan" in labels[0]
    assert len(labels) <= 25
    first = await actor.autocomplete(chat.channel, "table replay", "at", "1", game=code)
    assert first[0]["name"].startswith("1 · ")
    told = words_of((await actor.slash(chat.channel, "table replay", game=code, at="2")).response)
    assert f"Turn 2 of {last}" in told
    wrong = words_of((await actor.slash(chat.channel, "table replay", game=code, at="ragnarok")).response)
    assert f"turns 0 to {last}" in wrong


async def test_a_finished_game_is_seen_from_any_seat(chat: Chat, drawn: list[Any]) -> None:
    game = await seated(chat, *PLAYERS)
    turns = await stops(chat, game)
    actor = chat.person("eira")
    page = (await actor.slash(chat.channel, "table replay", game=game.row.code, at="4")).response
    assert boards(drawn) == [view_at(game, turns[4], None)]
    for value, seat in (("1", 1), ("0", 0), ("-", None)):
        menu = tap_named(page, "replay-from")
        drawn.clear()
        chat.skald.context.pictures._cache.clear()
        page = (await actor.select(page.message, [value], custom_id=menu)).response
        assert boards(drawn) == [view_at(game, turns[4], seat)]
        (options,) = [part["options"] for part in walk(page) if part.get("custom_id") == menu]
        assert [option["value"] for option in options if option.get("default")] == [value]
    opened = await late_tap(actor, page, f"skald:replay:{game.row.code}::")
    last = len(turns) - 1
    assert f"Turn {last} of {last}," in words_of(opened.response)


async def test_what_was_taken_back_cannot_be_looked_at(chat: Chat, drawn: list[Any]) -> None:
    game = await seated(chat, *PLAYERS, plies=20)
    before, entry = game.state, game.row.ply
    async with chat.store.write() as tx:
        await game.play(tx, 8)
        taken_back = [game.game.view(state, seat) for state in game.states[-8:] for seat in (0, 1, None)]
        game.state = before
        await game.append(tx, kind="undo", seat=1, back_to=entry)
    actor = chat.person("astrid")
    page = (await actor.slash(chat.channel, "table replay", game=game.row.code)).response
    for ply in range(entry, game.row.ply + 1):
        await late_tap(actor, page, f"skald:moment:{game.row.code}::{ply} 0")
    assert boards(drawn)
    assert not any(view in taken_back for view in boards(drawn))


async def test_a_film_has_at_most_twelve_boards_from_the_readers_own_seat(
    chat: Chat, drawn: list[Any]
) -> None:
    game = await seated(chat, *PLAYERS, plies=90)
    assert len(await stops(chat, game)) > 12
    actor = chat.person("bjorn")
    page = (await actor.slash(chat.channel, "table replay", game=game.row.code)).response
    drawn.clear()
    answer = await actor.click(page.message, label="Film")
    assert answer.ephemeral
    assert len(answer.response.attachments) == 2
    joined = {one.layout: one for one in drawn if isinstance(one, CombinedPictureRequest)}
    assert set(joined) == {"film", "strip"}
    assert len(joined["film"].pictures) == 12
    own = [game.game.view(state, 1) for state in game.states]
    assert all(view in own for view in boards(drawn))
    forged = await late_tap(actor, page, f"skald:film:{game.row.code}::9999 9999 0")
    assert "film" in words_of(forged.response)


async def test_a_solo_game_has_turns_too(chat: Chat) -> None:
    game = await seated(chat, "astrid", plies=30, key="explorers")
    log = await db.entries.read_log(chat.store, game.row.code)
    assert len(turn_ends(log, seats=1)) > 3
    page = (await chat.person("astrid").slash(chat.channel, "table replay", game=game.row.code)).response
    assert "Turn" in words_of(page)
