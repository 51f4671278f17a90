"""Resignation: the game ends if one player is left, else the caretaker plays the resigned seat."""

import db
from bot.play.core import Actor, Denied, GameLog, GameService, GameSnapshot, outbox_messages
from bot.play.core.snapshot import resignation_outcome
from bot.play.turns import votes
from bot.play.turns.turns import after_move
from rules.game import Seat


async def resign(service: GameService, code: str, actor: Actor, *, interaction_id: int) -> GameSnapshot:
    async with service.player_transaction(code, actor.id) as (tx, snapshot, seat):
        if snapshot.players[seat].resigned:
            raise Denied("resigned_already")
        return await _resign(service, tx, snapshot, seat, interaction_id)


async def resign_if_playing(service: GameService, tx: db.Transaction, code: str, user_id: int) -> None:
    """Resign a user from one game, if they still play in it. Used when they withdraw from a cup."""
    snapshot = await service.load(tx, code)
    seat = snapshot.seat_of(user_id)
    if snapshot.is_running and seat is not None and not snapshot.players[seat].resigned:
        await _resign(service, tx, snapshot, seat, None)


async def _resign(
    service: GameService, tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, interaction_id: int | None
) -> GameSnapshot:
    gone: db.PlayerChanges = {"resigned_at": tx.now, "caretaker_since": tx.now}
    user_id = snapshot.players[seat].person
    await db.players.update(tx, snapshot.code, {seat: gone})
    if user_id is not None:
        await db.web_links.delete(tx, person=user_id, game=snapshot.code)
    snapshot = await service.load(tx, snapshot.code)
    standing = [player for player in snapshot.players if not player.resigned]
    log = GameLog(snapshot)
    log.add_entry("resign", seat, user_id=user_id, interaction_id=interaction_id)
    await log.save(tx)
    if len(standing) > 1:
        notice = outbox_messages.Notice(code="resigned", values={"seat": seat})
        await outbox_messages.post_notice(tx, snapshot.code, notice, key=f"resigned {seat}")
        snapshot = await after_move(tx, log, seat)
        if snapshot.has("votes"):
            await votes.settle_all_decided(service, tx, snapshot)
    else:
        lost = [player.seat for player in snapshot.players if player.resigned]
        await after_move(tx, log, seat, resignation_outcome(lost, snapshot.seats))
    return await service.load(tx, snapshot.code)
