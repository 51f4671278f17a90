"""Kudos from one user to another, at most one for each game."""

from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, func, select

from db import rows
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Kudos:
    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    giver: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    receiver: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    at: Milliseconds


table = rows.table("kudos", Kudos, Index(None, "receiver"))

_AT = (
    select(*rows.columns(table, Kudos))
    .where(table.c.game == bindparam("game"))
    .order_by(table.c.at, table.c.giver, table.c.receiver)
)
_COUNT = select(func.count()).where(table.c.receiver == bindparam("receiver"))


async def list_for_game(reads: Reads, game: str) -> tuple[Kudos, ...]:
    """Return the kudos given for a game, oldest first."""
    return tuple(from_row(Kudos, row) for row in await reads.rows(_AT, {"game": game}))


async def count_received(reads: Reads, receiver: int) -> int:
    return int(await reads.scalar(_COUNT, {"receiver": receiver}) or 0)


async def insert(tx: Transaction, game: str, giver: int, receiver: int) -> bool:
    """Give kudos. Returns False if they were given already."""
    row = {"game": game, "giver": giver, "receiver": receiver, "at": tx.now}
    return await tx.insert_if_new(table, row, ("game", "giver", "receiver"))
