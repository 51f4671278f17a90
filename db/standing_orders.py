"""Standing orders: moves that are played automatically for a seat when they become possible.

An order that has ended stays with its reason, so that its owner can look it up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Index, bindparam, select, update

from db import rows
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order of a seat, in force while `ended` is None."""

    id: int = field(metadata=column(primary_key=True, serial=True))
    game: str = field(metadata=column(foreign_key="games.code"))
    seat: int
    person: Snowflake = field(metadata=column(foreign_key="people.id"))
    payload: Mapping[str, Any] = field(repr=False)
    created: Milliseconds
    ended: Milliseconds | None
    result: str | None


table = rows.table("orders", Order, Index(None, "game"), Index(None, "person"))

_EVERY = select(*rows.columns(table, Order))
_ONE = _EVERY.where(table.c.id == bindparam("order"))
_IN_FORCE = _EVERY.where(table.c.game == bindparam("game"), table.c.ended.is_(None)).order_by(table.c.id)
_STANDING = update(table).where(table.c.ended.is_(None))


async def list_in_force(reads: Reads, game: str, seat: int | None = None) -> tuple[Order, ...]:
    """Return the orders in force in a game, or of one seat, oldest first."""
    query = _IN_FORCE if seat is None else _IN_FORCE.where(table.c.seat == seat)
    return tuple(from_row(Order, row) for row in await reads.rows(query, {"game": game}))


async def find(reads: Reads, order_id: int) -> Order | None:
    row = await reads.row(_ONE, {"order": order_id})
    return None if row is None else from_row(Order, row)


async def insert(tx: Transaction, *, game: str, seat: int, person: int, payload: Mapping[str, Any]) -> None:
    row = {"game": game, "seat": seat, "person": person, "payload": dict(payload), "created": tx.now}
    await tx.insert(table, row, conflict_id=game)


async def end(tx: Transaction, order_id: int, result: str) -> bool:
    """End an order with a reason. Returns False if it had ended already."""
    standing = _STANDING.where(table.c.id == order_id)
    return await tx.execute(standing.values(ended=tx.now, result=result)) == 1


async def end_all(tx: Transaction, game: str, result: str, seat: int | None = None) -> None:
    """End the orders of a game, or those of one seat."""
    standing = _STANDING.where(table.c.game == game)
    if seat is not None:
        standing = standing.where(table.c.seat == seat)
    await tx.execute(standing.values(ended=tx.now, result=result))
