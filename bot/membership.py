"""Noticing that a player has left the server, without watching everybody: asked when he has to be called."""

from typing import TYPE_CHECKING

import discord

from bot.notices import Notice
from bot.position import Position
from bot.words import mark

if TYPE_CHECKING:
    from bot.deliveries import Deliveries

UNKNOWN_MEMBER = 10007


async def note_if_left(deliveries: "Deliveries", position: Position, person: int) -> None:
    """Tell the table, once, that somebody is not on its server any more, and what can be done."""
    server = position.row.server
    if server is None or not await _has_left(deliveries.client, server, person):
        return
    tables, seat = deliveries.house.tables, position.seat_of(person)
    assert seat is not None
    others = [other.seat for other in position.players if other.seat != seat]
    notice = Notice(
        text=mark(
            "{who} is not on this server any more. The game goes on: {who} can still play by direct message, "
            "and when the time is up the table decides about the seat."
        ),
        values={"who": position.players[seat].name},
        mentions=tuple(position.people_at(others)),
    )
    async with deliveries.house.store.write() as w:
        await tables.say(w, position.row, notice, key=f"left {person}")


async def _has_left(client: discord.Client, server: int, person: int) -> bool:
    try:
        await client.http.get_member(server, person)
    except discord.NotFound as problem:
        return problem.code == UNKNOWN_MEMBER
    except discord.HTTPException:
        return False
    return False
