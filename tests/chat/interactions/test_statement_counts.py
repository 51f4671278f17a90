"""Limits on SQL statements: for opening a panel, and for a move including its card."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import pytest
from sqlalchemy import event

from bot.chat.interactions.panel_refresh import PanelRefresher
from bot.chat.messages.custom_id import CustomId
from bot.chat.outbox.outbox_worker import DELIVERIES
from rules.game import Move
from tests.chat.discord_driver import Chat, send_component

MAX_STATEMENTS_PER_LOOK, MAX_STATEMENTS_PER_MOVE = 6, 16
"""BEGIN is part of a transaction's first statement."""
NOT_COUNTED = (
    "DO UPDATE SET hints_seen",
    # The number of outbox polls depends on how long deliveries take.
    "WITH due AS (SELECT posts.id",
    "SELECT min(CASE WHEN (posts.not_before",
)

_excluded: ContextVar[bool] = ContextVar("apart", default=False)


@contextmanager
def counted_statements(chat: Chat) -> Iterator[list[str]]:
    """Collects the statements sent during the block, except for hands and other panels."""
    sent: list[str] = []

    def note(*given: Any) -> None:
        statement = " ".join(given[2].split())
        if not _excluded.get() and not any(part in statement for part in NOT_COUNTED):
            sent.append(statement)

    engine = chat.store.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    yield sent
    event.remove(engine, "before_cursor_execute", note)


@pytest.fixture(autouse=True)
def exclude_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    deliver, on_turn = DELIVERIES["hand"], PanelRefresher.on_turn

    async def deliver_excluded(*given: Any) -> bool | None:
        _excluded.set(True)  # Each delivery is a task with its own context.
        return await deliver(*given)

    def on_turn_excluded(refresher: PanelRefresher, *given: Any) -> None:
        before = _excluded.set(True)  # Tasks started here inherit it.
        on_turn(refresher, *given)
        _excluded.reset(before)

    monkeypatch.setattr(PanelRefresher, "on_turn", on_turn_excluded)
    monkeypatch.setitem(DELIVERIES, "hand", deliver_excluded)


@pytest.mark.parametrize("game", ["lofoten", "explorers", "shipwrights", "borealis"])
async def test_a_look_and_a_move_ask_the_database_little(chat: Chat, game: str) -> None:
    code = await chat.start_game("astrid", "bjorn", game=game, pace="slow")
    looks: list[int] = []
    moves: dict[bool, list[int]] = {True: [], False: []}
    for _ in range(14):
        actor, snapshot = await chat.player_to_move(code), await chat.snapshot(code)
        seat = snapshot.seat_of(actor.id)
        assert seat is not None
        with counted_statements(chat) as sent:
            panel = (await actor.click(chat.card(), label="Play")).response
        looks.append(len(sent))
        move = snapshot.legal(seat)[-1]
        with counted_statements(chat) as sent:
            await send_component(
                actor,
                panel,
                str(CustomId(_verb(snapshot, seat, move), code, snapshot.row.version, move.tokens())),
            )
        after = await chat.snapshot(code)
        assert after.row.ply > snapshot.row.ply
        moves[after.owing_seats() != snapshot.owing_seats()].append(len(sent))
    assert max(looks) <= MAX_STATEMENTS_PER_LOOK
    assert moves[True], "a handover, with which a new card comes"
    assert max(moves[True] + moves[False]) <= MAX_STATEMENTS_PER_MOVE


def _verb(snapshot: Any, seat: int, move: Move) -> str:
    """Returns the verb by which the panel plays a move: at once, or confirmed if it cannot be undone."""
    return "go" if snapshot.game.apply(snapshot.state, seat, move).barrier else "pick"
