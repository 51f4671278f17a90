"""Whoever has moved and looks on finds their next decision on the same panel, without another tap."""

from typing import Any

import pytest
from simcord.actors import _visible_message

from bot.chat.interactions.panel_refresh import WATCH_TIMEOUT_MS
from bot.chat.messages.custom_id import CustomId
from bot.play.turns import caretaker
from tests.chat.discord_driver import Chat, late_tap, tap_named, taps, words_of
from tests.chat.panel_driver import act
from tests.play.table_fixture import choose_last_move

MINUTE = 60


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What opponents choose is of no matter here."""
    monkeypatch.setattr(caretaker, "choose", choose_last_move)


async def done(chat: Chat, code: str, actor: Any) -> Any:
    """The panel of somebody who has played their turn to its end."""
    card = chat.card()
    panel = (await actor.click(card, custom_id=tap_named(card, "play"))).response
    while await is_to_move(chat, code, actor):
        snapshot = await chat.snapshot(code)
        move = snapshot.legal(snapshot.seat_of(actor.id))[-1]
        custom_id = CustomId("go", code, snapshot.row.version, move.tokens())
        panel = (await late_tap(actor, panel, str(custom_id))).response
    assert "waiting for" in words_of(panel)
    return panel


async def is_to_move(chat: Chat, code: str, actor: Any) -> bool:
    snapshot = await chat.snapshot(code)
    return snapshot.seat_of(actor.id) in snapshot.owing_seats()


def now(actor: Any, panel: Any) -> Any:
    """What the panel shows by now."""
    return _visible_message(actor, panel.message)


def asks(shown: Any) -> bool:
    return any(name.startswith(("skald:pick:", "skald:choose:", "skald:short:")) for name in taps(shown))


async def test_an_opponent_has_moved_and_the_panel_asks_what_comes_next(chat: Chat) -> None:
    code = await chat.start("astrid", opponents="1", begins="host")
    astrid = chat.person("astrid")
    panel = await done(chat, code, astrid)
    assert not asks(now(astrid, panel))
    await chat.env.advance_time(MINUTE)
    assert await is_to_move(chat, code, astrid)
    shown = now(astrid, panel)
    assert asks(shown)
    assert "waiting for" not in words_of(shown)
    assert "⚙" in words_of(shown), "what the opponent did is told"


async def test_friends_who_play_at_the_same_time_need_not_open_a_panel_each_turn(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", begins="host")
    astrid, bjorn = chat.person("astrid"), chat.person("bjorn")
    panel = await done(chat, code, astrid)
    theirs = await done(chat, code, bjorn)
    assert asks(now(astrid, panel))
    again = late_tap(astrid, panel, next(n for n in taps(now(astrid, panel)) if n.startswith("skald:pick:")))
    assert asks((await again).response)
    assert not asks(now(bjorn, theirs))


async def test_after_a_while_nobody_is_taken_to_look_on(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", begins="host")
    astrid, bjorn = chat.person("astrid"), chat.person("bjorn")
    panel = await done(chat, code, astrid)
    await chat.env.advance_time(WATCH_TIMEOUT_MS / 1000 + 1)
    await done(chat, code, bjorn)
    assert not asks(now(astrid, panel))


async def test_a_panel_that_shows_something_else_is_left_alone(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", begins="host")
    astrid, bjorn = chat.person("astrid"), chat.person("bjorn")
    panel = await done(chat, code, astrid)
    prepared = (await astrid.click(panel.message, custom_id=tap_named(panel, "ahead"))).response
    before = words_of(prepared)
    await done(chat, code, bjorn)
    assert words_of(now(astrid, prepared)) == before


async def test_the_panel_says_so_when_the_game_has_ended_meanwhile(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", begins="host")
    astrid, bjorn = chat.person("astrid"), chat.person("bjorn")
    panel = await done(chat, code, astrid)
    asked = (await bjorn.slash(chat.thread(), "table resign")).response
    await bjorn.click(asked.message, label="Give up")
    assert (await chat.snapshot(code)).is_over
    assert "the game is over" in words_of(now(astrid, panel))


async def test_whoever_moved_elsewhere_is_not_shown_a_panel_twice(chat: Chat) -> None:
    """Typed or on another device: the panel of before is not the one they look at."""
    code = await chat.start("astrid", "bjorn", begins="host")
    astrid, bjorn = chat.person("astrid"), chat.person("bjorn")
    first = await done(chat, code, astrid)
    await done(chat, code, bjorn)
    second = await done(chat, code, astrid)
    left = words_of(now(astrid, first))
    while await is_to_move(chat, code, bjorn):
        await act(chat, code)
    assert asks(now(astrid, second))
    assert words_of(now(astrid, first)) == left
