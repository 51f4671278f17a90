"""Kudos from one user to another, at most one for each game."""

from dataclasses import dataclass, field

import sqlalchemy as sa

from db import rows
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, list_rows


@dataclass(frozen=True, slots=True)
class Kudos:
    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    giver: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    receiver: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    at: Milliseconds


table = rows.table("kudos", Kudos, sa.Index(None, "receiver"))

_AT = rows.query(table, "game").order_by(table.c.at, table.c.giver, table.c.receiver)
_COUNT = sa.select(sa.func.count()).where(table.c.receiver == sa.bindparam("receiver"))


async def list_for_game(reads: Reads, game: str) -> tuple[Kudos, ...]:
    """Return the kudos given for a game, oldest first."""
    return await list_rows(reads, Kudos, _AT, game=game)


async def count_received(reads: Reads, receiver: int) -> int:
    return int(await reads.scalar(_COUNT, {"receiver": receiver}) or 0)


async def insert(tx: Transaction, game: str, giver: int, receiver: int) -> bool:
    """Give kudos. Returns False if they were given already."""
    row = {"game": game, "giver": giver, "receiver": receiver, "at": tx.now}
    return await tx.insert_if_new(table, row, ("game", "giver", "receiver"))
