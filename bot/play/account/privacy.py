"""Erasing a person from all tables, so that their friends' games live on without their name."""

import db
from bot.play.club import voyages
from bot.play.core.game_service import GameService
from bot.play.lobby import lobby
from bot.play.turns import caretaker, votes


async def erase(service: GameService, person: int) -> None:
    """One transaction: nobody is half erased."""
    async with service.change() as tx:
        for row in await db.games.of_person(tx, person, ("lobby",)):
            await lobby.walk_away(service, tx, await service.load(tx, row.code), person)
        for row in await db.games.of_person(tx, person, ("running",)):
            snapshot = await service.load(tx, row.code)
            seat = snapshot.seat_of(person)
            if seat is not None:
                await caretaker.hand_over(tx, snapshot, seat, why=caretaker.ERASED)
                for vote in await db.votes.open_at(tx, row.code):
                    if seat == vote.seat or person == vote.opened_by:
                        await votes.close(tx, vote, "over")
        for row in await db.games.of_person(tx, person, ("archived",)):
            snapshot = await service.load(tx, row.code)
            seat = snapshot.seat_of(person)
            if seat is not None:
                await db.players.update(tx, row.code, {seat: {"caretaker_since": tx.now}})
        await voyages.seal_try(tx, person)
        await db.privacy.erase(tx, person)
