"""Kudos: a thank-you from one player to another of the same game, once per game."""

import db
from bot.play.core import Denied, GameService, GameSnapshot
from rules.game import Seat


async def give(service: GameService, snapshot: GameSnapshot, giver: int, receiver: Seat | None) -> str:
    """Give kudos to the player on a seat. Returns their name. Raises Denied if that is not possible."""
    if not snapshot.is_over:
        raise Denied("kudos_when_over")
    if snapshot.seat_of(giver) is None:
        raise Denied("kudos_players_only")
    if receiver is None or receiver not in snapshot.seats or snapshot.players[receiver].person is None:
        raise Denied("kudos_unreachable")
    user_id, name = snapshot.players[receiver].person, snapshot.names[receiver]
    assert user_id is not None
    if user_id == giver:
        raise Denied("kudos_for_others")
    async with service.store.write() as tx:
        given = await db.kudos.insert(tx, snapshot.code, giver, user_id)
    if not given:
        raise Denied("kudos_given", who=name)
    return name
