"""Kudos people give each other: once from one person to another for one game."""

from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, func, select

from db import rows
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Kudos:
    """A thank-you from one person to another for a game."""

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    giver: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    receiver: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    at: Moment


table = rows.table("kudos", Kudos, Index(None, "receiver"))

_AT = (
    select(*rows.columns(table, Kudos))
    .where(table.c.game == bindparam("game"))
    .order_by(table.c.at, table.c.giver, table.c.receiver)
)
_COUNT = select(func.count()).where(table.c.receiver == bindparam("receiver"))


async def at(reads: Reads, game: str) -> tuple[Kudos, ...]:
    """The kudos given after a game, oldest first."""
    return tuple(made(Kudos, row) for row in await reads.rows(_AT, {"game": game}))


async def count(reads: Reads, receiver: int) -> int:
    """How many somebody was given."""
    return int(await reads.scalar(_COUNT, {"receiver": receiver}) or 0)


async def give(tx: Transaction, game: str, giver: int, receiver: int) -> bool:
    """Whether they were new."""
    row = {"game": game, "giver": giver, "receiver": receiver, "at": tx.now}
    return await tx.insert_new(table, row, ("game", "giver", "receiver"))
