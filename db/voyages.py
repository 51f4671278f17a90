"""Voyages: weekly challenges with the same deal for all users, and the users' tries."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from db import rows, users
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, find_row, list_rows


@dataclass(frozen=True, slots=True)
class Voyage:
    """A deal that is open from the start of its `week` until it `closes`, then revealed.

    `level` is the strength of the computer opponent, None for a solo voyage. `opening` contains the moves
    that the computer has played for both seats, secret like the seed. `par` is the lead that the computer
    reached on the user's seat when it played both to the end.
    """

    week: Milliseconds = field(metadata=column(primary_key=True))
    closes: Milliseconds
    key: str
    options: Mapping[str, Any]
    level: str | None
    seed: bytes = field(repr=False)
    commitment: str
    revealed: Milliseconds | None = None
    opening: str = field(default="", repr=False, metadata=column(server_default=sa.text("''")))
    par: int | None = None


@dataclass(frozen=True, slots=True)
class VoyageTry:
    """A user's only try at a voyage, on a server or in private. Tries are ranked by `worth`.

    `worth` and `score` are None until the game has ended in time.
    """

    week: Milliseconds = field(metadata=column(primary_key=True, foreign_key="voyages.week"))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    game: str = field(metadata=column(foreign_key="games.code"))
    server: Snowflake | None
    began: Milliseconds
    ended: Milliseconds | None = None
    worth: int | None = None
    score: int | None = None


table = rows.table("voyages", Voyage)
tries_table = rows.table(
    "voyage_tries", VoyageTry, sa.Index(None, "game"), sa.Index(None, "person"), on_erasure="reassign"
)

_EVERY = rows.query(table)
_ONE = rows.query(table, "week")
_OF_WEEKS = (
    rows.query(tries_table)
    .where(tries_table.c.week.in_(sa.bindparam("weeks", expanding=True)))
    .order_by(tries_table.c.week, tries_table.c.worth.desc(), tries_table.c.ended, tries_table.c.person)
)
_OF_GAME = rows.query(tries_table, "game")
_OF_PERSON = rows.query(tries_table, "person").order_by(tries_table.c.week.desc())
_SINCE = _EVERY.where(table.c.week >= sa.bindparam("since")).order_by(table.c.week)


async def find(reads: Reads, week: int) -> Voyage | None:
    return await find_row(reads, Voyage, _ONE, week=week)


async def list_since(reads: Reads, week: int) -> tuple[Voyage, ...]:
    """Return the voyages from that week on, oldest first."""
    return await list_rows(reads, Voyage, _SINCE, since=week)


async def list_tries(reads: Reads, weeks: Collection[int]) -> tuple[VoyageTry, ...]:
    """Return all tries of these weeks, by week and best first."""
    return await list_rows(reads, VoyageTry, _OF_WEEKS, weeks=[*weeks])


async def list_tries_for_user(reads: Reads, user_id: int) -> tuple[VoyageTry, ...]:
    """Return the tries of a user, newest first."""
    return await list_rows(reads, VoyageTry, _OF_PERSON, person=user_id)


async def find_try_for_game(reads: Reads, game: str) -> VoyageTry | None:
    return await find_row(reads, VoyageTry, _OF_GAME, game=game)


async def insert(tx: Transaction, voyage: Voyage) -> bool:
    """Insert a voyage. Returns False if the week has one already."""
    return await tx.insert_if_new(table, rows.to_row(voyage), "week")


async def mark_revealed(tx: Transaction, voyage: Voyage) -> bool:
    """Mark the deal and ranking as public. Returns False if they were already."""
    unrevealed = sa.update(table).where(table.c.week == voyage.week, table.c.revealed.is_(None))
    return await tx.execute(unrevealed.values(revealed=tx.now)) == 1


async def insert_try(tx: Transaction, voyage: Voyage, user_id: int, game: str, server: int | None) -> None:
    await users.ensure_exists(tx, user_id)
    row = {"week": voyage.week, "person": user_id, "game": game, "server": server, "began": tx.now}
    await tx.insert(tries_table, row, conflict_id=game)


async def finish_try(tx: Transaction, game: str, *, worth: int, score: int) -> None:
    """Store the result of a try whose game has ended in time."""
    own = sa.update(tries_table).where(tries_table.c.game == game)
    await tx.execute(own.values(ended=tx.now, worth=worth, score=score))
