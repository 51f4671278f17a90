"""Standing orders: what a player decided in advance, asked for only on their own behalf.

An order that ended stays, with its reason, for whoever asks what became of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Index, bindparam, select, update

from db import rows
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Order:
    """What a seat does by itself when it can, and until when; in force while `ended` is None."""

    id: int = field(metadata=column(primary_key=True, counter=True))
    game: str = field(metadata=column(foreign_key="games.code"))
    seat: int
    person: Snowflake = field(metadata=column(foreign_key="people.id"))
    payload: Mapping[str, Any] = field(repr=False)
    created: Moment
    ended: Moment | None
    result: str | None


table = rows.table("orders", Order, Index(None, "game"), Index(None, "person"))

_EVERY = select(*rows.columns(table, Order))
_ONE = _EVERY.where(table.c.id == bindparam("order"))
_IN_FORCE = _EVERY.where(table.c.game == bindparam("game"), table.c.ended.is_(None)).order_by(table.c.id)
_STANDING = update(table).where(table.c.ended.is_(None))


async def in_force(reads: Reads, game: str, seat: int | None = None) -> tuple[Order, ...]:
    """The orders in force in a game, the oldest first."""
    query = _IN_FORCE if seat is None else _IN_FORCE.where(table.c.seat == seat)
    return tuple(made(Order, row) for row in await reads.rows(query, {"game": game}))


async def find(reads: Reads, number: int) -> Order | None:
    row = await reads.row(_ONE, {"order": number})
    return None if row is None else made(Order, row)


async def give(tx: Transaction, *, game: str, seat: int, person: int, payload: Mapping[str, Any]) -> None:
    row = {"game": game, "seat": seat, "person": person, "payload": dict(payload), "created": tx.now}
    await tx.insert(table, row, whose=game)


async def end(tx: Transaction, number: int, result: str) -> bool:
    """False when it had ended already."""
    standing = _STANDING.where(table.c.id == number)
    return await tx.run(standing.values(ended=tx.now, result=result)) == 1


async def end_all(tx: Transaction, game: str, result: str, seat: int | None = None) -> None:
    """End the orders of a game, or those of one seat."""
    standing = _STANDING.where(table.c.game == game)
    if seat is not None:
        standing = standing.where(table.c.seat == seat)
    await tx.run(standing.values(ended=tx.now, result=result))
