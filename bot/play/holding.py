"""What ends a turn is made a little later, so that whoever chose it need not confirm it and can go back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import db
from bot.play import timers
from bot.play.position import Position
from bot.play.shortcuts import shortcuts_at
from bot.play.tables import Tables
from bot.play.turns import make
from rules.game import AnyGame, Move, Refusal, Seat, Shortcut

LITTLE_LATER = 120_000


@dataclass(frozen=True, slots=True)
class Held:
    """Moves that are made when they are due; `shortcut` is the one by which they were chosen."""

    moves: tuple[Move, ...]
    due: int
    shortcut: Shortcut | None = None


def can_be_held(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Move]) -> bool:
    """Whether the turn passes to somebody else with the last of these moves, and that can wait."""
    if not type(moves[-1]).lingers:
        return False
    for move in moves:
        state = game.apply(state, seat, move).state
    return seat not in game.to_act(state)


async def hold(
    tables: Tables, position: Position, seat: Seat, moves: Sequence[Move], shortcut: Shortcut | None = None
) -> Held:
    """From now on they are made a little later, unless they are dropped or something else is done first."""
    assert position.row.state_hash is not None
    async with tables.change() as tx:
        held = Held(tuple(moves), tx.now + LITTLE_LATER, shortcut)
        payload = timers.OfHeld(
            seat=seat, table=position.row.state_hash, moves=tuple(str(move) for move in moves)
        )
        await db.timers.set(
            tx, timers.timer(timers.HELD, payload, _key(position.code), held.due, position.code)
        )
    return held


async def drop(tables: Tables, code: str) -> None:
    async with tables.change() as tx:
        await db.timers.cancel(tx, keys=[_key(code)])


async def find(reads: db.Reads, position: Position, seat: Seat) -> Held | None:
    """What this seat chose to end its turn with, if the table is still the same."""
    if seat not in position.owing() or not any(model.lingers for model in position.game.info.moves):
        return None
    timer = await db.timers.find(reads, _key(position.code))
    moves = None if timer is None else _still(position, timers.OfHeld.model_validate(timer.payload), seat)
    if timer is None or moves is None:
        return None
    shortcut = next((each for each in shortcuts_at(position, seat) if each.moves == moves), None)
    return Held(moves, timer.due, shortcut if len(moves) > 1 else None)


async def let_go(tables: Tables, tx: db.Transaction, timer: db.Timer) -> None:
    """The moves are made now."""
    assert timer.game is not None
    position = await tables.load(tx, timer.game)
    payload = timers.OfHeld.model_validate(timer.payload)
    moves = _still(position, payload, payload.seat)
    if moves is not None:
        person = position.players[payload.seat].person
        await make(tx, position, payload.seat, moves, by=None, person=person)


def _still(position: Position, payload: timers.OfHeld, seat: Seat) -> tuple[Move, ...] | None:
    """The moves, where the table is as it was and the same player sits there."""
    if not position.running or seat != payload.seat or seat not in position.owing():
        return None
    if position.row.state_hash != payload.table or position.players[seat].caretaker:
        return None
    try:
        return tuple(position.game.parse(text) for text in payload.moves)
    except Refusal:
        return None


def _key(code: str) -> str:
    return f"{code} {timers.HELD}"
