"""Plays moves that a player makes in person: one transaction that checks, applies and logs them."""

from collections.abc import Sequence

import db
from bot.play.core import Actor, Denied, GameLog, GameService, GameSnapshot, Seen, update_user_profile
from bot.play.turns import caretaker, hints
from bot.play.turns.turns import MoveResult, play_moves
from rules.game import Move, Refusal, Seat

__all__ = ["MoveResult", "play", "play_in_person", "play_line"]


async def play(
    service: GameService, code: str, actor: Actor, text: str, *, interaction_id: int, seen: Seen | None = None
) -> MoveResult:
    """Apply a move given in notation, for the actor's seat.

    Raises Refusal("stale") if the player decided on something else than it shows now (`seen`), and Denied
    after resigning.
    """
    async with service.player_transaction(code, actor.id) as (tx, snapshot, seat):
        if seen is not None and not snapshot.is_unchanged(seat, seen):
            raise Refusal("stale")
        return await play_in_person(tx, snapshot, seat, actor, (snapshot.game.parse(text),), interaction_id)


async def play_line(
    service: GameService,
    code: str,
    actor: Actor,
    moves: Sequence[Move],
    *,
    interaction_id: int,
    seen: Seen | None,
) -> MoveResult:
    """Play all of the moves or none. Raises Refusal("stale") if the decision has changed."""
    async with service.player_transaction(code, actor.id) as (tx, snapshot, seat):
        if not snapshot.is_unchanged(seat, seen):
            raise Refusal("stale")
        return await play_in_person(tx, snapshot, seat, actor, moves, interaction_id)


async def play_in_person(
    tx: db.Transaction,
    snapshot: GameSnapshot,
    seat: Seat,
    actor: Actor,
    moves: Sequence[Move],
    interaction_id: int,
) -> MoveResult:
    """Play all of the moves or none. The actor takes the seat back from the caretaker."""
    player = snapshot.players[seat]
    if player.resigned:
        raise Denied("resigned_seat")
    await update_user_profile(tx, actor, snapshot.users[seat])
    log = await caretaker.end_caretaking(tx, snapshot, seat) if player.has_caretaker else GameLog(snapshot)
    await hints.mark_learned(tx, snapshot, seat, {move.kind for move in moves})
    return await play_moves(tx, log, seat, moves, user_id=actor.id, interaction_id=interaction_id)
