"""Giving up: the game ends where one is left, else the others play on and the caretaker with them."""

import db
from bot.play.core import outbox_messages
from bot.play.core.authorization import Visitor, seat_of
from bot.play.core.game_log import Log
from bot.play.core.game_service import Tables
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position, resigned
from bot.play.turns import votes
from bot.play.turns.turns import follow
from rules.game import Seat


async def resign(tables: Tables, code: str, visitor: Visitor, *, interaction: int) -> Position:
    async with tables.change() as tx:
        position = await tables.playing(tx, code)
        seat = seat_of(position, visitor.id)
        if position.players[seat].resigned:
            raise Denied("resigned_already")
        return await _resign(tables, tx, position, seat, interaction)


async def give_up(tables: Tables, tx: db.Transaction, code: str, person: int) -> None:
    """The same for somebody who withdraws from all they play somewhere, where they still play."""
    position = await tables.load(tx, code)
    seat = position.seat_of(person)
    if position.running and seat is not None and not position.players[seat].resigned:
        await _resign(tables, tx, position, seat, None)


async def _resign(
    tables: Tables, tx: db.Transaction, position: Position, seat: Seat, interaction: int | None
) -> Position:
    gone: db.PlayerChanges = {"resigned_at": tx.now, "caretaker_since": tx.now}
    person = position.players[seat].person
    await db.players.update(tx, position.code, {seat: gone})
    position = await tables.load(tx, position.code)
    standing = [player for player in position.players if not player.resigned]
    log = Log(position)
    log.note("resign", seat, person=person, interaction=interaction)
    await log.save(tx)
    if len(standing) > 1:
        notice = outbox_messages.Notice(code="resigned", values={"seat": seat})
        await outbox_messages.say(tx, position.code, notice, key=f"resigned {seat}")
        position = await follow(tx, log, seat)
        if position.voting:
            await votes.weigh_again(tables, tx, position)
    else:
        lost = [player.seat for player in position.players if player.resigned]
        await follow(tx, log, seat, resigned(lost, position.seats))
    return await tables.load(tx, position.code)
