"""Giving up: the game ends where one is left, else the others play on and the caretaker with them."""

import db
from bot.play.core import outbox_messages
from bot.play.core.authorization import Actor, seat_of
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot, resigned
from bot.play.turns import votes
from bot.play.turns.turns import follow
from rules.game import Seat


async def resign(service: GameService, code: str, actor: Actor, *, interaction: int) -> GameSnapshot:
    async with service.change() as tx:
        snapshot = await service.playing(tx, code)
        seat = seat_of(snapshot, actor.id)
        if snapshot.players[seat].resigned:
            raise Denied("resigned_already")
        return await _resign(service, tx, snapshot, seat, interaction)


async def give_up(service: GameService, tx: db.Transaction, code: str, person: int) -> None:
    """The same for somebody who withdraws from all they play somewhere, where they still play."""
    snapshot = await service.load(tx, code)
    seat = snapshot.seat_of(person)
    if snapshot.running and seat is not None and not snapshot.players[seat].resigned:
        await _resign(service, tx, snapshot, seat, None)


async def _resign(
    service: GameService, tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, interaction: int | None
) -> GameSnapshot:
    gone: db.PlayerChanges = {"resigned_at": tx.now, "caretaker_since": tx.now}
    person = snapshot.players[seat].person
    await db.players.update(tx, snapshot.code, {seat: gone})
    snapshot = await service.load(tx, snapshot.code)
    standing = [player for player in snapshot.players if not player.resigned]
    log = GameLog(snapshot)
    log.note("resign", seat, person=person, interaction=interaction)
    await log.save(tx)
    if len(standing) > 1:
        notice = outbox_messages.Notice(code="resigned", values={"seat": seat})
        await outbox_messages.say(tx, snapshot.code, notice, key=f"resigned {seat}")
        snapshot = await follow(tx, log, seat)
        if snapshot.voting:
            await votes.weigh_again(service, tx, snapshot)
    else:
        lost = [player.seat for player in snapshot.players if player.resigned]
        await follow(tx, log, seat, resigned(lost, snapshot.seats))
    return await service.load(tx, snapshot.code)
