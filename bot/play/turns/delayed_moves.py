"""Delayed moves: irreversible one-tap moves are committed after ten seconds, unless the player goes back.

A delayed move is a timer row, so it survives a restart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import db
from bot.play.core import timers
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from bot.play.planning.lookahead import effect_digest, try_move
from bot.play.turns.shortcuts import shortcuts_at
from bot.play.turns.turns import MoveResult, play_moves
from rules.game import AnyGame, Move, Refusal, Seat, Shortcut

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
    effects = _effects(snapshot.game, snapshot.state, seat, moves)
    assert effects is not None
    async with service.transaction() as tx:
        delayed = DelayedMove(tuple(moves), tx.now + COMMIT_DELAY_MS, _shortcut(snapshot, seat, moves))
        payload = timers.DelayedMoveTimer(
            seat=seat,
            person=snapshot.players[seat].person,
            moves=tuple(str(move) for move in moves),
            meant=effects,
        )
        key = timers.delayed_move_key(snapshot.code, seat)
        await db.timers.schedule(
            tx, timers.new_timer(timers.DELAYED_MOVE, payload, key, delayed.due, snapshot.code)
        )
    return delayed


async def cancel(service: GameService, snapshot: GameSnapshot, seat: Seat) -> None:
    """Cancel the seat's delayed move."""
    async with service.transaction() as tx:
        await db.timers.cancel(tx, keys=[timers.delayed_move_key(snapshot.code, seat)])


async def find_pending(reads: db.Reads, snapshot: GameSnapshot, seat: Seat) -> DelayedMove | None:
    """Return the seat's delayed move, or None if there is none or it is no longer valid."""
    if seat not in snapshot.owing_seats() or not snapshot.game.info.delayed_kinds:
        return None
    timer = await db.timers.find(reads, timers.delayed_move_key(snapshot.code, seat))
    moves = (
        None
        if timer is None
        else _still_valid_moves(snapshot, timers.DelayedMoveTimer.model_validate(timer.payload))
    )
    if timer is None or moves is None:
        return None
    return DelayedMove(moves, timer.due, _shortcut(snapshot, seat, moves))


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
    if moves is None:
        return None
    return await play_moves(tx, snapshot, payload.seat, moves, by=None, user_id=payload.person)


def _still_valid_moves(snapshot: GameSnapshot, payload: timers.DelayedMoveTimer) -> tuple[Move, ...] | None:
    """Parse the stored moves. Returns None if their effects or the player on the seat have changed."""
    seat = payload.seat
    if not snapshot.is_running or seat not in snapshot.owing_seats():
        return None
    player = snapshot.players[seat]
    if player.has_caretaker or player.person != payload.person:
        return None
    try:
        moves = tuple(snapshot.game.parse(text) for text in payload.moves)
    except Refusal:
        return None
    return moves if _effects(snapshot.game, snapshot.state, seat, moves) == payload.meant else None


def _effects(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Move]) -> tuple[str, ...] | None:
    """Digests of each move's effect, or None if a move is illegal.

    For the last move only the facts on its button count, since it may reveal something.
    """
    effects = []
    for move in moves[:-1]:
        step = try_move(game, state, seat, str(move))
        if step is None:
            return None
        effects.append(effect_digest(game, state, seat, move, step))
        state = step.state
    if moves[-1] not in game.legal(state, seat):
        return None
    return *effects, repr(sorted(game.label_facts(state, seat, moves[-1]).items()))


def _shortcut(snapshot: GameSnapshot, seat: Seat, moves: Sequence[Move]) -> Shortcut | None:
    if len(moves) == 1:
        return None
    return next((each for each in shortcuts_at(snapshot, seat) if each.moves == tuple(moves)), None)
