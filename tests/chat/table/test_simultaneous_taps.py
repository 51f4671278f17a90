"""Players who tap at the same time: only a tap on something that has changed is refused."""

import asyncio
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.interactions.panel_refresh import WATCH_TIMEOUT_MS
from bot.chat.messages.custom_id import CustomId, parse_custom_id
from bot.play.core.authorization import Actor
from bot.play.turns import caretaker
from bot.play.turns.moves import play
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.panel_driver import move_elsewhere, open_tool, random_tap
from tests.chat.simulator import visible_message
from tests.play.table_fixture import choose_last_move

NAMES = ("astrid", "bjorn", "chloe")
REFUSED = "moved on"
ANSWERS = ("skald:pick:", "skald:choose:", "skald:several:", "skald:short:", "skald:go:", "skald:short-go:")
ROUNDS = 12


def can_answer(panel: Any) -> bool:
    return any(name.startswith(ANSWERS) and not name.endswith(":") for name in enabled_components(panel))


def current_panel(actor: Any, panel: Any) -> Any:
    """Returns the panel as it is on screen now, which may have been refreshed."""
    shown = visible_message(actor, panel.message)
    return SimpleNamespace(message=panel.message, components=shown.components)


async def open_panel(chat: Chat, actor: Any) -> Any:
    return (await actor.slash(chat.thread(), "play")).response


@pytest.mark.parametrize(
    ("key", "seats"), [("lofoten", 2), ("explorers", 3), ("shipwrights", 3), ("borealis", 3)]
)
async def test_no_honest_tap_is_refused_while_all_play_at_once(chat: Chat, key: str, seats: int) -> None:
    """All open their panels before the first move, and go on with the panel they have."""
    code = await chat.start_game(*NAMES[:seats], game=key)
    chance, actors = Random(key), [chat.user(name) for name in NAMES[:seats]]
    panels = {actor.id: await open_panel(chat, actor) for actor in actors}
    taps, stale_versions = 0, 0
    shown_at = dict.fromkeys(panels, (await chat.snapshot(code)).row.version)
    for _ in range(ROUNDS):
        for actor in chance.sample(actors, len(actors)):
            snapshot = await chat.snapshot(code)
            if snapshot.seat_of(actor.id) not in snapshot.owing_seats():
                continue
            panel = current_panel(actor, panels[actor.id])
            if not can_answer(panel):
                panel = await open_panel(chat, actor)
                shown_at[actor.id] = snapshot.row.version
            stale_versions += shown_at[actor.id] != snapshot.row.version
            after = await random_tap(actor, panel, chance)
            assert REFUSED not in text_of(after), key
            panels[actor.id] = after
            shown_at[actor.id] = (await chat.snapshot(code)).row.version
            taps += 1
    assert taps >= ROUNDS
    assert stale_versions > 0 or key == "lofoten", "others moved between a look and a tap"


async def test_a_tap_on_what_has_changed_is_refused_and_offers_no_answer(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    panel = await open_panel(chat, actor)
    picked = next(name for name in enabled_components(panel) if name.startswith(ANSWERS))
    await move_elsewhere(chat, code, actor, undoable=True)
    before = await chat.snapshot(code)
    refused = (await send_component(actor, panel, picked)).response
    assert REFUSED in text_of(refused)
    assert not can_answer(refused)
    assert (await chat.snapshot(code)).row.version == before.row.version
    current = (await actor.click(refused.message, custom_id=find_custom_id(refused, "panel"))).response
    assert can_answer(current)
    again = (await send_component(actor, current, picked)).response
    assert REFUSED in text_of(again), "a second tap on the old button is refused too"


async def test_a_captain_can_be_chosen_though_all_others_chose_meanwhile(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", "chloe", game="explorers")
    panels = {name: await open_panel(chat, chat.user(name)) for name in NAMES}
    seen = {
        parse_custom_id(custom_id).seen  # type: ignore[union-attr]
        for custom_id in enabled_components(panels["astrid"])
        if custom_id.startswith(ANSWERS)
    }
    for name in NAMES[1:]:
        await move_elsewhere(chat, code, chat.user(name))
    snapshot = await chat.snapshot(code)
    seat = snapshot.seat_of(chat.user("astrid").id)
    assert seat is not None
    assert snapshot.owing_seats() == {seat}
    assert seen == {snapshot.fingerprint(seat)}
    await random_tap(chat.user("astrid"), panels["astrid"], Random(1))


@pytest.mark.parametrize("key", ["explorers", "shipwrights", "borealis"])
async def test_moves_that_meet_in_the_database_are_all_played(chat: Chat, key: str) -> None:
    code = await chat.start_game(*NAMES, game=key)
    seen = await chat.snapshot(code)
    seats = sorted(seen.owing_seats())
    assert len(seats) == len(NAMES)
    await asyncio.gather(
        *(
            play(
                chat.service,
                code,
                Actor(seen.players[seat].person or 0, seen.names[seat], "en-US"),
                str(seen.legal(seat)[0]),
                interaction_id=seat + 1,
                seen=seen.fingerprint(seat),
            )
            for seat in seats
        )
    )
    log = await db.entries.read_log(chat.store, code)
    assert {entry.seat for entry in log if entry.kind == "move"} == set(seats)


@pytest.mark.parametrize("key", ["explorers", "shipwrights", "borealis"])
async def test_the_first_tap_counts_though_computer_players_chose_meanwhile(
    chat: Chat, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caretaker, "choose", choose_last_move)
    code = await chat.start_game("astrid", opponents="2", game=key)
    astrid = chat.user("astrid")
    panel = await open_panel(chat, astrid)
    before = (await chat.snapshot(code)).row.version
    await chat.env.advance_time(60)
    assert (await chat.snapshot(code)).row.version > before
    assert REFUSED not in text_of(await random_tap(astrid, panel, Random(key)))


async def test_advice_can_be_followed_though_others_chose_meanwhile(chat: Chat) -> None:
    code = await chat.start_game(*NAMES, game="shipwrights")
    astrid = chat.user("astrid")
    panel = await open_panel(chat, astrid)
    advised = await open_tool(astrid, panel, "Get advice")
    for name in NAMES[1:]:
        await move_elsewhere(chat, code, chat.user(name))
    first = next(name for name, label in enabled_components(advised).items() if label.startswith("1 "))
    after = (await send_component(astrid, advised, first)).response
    assert REFUSED not in text_of(after)


async def test_outdated_advice_is_refused_without_other_answers_under_its_numbers(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    panel = await open_panel(chat, actor)
    advised = await open_tool(actor, panel, "Get advice")
    first = next(name for name, label in enabled_components(advised).items() if label.startswith("1 "))
    await move_elsewhere(chat, code, actor, undoable=True)
    refused = (await send_component(actor, advised, first)).response
    assert REFUSED in text_of(refused)
    assert not can_answer(refused)


@pytest.mark.parametrize("forged", [".", ".x", ".AAAAAAAA", "999999999", ""])
async def test_a_forged_fingerprint_plays_nothing(chat: Chat, forged: str) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    panel = await open_panel(chat, actor)
    before = await chat.snapshot(code)
    seat = before.seat_of(actor.id)
    assert seat is not None
    for verb in ("pick", "short"):
        args = before.legal(seat)[0] if verb == "pick" else "0"
        await send_component(actor, panel, f"skald:{verb}:{code}:{forged}:{args}")
    assert (await chat.snapshot(code)).row.version == before.row.version


async def test_a_double_tap_on_undo_takes_back_one_move(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    for _ in range(2):
        await move_elsewhere(chat, code, actor, undoable=True)
    panel = await open_panel(chat, actor)
    undo = find_custom_id(panel, "undo")
    await send_component(actor, panel, undo)
    after = await chat.snapshot(code)
    refused = (await send_component(actor, panel, undo)).response
    assert REFUSED in text_of(refused)
    assert (await chat.snapshot(code)).row.version == after.row.version


@pytest.mark.parametrize("verb", ["go", "pick", "undo"])
async def test_a_tap_on_a_panel_that_outlived_the_game_shows_how_it_ended(chat: Chat, verb: str) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    await move_elsewhere(chat, code, actor, undoable=True)
    panel = await open_panel(chat, actor)
    snapshot = await chat.snapshot(code)
    seat = snapshot.seat_of(actor.id)
    assert seat is not None
    tokens = snapshot.legal(seat)[0].tokens() if verb in ("go", "pick") else ()
    tapped = str(CustomId(verb, code, snapshot.fingerprint(seat), tokens))
    other = next(chat.user(name) for name in NAMES[:2] if chat.user(name).id != actor.id)
    await chat.env.advance_time(WATCH_TIMEOUT_MS / 1000 + 1)
    asked = (await other.slash(chat.thread(), "table resign")).response
    await other.click(asked.message, label="Resign")
    assert (await chat.snapshot(code)).is_over
    assert can_answer(current_panel(actor, panel))
    result = await send_component(actor, panel, tapped)
    shown = text_of(current_panel(actor, panel))
    assert shown.startswith("# You won")
    assert "This game is over." in shown or REFUSED in shown, "it says why"
    assert find_custom_id(current_panel(actor, panel), "rematch")
    assert not result.followups
