"""/table replay: earlier turns, from the own seat in a running game, from any seat afterwards."""

from collections.abc import Sequence
from typing import Any

import pytest

import db
from bot.chat.interactions import requests
from bot.i18n import locale_for
from bot.play.history.story import turn_ends
from bot.views.pictures import CombinedPictureRequest
from tests.chat.components import enabled_components, find_custom_id, walk_components
from tests.chat.discord_driver import Chat, alt_texts, send_component, text_of
from tests.chat.story_fixtures import recorded_game_in
from tests.play.recorded_games import RecordedGame

PLAYERS = ("astrid", "bjorn")


def board_requests(drawn_requests: list[Any]) -> list[Any]:
    return [
        one.view
        for one in drawn_requests
        if not isinstance(one, CombinedPictureRequest) and one.subject == "board"
    ]


async def logged_turn_ends(chat: Chat, game: RecordedGame) -> tuple[db.Entry, ...]:
    return turn_ends(await db.entries.read_log(chat.store, game.row.code), seats=2)


def counted(game: RecordedGame, turns: Sequence[db.Entry], number: int) -> str:
    """Returns how the table counts a turn of Borealis."""
    if number == 0:
        return "The start"
    state = game.states[turns[number - 1].ply - 1]
    who = PLAYERS[turns[number].seat or 0]
    return f"The start · {who}" if state.phase == "exchange" else f"Round {state.round} · {who}"


def view_at(game: RecordedGame, entry: db.Entry, seat: int | None) -> Any:
    return game.game.view(game.states[entry.ply - 1], seat)


async def test_a_running_game_is_seen_from_ones_own_seat_whatever_is_asked(
    chat: Chat, drawn_requests: list[Any]
) -> None:
    game = await recorded_game_in(chat, *PLAYERS, plies=30)
    code, turns = game.row.code, await logged_turn_ends(chat, game)
    for name, own in (("astrid", 0), ("bjorn", 1), ("eira", None)):
        for asked in ("0", "1", "-", "7", "x"):
            drawn_requests.clear()
            chat.skald.context.views.pictures._cache.clear()
            actor = chat.user(name)
            opened = (await actor.slash(chat.channel, "table replay", table=code)).response
            drawn_requests.clear()
            chat.skald.context.views.pictures._cache.clear()
            forged = f"skald:replay:{code}::{turns[3].ply} {asked}"
            answer = await send_component(actor, opened, forged)
            assert answer.ephemeral
            seen = None if asked == "-" else own
            assert board_requests(drawn_requests) == [view_at(game, turns[3], seen)]
            hands = [one.view for one in drawn_requests if getattr(one, "subject", "") == "hand"]
            assert hands == ([] if seen is None else [view_at(game, turns[3], own)])
            menus = [part["options"] for part in walk_components(answer.response) if part.get("options")]
            offered = [option["value"] for menu in menus for option in menu]
            assert offered == ([] if own is None else ["-", str(own)])
        chosen = f"skald:replay-from:{code}::{turns[3].ply}"
        drawn_requests.clear()
        chat.skald.context.views.pictures._cache.clear()
        await send_component(actor, opened, chosen)
        assert board_requests(drawn_requests) == [view_at(game, turns[3], own)]


async def test_the_turns_are_stepped_through_by_buttons(chat: Chat) -> None:
    game = await recorded_game_in(chat, *PLAYERS, plies=30)
    turns = await logged_turn_ends(chat, game)
    last = len(turns) - 1
    actor = chat.user("astrid")
    page = (await actor.slash(chat.channel, "table replay", table=game.row.code)).response
    assert counted(game, turns, last) in text_of(page)
    assert not {"▶", "Last turn"} & set(enabled_components(page).values())
    page = (await actor.click(page.message, label="◀")).response
    assert counted(game, turns, last - 1) in text_of(page)
    page = (await actor.click(page.message, label="First turn")).response
    assert counted(game, turns, 0) in text_of(page)
    assert not {"◀", "First turn", "Watch the film"} & set(enabled_components(page).values())
    page = (await actor.click(page.message, label="▶")).response
    assert counted(game, turns, 1) in text_of(page)
    page = (await actor.click(page.message, label="Last turn")).response
    assert counted(game, turns, last) in text_of(page)


async def test_board_and_hand_are_full_width_one_below_the_other(chat: Chat) -> None:
    game = await recorded_game_in(chat, *PLAYERS, plies=30)
    page = (await chat.user("astrid").slash(chat.channel, "table replay", table=game.row.code)).response
    galleries = [part["items"] for part in walk_components(page) if part.get("items")]
    assert [len(pictures) for pictures in galleries] == [1, 1]


@pytest.mark.parametrize(("language", "text"), [("en", "Turn 2 of 48"), ("fr", "Tour 2 sur 48")])
async def test_turns_of_explorers_are_counted_as_on_the_map(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, language: str, text: str
) -> None:
    monkeypatch.setattr(requests, "locale_for", lambda _: locale_for(language))
    game = await recorded_game_in(chat, *PLAYERS, plies=30, key="explorers")
    actor, code = chat.user("astrid"), game.row.code
    listed = await actor.autocomplete(chat.channel, "table replay", "turn", "2", table=code)
    assert listed[0]["name"].startswith(f"{text} · ")
    for typed in ("2", listed[0]["value"]):
        page = (await actor.slash(chat.channel, "table replay", table=code, turn=typed)).response
        assert f"{text} · " in text_of(page)
        assert f"{text[:6]}3" not in alt_texts(page)[0].split(".")[0]
    log = (await actor.slash(chat.channel, "table log", table=code)).response
    log = (await send_component(actor, log, f"skald:log:{code}::0 first")).response
    assert f"-# {text}" in text_of(log).splitlines()


async def test_a_turn_tells_what_its_reader_heard_of_it(chat: Chat) -> None:
    game = await recorded_game_in(chat, *PLAYERS, plies=30)
    turns = await logged_turn_ends(chat, game)
    snapshot = await chat.snapshot(game.row.code)
    for name, seat in (("astrid", 0), ("bjorn", 1), ("eira", None)):
        reader = chat.skald.context.reader_view(snapshot, seat, locale_for("en"))
        told = text_of(
            (
                await chat.user(name).slash(chat.channel, "table replay", table=game.row.code, turn="#5")
            ).response
        )
        events = [e for each in game.events[turns[4].ply - 1 : turns[5].ply - 1] for e in each]
        assert events
        for event in events:
            text = reader.game_text.deed_text(event) or reader.game_text.event_text(event)
            assert (text in told) == event.visible_to(seat)


async def test_a_turn_is_found_by_number_or_day(chat: Chat) -> None:
    game = await recorded_game_in(chat, *PLAYERS, plies=30)
    code, actor = game.row.code, chat.user("astrid")
    turns = await logged_turn_ends(chat, game)
    listed = await actor.autocomplete(chat.channel, "table replay", "turn", "", table=code)
    labels = [choice["name"] for choice in listed]
    assert labels[0].startswith(counted(game, turns, len(turns) - 1))
    assert "1 Jan" in labels[0]
    assert len(labels) <= 25
    first = await actor.autocomplete(chat.channel, "table replay", "turn", "1", table=code)
    assert first[0]["name"].startswith("Round 1 · ")
    told = text_of((await actor.slash(chat.channel, "table replay", table=code, turn="2")).response)
    assert "Round 2 · " in told
    wrong = text_of((await actor.slash(chat.channel, "table replay", table=code, turn="ragnarok")).response)
    assert "The latest is: Round " in wrong


async def test_a_finished_game_is_seen_from_any_seat(chat: Chat, drawn_requests: list[Any]) -> None:
    game = await recorded_game_in(chat, *PLAYERS)
    turns = await logged_turn_ends(chat, game)
    actor = chat.user("eira")
    page = (await actor.slash(chat.channel, "table replay", table=game.row.code, turn="#4")).response
    assert board_requests(drawn_requests) == [view_at(game, turns[4], None)]
    for value, seat in (("1", 1), ("0", 0), ("-", None)):
        menu = find_custom_id(page, "replay-from")
        drawn_requests.clear()
        chat.skald.context.views.pictures._cache.clear()
        page = (await actor.select(page.message, [value], custom_id=menu)).response
        assert board_requests(drawn_requests) == [view_at(game, turns[4], seat)]
        (options,) = [part["options"] for part in walk_components(page) if part.get("custom_id") == menu]
        assert [option["value"] for option in options if option.get("default")] == [value]
    opened = await send_component(actor, page, f"skald:replay:{game.row.code}::")
    assert counted(game, turns, len(turns) - 1) in text_of(opened.response)


async def test_what_was_taken_back_cannot_be_looked_at(chat: Chat, drawn_requests: list[Any]) -> None:
    game = await recorded_game_in(chat, *PLAYERS, plies=20)
    before, entry = game.state, game.row.ply
    async with chat.store.write() as tx:
        await game.play(tx, 8)
        taken_back = [game.game.view(state, seat) for state in game.states[-8:] for seat in (0, 1, None)]
        game.state = before
        await game.append(tx, kind="undo", seat=1, back_to=entry)
    actor = chat.user("astrid")
    page = (await actor.slash(chat.channel, "table replay", table=game.row.code)).response
    for ply in range(entry, game.row.ply + 1):
        await send_component(actor, page, f"skald:moment:{game.row.code}::{ply} 0")
    assert board_requests(drawn_requests)
    assert not any(view in taken_back for view in board_requests(drawn_requests))


async def test_a_film_has_at_most_twelve_boards_from_the_readers_own_seat(
    chat: Chat, drawn_requests: list[Any]
) -> None:
    game = await recorded_game_in(chat, *PLAYERS, plies=90)
    assert len(await logged_turn_ends(chat, game)) > 12
    actor = chat.user("bjorn")
    page = (await actor.slash(chat.channel, "table replay", table=game.row.code)).response
    drawn_requests.clear()
    answer = await actor.click(page.message, label="Watch the film")
    assert answer.ephemeral
    assert len(answer.response.attachments) == 2
    joined = {one.layout: one for one in drawn_requests if isinstance(one, CombinedPictureRequest)}
    assert set(joined) == {"film", "strip"}
    assert len(joined["film"].pictures) == 12
    own = [game.game.view(state, 1) for state in game.states]
    assert all(view in own for view in board_requests(drawn_requests))
    assert own[0] in board_requests(drawn_requests)
    forged = await send_component(actor, page, f"skald:film:{game.row.code}::9999 9999 0")
    assert "film" in text_of(forged.response)


async def test_a_solo_game_has_turns_too(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", plies=30, key="explorers")
    log = await db.entries.read_log(chat.store, game.row.code)
    assert len(turn_ends(log, seats=1)) > 3
    page = (await chat.user("astrid").slash(chat.channel, "table replay", table=game.row.code)).response
    assert "Turn" in text_of(page)
