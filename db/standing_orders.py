"""Standing orders: moves that are played automatically for a seat when they become possible.

An order that has ended stays with its reason, so that its owner can look it up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from db import rows
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, find_row, list_rows


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


table = rows.table("orders", Order, sa.Index(None, "game"), sa.Index(None, "person"), on_erasure="delete")

_ONE = rows.query(table, "id")
_IN_FORCE = rows.query(table, "game").where(table.c.ended.is_(None)).order_by(table.c.id)
_STANDING = sa.update(table).where(table.c.ended.is_(None))


async def list_in_force(reads: Reads, game: str, seat: int | None = None) -> tuple[Order, ...]:
    """Return the orders in force in a game, or of one seat, oldest first."""
    return await list_rows(reads, Order, _IN_FORCE.where(*rows.matching(table, seat=seat)), game=game)


async def find(reads: Reads, order_id: int) -> Order | None:
    return await find_row(reads, Order, _ONE, id=order_id)


async def insert(tx: Transaction, *, game: str, seat: int, person: int, payload: Mapping[str, Any]) -> None:
    row = {"game": game, "seat": seat, "person": person, "payload": dict(payload), "created": tx.now}
    await tx.insert(table, row, conflict_id=game)


async def end(tx: Transaction, order_id: int, result: str) -> bool:
    """End an order with a reason. Returns False if it had ended already."""
    standing = _STANDING.where(table.c.id == order_id)
    return await tx.execute(standing.values(ended=tx.now, result=result)) == 1


async def end_all(tx: Transaction, game: str, result: str, seat: int | None = None) -> None:
    """End the orders of a game, or those of one seat."""
    standing = _STANDING.where(*rows.matching(table, game=game, seat=seat))
    await tx.execute(standing.values(ended=tx.now, result=result))
