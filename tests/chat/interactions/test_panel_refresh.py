"""An open panel refreshes when its player's turn starts again, or when the decision it shows has changed."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.interactions.panel_refresh import WATCH_TIMEOUT_MS, PanelRefresher
from bot.chat.messages.custom_id import CustomId
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.panel_driver import move_elsewhere, open_tool, play_step
from tests.chat.simulator import visible_message
from tests.manual_clock import HandClock

pytestmark = pytest.mark.usefixtures("trivial_caretaker")

MINUTE = 60


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
    return visible_message(actor, panel.message)


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
    prepared = await open_tool(astrid, panel, "Prepare my turn")
    before = text_of(prepared)
    await finish_turn(chat, code, bjorn)
    assert text_of(current_panel(astrid, prepared)) == before


async def test_the_panel_says_so_when_the_game_has_ended_meanwhile(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", begins="host")
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    panel = await finish_turn(chat, code, astrid)
    asked = (await bjorn.slash(chat.thread(), "table resign")).response
    await bjorn.click(asked.message, label="Resign")
    assert (await chat.snapshot(code)).is_over
    assert text_of(current_panel(astrid, panel)).startswith("# You won")
    assert "resigns" in text_of(current_panel(astrid, panel))


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


@pytest.mark.parametrize("opening", ["play-now", "learn"])
async def test_with_closed_dms_the_panel_goes_on_and_says_how_to_open_them(chat: Chat, opening: str) -> None:
    astrid = chat.user("astrid")
    helped = (await astrid.slash(chat.channel, "help")).response
    chat.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, times=100)
    panel = (await send_component(astrid, helped, str(CustomId(opening, args=("lofoten",))))).response
    (game,) = await db.players.list_games(chat.store, astrid.id, ("running",))
    for _ in range(2):
        while await is_to_move(chat, game.code, astrid):
            snapshot = await chat.snapshot(game.code)
            move = CustomId("go", game.code, snapshot.row.version, snapshot.legal(0)[-1].tokens())
            panel = (await send_component(astrid, panel, str(move))).response
        await chat.env.advance_time(MINUTE)
        shown = current_panel(astrid, panel)
        assert asks_for_move(shown)
        says_so = "Your direct messages are closed" in text_of(shown)
        assert says_so == (opening == "play-now"), "a lesson needs no direct messages"


async def test_a_panel_refreshes_when_the_decision_it_shows_has_changed(chat: Chat) -> None:
    """The owner still owes a move, but another one: they moved on another device."""
    code = await chat.start_game("astrid", "bjorn", begins="host")
    astrid = chat.user("astrid")
    panel = (await astrid.slash(chat.thread(), "play")).response
    offered = set(enabled_components(panel))
    await move_elsewhere(chat, code, astrid, undoable=True)
    chat.wake_outbox()
    await chat.env.advance_time(MINUTE)
    shown = current_panel(astrid, panel)
    assert asks_for_move(shown)
    assert find_custom_id(shown, "undo")
    assert not offered & {name for name in enabled_components(shown) if name.startswith("skald:pick:")}


async def test_simultaneous_choices_of_others_leave_a_panel_alone(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", "chloe", game="explorers")
    astrid = chat.user("astrid")
    panel = (await astrid.slash(chat.thread(), "play")).response
    await astrid.click(panel.message, custom_id=find_custom_id(panel, "pick"))
    before = text_of(current_panel(astrid, panel))
    for name in ("bjorn", "chloe"):
        await move_elsewhere(chat, code, chat.user(name))
    chat.wake_outbox()
    await chat.env.advance_time(MINUTE / 12)
    assert text_of(current_panel(astrid, panel)) == before


class WatchedPanel:
    """A panel of user 1 in the first seat, watched from moment 0; `shown` counts its refreshes."""

    def __init__(self) -> None:
        self.refresher, self.shown = PanelRefresher(), 0

    def table(
        self, *, owing: tuple[int, ...] = (), version: int = 1, asked: str = "a", over: bool = False
    ) -> Any:
        return SimpleNamespace(
            code="AB2CD",
            row=SimpleNamespace(version=version),
            seats=range(2),
            players=tuple(SimpleNamespace(person=person) for person in (1, 2)),
            is_over=over,
            owing_seats=lambda: frozenset(owing),
            fingerprint=lambda _: asked,
        )

    def watch(self, **table: Any) -> None:
        async def refresh() -> None:
            self.shown += 1

        self.refresher.watch(0, 1, self.table(**table), 0, refresh)

    async def refreshes_after(self, *, now: int = 1, **table: Any) -> int:
        self.refresher.on_turn(now, self.table(**table))
        await asyncio.gather(*self.refresher.tasks.values())
        return self.shown


@pytest.mark.parametrize(
    ("before", "after", "refreshes"),
    [
        ({}, {"owing": (0,)}, 1),
        ({}, {"owing": (1,)}, 0),
        ({}, {"over": True}, 1),
        ({"owing": (0,)}, {"owing": (0,), "version": 2, "asked": "b"}, 1),
        ({"owing": (0,)}, {"owing": (0,), "version": 2}, 0),
        ({"owing": (0,)}, {"owing": (0,), "asked": "b"}, 0),
        ({}, {"owing": (0,), "now": WATCH_TIMEOUT_MS}, 1),
        ({}, {"owing": (0,), "now": WATCH_TIMEOUT_MS + 1}, 0),
    ],
)
async def test_an_open_panel_is_refreshed_when_it_asks_something_else(
    before: dict[str, Any], after: dict[str, Any], refreshes: int
) -> None:
    panel = WatchedPanel()
    panel.watch(**before)
    panel.refresher.mark_shown(1, "AB2CD")
    assert await panel.refreshes_after(**after) == refreshes


async def test_a_panel_that_is_still_being_drawn_is_refreshed_once_it_is_shown() -> None:
    panel = WatchedPanel()
    panel.watch()
    assert await panel.refreshes_after(owing=(0,)) == 0
    panel.refresher.mark_shown(1, "AB2CD")
    await asyncio.gather(*panel.refresher.tasks.values())
    assert panel.shown == 1
    assert await panel.refreshes_after(owing=(0,)) == 1, "once only"
    panel.refresher.mark_shown(1, "AB2CD")
    assert not panel.refresher.tasks


async def test_a_tap_cancels_the_refresh_of_that_panel_only() -> None:
    panel = WatchedPanel()
    panel.watch()
    panel.refresher.mark_shown(1, "AB2CD")
    panel.refresher.cancel(1, "OTHER")
    assert [*panel.refresher.pending] == [(1, "AB2CD")]
    panel.refresher.cancel(1, "AB2CD")
    assert await panel.refreshes_after(owing=(0,)) == 0
    panel.watch()
    clock, done = HandClock(0), asyncio.Event()

    async def refresh() -> None:
        done.set()

    panel.refresher.schedule(clock, 0, 1, "AB2CD", refresh)
    assert panel.refresher.pending == {}
    await done.wait()
    assert panel.refresher.tasks == {}
    panel.watch()
    panel.refresher.schedule(clock, 60, 2, "AB2CD", refresh)
    panel.refresher.cancel_all()
    assert (panel.refresher.tasks, panel.refresher.pending) == ({}, {})


async def test_panels_that_are_long_closed_are_forgotten() -> None:
    panel = WatchedPanel()
    panel.watch()

    async def refresh() -> None: ...

    panel.refresher.watch(WATCH_TIMEOUT_MS, 2, panel.table(), 1, refresh)
    assert len(panel.refresher.pending) == 2
    panel.refresher.watch(WATCH_TIMEOUT_MS + 1, 2, panel.table(), 1, refresh)
    assert [*panel.refresher.pending] == [(2, "AB2CD")]
