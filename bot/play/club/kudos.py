"""Kudos: a thank-you between two who sat at the same table, once for each game."""

import db
from bot.play.core.game_service import Tables
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from rules.game import Seat


async def give(tables: Tables, position: Position, giver: int, receiver: Seat | None) -> str:
    """Thank whoever sits on a seat; says how they are called."""
    if not position.over:
        raise Denied("kudos_when_over")
    if position.seat_of(giver) is None:
        raise Denied("kudos_players_only")
    if receiver is None or receiver not in position.seats or position.players[receiver].person is None:
        raise Denied("kudos_unreachable")
    person, name = position.players[receiver].person, position.names[receiver]
    assert person is not None
    if person == giver:
        raise Denied("kudos_for_others")
    try:
        async with tables.store.write() as tx:
            given = await db.kudos.give(tx, position.code, giver, person)
    except db.Conflict:
        given = False  # the same tap, taken up twice at once
    if not given:
        raise Denied("kudos_given", who=name)
    return name
