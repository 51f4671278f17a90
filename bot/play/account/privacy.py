"""Erasure of a user's personal data. Games of the other players continue without it."""

import db
from bot.play.club import voyages
from bot.play.core import GameService
from bot.play.lobby import lobby
from bot.play.turns import caretaker, votes


async def erase_user(service: GameService, user_id: int) -> None:
    """Leave lobbies, hand running games over to the caretaker, and erase the user, in one transaction."""
    async with service.transaction() as tx:
        for row in await db.players.list_games(tx, user_id, ("lobby",)):
            await lobby.remove_player(service, tx, await service.load(tx, row.code), user_id)
        for row in await db.players.list_games(tx, user_id, ("running",)):
            snapshot = await service.load(tx, row.code)
            seat = snapshot.seat_of(user_id)
            if seat is not None:
                await caretaker.hand_over(tx, snapshot, seat, reason=caretaker.ERASED)
                for vote in await db.votes.list_open(tx, row.code):
                    if seat == vote.seat or user_id == vote.opened_by:
                        await votes.close_vote(tx, vote, "over")
        for row in await db.players.list_games(tx, user_id, ("archived",)):
            snapshot = await service.load(tx, row.code)
            seat = snapshot.seat_of(user_id)
            if seat is not None:
                await db.players.update(tx, row.code, {seat: {"caretaker_since": tx.now}})
        await voyages.seal_try(tx, user_id)
        await db.privacy.erase_user(tx, user_id)
