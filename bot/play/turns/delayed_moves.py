"""What is final, and wholly told by its button, is made in a moment: nobody need confirm it, and whoever
thinks better of it goes back in time. It is a timer like any other, so it outlives the process."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import db
from bot.play.core import timers
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from bot.play.planning.lookahead import meaning, try_move
from bot.play.turns.shortcuts import shortcuts_at
from bot.play.turns.turns import Played, make
from rules.game import AnyGame, Move, Refusal, Seat, Shortcut

MOMENT = 10_000


@dataclass(frozen=True, slots=True)
class Held:
    """Moves that are made when they are due; `shortcut` is the one by which they were chosen."""

    moves: tuple[Move, ...]
    due: int
    shortcut: Shortcut | None = None


def can_be_held(game: AnyGame, moves: Sequence[Move]) -> bool:
    return moves[-1].kind in game.info.plain


async def hold(service: GameService, snapshot: GameSnapshot, seat: Seat, moves: Sequence[Move]) -> Held:
    """They are made in a moment, unless their player goes back or does something else first."""
    meant = _meant(snapshot.game, snapshot.state, seat, moves)
    assert meant is not None
    async with service.change() as tx:
        held = Held(tuple(moves), tx.now + MOMENT, _shortcut(snapshot, seat, moves))
        payload = timers.OfHeld(
            seat=seat,
            person=snapshot.players[seat].person,
            moves=tuple(str(move) for move in moves),
            meant=meant,
        )
        key = timers.held_key(snapshot.code, seat)
        await db.timers.set(tx, timers.timer(timers.HELD, payload, key, held.due, snapshot.code))
    return held


async def drop(service: GameService, snapshot: GameSnapshot, seat: Seat) -> None:
    """Their player has thought better of it."""
    async with service.change() as tx:
        await db.timers.cancel(tx, keys=[timers.held_key(snapshot.code, seat)])


async def find(reads: db.Reads, snapshot: GameSnapshot, seat: Seat) -> Held | None:
    """What this seat has chosen and is about to be made."""
    if seat not in snapshot.owing() or not snapshot.game.info.plain:
        return None
    timer = await db.timers.find(reads, timers.held_key(snapshot.code, seat))
    moves = None if timer is None else _still(snapshot, timers.OfHeld.model_validate(timer.payload))
    if timer is None or moves is None:
        return None
    return Held(moves, timer.due, _shortcut(snapshot, seat, moves))


async def make_now(service: GameService, code: str, seat: Seat) -> Played | None:
    """Make what is held, for somebody who waits for it; None where that was done, or cannot be any more."""
    async with service.change() as tx:
        timer = await db.timers.find(tx, timers.held_key(code, seat))
        if timer is None:
            return None
        await db.timers.cancel(tx, keys=[timer.key])
        return await let_go(service, tx, timer)


async def let_go(service: GameService, tx: db.Transaction, timer: db.Timer) -> Played | None:
    """The moves are made now, if they still mean what they meant."""
    assert timer.game is not None
    snapshot = await service.load(tx, timer.game)
    payload = timers.OfHeld.model_validate(timer.payload)
    moves = _still(snapshot, payload)
    if moves is None:
        return None
    return await make(tx, snapshot, payload.seat, moves, by=None, person=payload.person)


def _still(snapshot: GameSnapshot, payload: timers.OfHeld) -> tuple[Move, ...] | None:
    """The moves, where each leads to the same as when it was chosen, and the same player sits there."""
    seat = payload.seat
    if not snapshot.running or seat not in snapshot.owing():
        return None
    player = snapshot.players[seat]
    if player.caretaker or player.person != payload.person:
        return None
    try:
        moves = tuple(snapshot.game.parse(text) for text in payload.moves)
    except Refusal:
        return None
    return moves if _meant(snapshot.game, snapshot.state, seat, moves) == payload.meant else None


def _meant(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Move]) -> tuple[str, ...] | None:
    """What each leads to. Of the last one, what its button says: what it brings to light is not known yet."""
    meant = []
    for move in moves[:-1]:
        step = try_move(game, state, seat, str(move))
        if step is None:
            return None
        meant.append(meaning(game, state, seat, move, step))
        state = step.state
    if moves[-1] not in game.legal(state, seat):
        return None
    return *meant, repr(sorted(game.about(state, seat, moves[-1]).items()))


def _shortcut(snapshot: GameSnapshot, seat: Seat, moves: Sequence[Move]) -> Shortcut | None:
    if len(moves) == 1:
        return None
    return next((each for each in shortcuts_at(snapshot, seat) if each.moves == tuple(moves)), None)
