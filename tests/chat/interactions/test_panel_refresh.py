"""An open panel refreshes when its player's turn starts again."""

from typing import Any

import pytest
from simcord.actors import _visible_message

from bot.chat.interactions.panel_refresh import WATCH_TIMEOUT_MS
from bot.chat.messages.custom_id import CustomId
from bot.play.turns import caretaker
from tests.chat.discord_driver import Chat, enabled_components, find_custom_id, send_component, text_of
from tests.chat.panel_driver import play_step
from tests.play.table_fixture import choose_last_move

MINUTE = 60


@pytest.fixture(autouse=True)
def fast_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let opponents choose their last legal move, which is fast."""
    monkeypatch.setattr(caretaker, "choose", choose_last_move)


async def finish_turn(chat: Chat, code: str, actor: Any) -> Any:
    """Play a user's turn to its end. Returns their panel."""
    card = chat.card()
    panel = (await actor.click(card, custom_id=find_custom_id(card, "play"))).response
    while await is_to_move(chat, code, actor):
        snapshot = await chat.snapshot(code)
        move = snapshot.legal(snapshot.seat_of(actor.id))[-1]
        custom_id = CustomId("go", code, snapshot.row.version, move.tokens())
        panel = (await send_component(actor, panel, str(custom_id))).response
    assert "waiting for" in text_of(panel)
    return panel


async def is_to_move(chat: Chat, code: str, actor: Any) -> bool:
    snapshot = await chat.snapshot(code)
    return snapshot.seat_of(actor.id) in snapshot.owing_seats()


def current_panel(actor: Any, panel: Any) -> Any:
    """Returns the current content of the panel."""
    return _visible_message(actor, panel.message)


def asks_for_move(shown: Any) -> bool:
    return any(
        name.startswith(("skald:pick:", "skald:choose:", "skald:short:"))
        for name in enabled_components(shown)
    )


async def test_an_opponent_has_moved_and_the_panel_asks_what_comes_next(chat: Chat) -> None:
    code = await chat.start_game("astrid", opponents="1", begins="host")
    astrid = chat.user("astrid")
    panel = await finish_turn(chat, code, astrid)
    assert not asks_for_move(current_panel(astrid, panel))
    await chat.env.advance_time(MINUTE)
    assert await is_to_move(chat, code, astrid)
    shown = current_panel(astrid, panel)
    assert asks_for_move(shown)
    assert "waiting for" not in text_of(shown)
    assert "⚙" in text_of(shown), "what the opponent did is told"


async def test_friends_who_play_at_the_same_time_need_not_open_a_panel_each_turn(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", begins="host")
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    panel = await finish_turn(chat, code, astrid)
    theirs = await finish_turn(chat, code, bjorn)
    assert asks_for_move(current_panel(astrid, panel))
    again = send_component(
        astrid,
        panel,
        next(n for n in enabled_components(current_panel(astrid, panel)) if n.startswith("skald:pick:")),
    )
    assert asks_for_move((await again).response)
    assert not asks_for_move(current_panel(bjorn, theirs))


async def test_after_a_while_nobody_is_taken_to_look_on(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", begins="host")
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    panel = await finish_turn(chat, code, astrid)
    await chat.env.advance_time(WATCH_TIMEOUT_MS / 1000 + 1)
    await finish_turn(chat, code, bjorn)
    assert not asks_for_move(current_panel(astrid, panel))


async def test_a_panel_that_shows_something_else_is_left_alone(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", begins="host")
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    panel = await finish_turn(chat, code, astrid)
    prepared = (await astrid.click(panel.message, custom_id=find_custom_id(panel, "ahead"))).response
    before = text_of(prepared)
    await finish_turn(chat, code, bjorn)
    assert text_of(current_panel(astrid, prepared)) == before


async def test_the_panel_says_so_when_the_game_has_ended_meanwhile(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", begins="host")
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    panel = await finish_turn(chat, code, astrid)
    asked = (await bjorn.slash(chat.thread(), "table resign")).response
    await bjorn.click(asked.message, label="Give up")
    assert (await chat.snapshot(code)).is_over
    assert "the game is over" in text_of(current_panel(astrid, panel))


async def test_whoever_moved_elsewhere_is_not_shown_a_panel_twice(chat: Chat) -> None:
    """After a move on another device, only the latest panel is refreshed."""
    code = await chat.start_game("astrid", "bjorn", begins="host")
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    first = await finish_turn(chat, code, astrid)
    await finish_turn(chat, code, bjorn)
    second = await finish_turn(chat, code, astrid)
    left = text_of(current_panel(astrid, first))
    while await is_to_move(chat, code, bjorn):
        await play_step(chat, code)
    assert asks_for_move(current_panel(astrid, second))
    assert text_of(current_panel(astrid, first)) == left
