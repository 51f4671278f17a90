"""Delayed moves: irreversible one-tap moves are committed after ten seconds, unless the player goes back.

A delayed move is a timer row, so it survives a restart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import db
from bot.play.core import GameLog, GameService, GameSnapshot, timers
from bot.play.planning.conditional_moves import Line, PreparedTurn
from bot.play.planning.lookahead import effect_digest, label_effect
from bot.play.turns.autoplay import resolve
from bot.play.turns.shortcuts import shortcuts_at
from bot.play.turns.turns import MoveResult, play_moves
from rules.game import AnyGame, Move, Seat, Shortcut

COMMIT_DELAY_MS = 10_000


@dataclass(frozen=True, slots=True)
class DelayedMove:
    """Moves waiting to be committed at `due` (ms); `shortcut` is the one they were chosen by, if any."""

    moves: tuple[Move, ...]
    due: int
    shortcut: Shortcut | None = None


def can_be_delayed(game: AnyGame, moves: Sequence[Move]) -> bool:
    return moves[-1].kind in game.info.delayed_kinds


async def schedule(
    service: GameService, snapshot: GameSnapshot, seat: Seat, moves: Sequence[Move]
) -> DelayedMove:
    """Set the timer that commits the moves. It is cancelled if the player goes back or moves otherwise."""
    payload = timers.DelayedMoveTimer(
        seat=seat,
        person=snapshot.players[seat].person,
        moves=tuple(map(str, moves)),
        meant=_effects(snapshot.game, snapshot.state, seat, moves),
    )
    async with service.transaction() as tx:
        due, key = tx.now + COMMIT_DELAY_MS, timers.delayed_move_key(snapshot.code, seat)
        await db.timers.schedule(tx, timers.new_timer(timers.DELAYED_MOVE, payload, key, due, snapshot.code))
    return DelayedMove(tuple(moves), due, _shortcut(snapshot, seat, moves))


async def cancel(service: GameService, snapshot: GameSnapshot, seat: Seat) -> None:
    """Cancel the seat's delayed move."""
    async with service.transaction() as tx:
        await db.timers.cancel(tx, keys=[timers.delayed_move_key(snapshot.code, seat)])


async def find_pending(reads: db.Reads, snapshot: GameSnapshot, seat: Seat) -> DelayedMove | None:
    """Return the seat's delayed move, or None if there is none or it is no longer valid."""
    if seat not in snapshot.owing_seats() or not snapshot.game.info.delayed_kinds:
        return None
    timer = await db.timers.find(reads, timers.delayed_move_key(snapshot.code, seat))
    if timer is None:
        return None
    moves = _still_valid_moves(snapshot, timers.DelayedMoveTimer.model_validate(timer.payload))
    return DelayedMove(moves, timer.due, _shortcut(snapshot, seat, moves)) if moves else None


async def commit_now(service: GameService, code: str, seat: Seat) -> MoveResult | None:
    """Commit the seat's delayed move before it is due.

    Returns None if it was committed already or is no longer valid.
    """
    async with service.transaction() as tx:
        timer = await db.timers.find(tx, timers.delayed_move_key(code, seat))
        if timer is None:
            return None
        await db.timers.cancel(tx, keys=[timer.key])
        return await commit(service, tx, timer)


async def commit(service: GameService, tx: db.Transaction, timer: db.Timer) -> MoveResult | None:
    """Timer handler: play the moves if they still have the same effects. Returns None if they do not."""
    assert timer.game is not None
    snapshot = await service.load(tx, timer.game)
    payload = timers.DelayedMoveTimer.model_validate(timer.payload)
    moves = _still_valid_moves(snapshot, payload)
    if not moves:
        return None
    return await play_moves(tx, GameLog(snapshot), payload.seat, moves, user_id=payload.person)


def _still_valid_moves(snapshot: GameSnapshot, payload: timers.DelayedMoveTimer) -> tuple[Move, ...]:
    """The stored moves, or none if an effect or the player on the seat has changed."""
    plan = PreparedTurn(line=Line(moves=payload.moves, meant=payload.meant))
    resolved = resolve(snapshot, payload.seat, payload.person, plan)
    return () if resolved.misfit else resolved.moves


def _effects(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Move]) -> tuple[str, ...]:
    """The effect of each move. For the last, only the facts on its button: it may reveal something."""
    effects = []
    for move in moves[:-1]:
        step = game.apply(state, seat, move)
        effects.append(effect_digest(game, state, seat, move, step))
        state = step.state
    return *effects, label_effect(game, state, seat, moves[-1])


def _shortcut(snapshot: GameSnapshot, seat: Seat, moves: Sequence[Move]) -> Shortcut | None:
    if len(moves) == 1:
        return None
    return next((each for each in shortcuts_at(snapshot, seat) if each.moves == tuple(moves)), None)
