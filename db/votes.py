"""Votes at a table, and the ballots cast."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from db import rows
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, find_row, list_rows


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote about a seat or the whole table. `result` is set when it closes."""

    id: int = field(metadata=column(primary_key=True, serial=True))
    game: str = field(metadata=column(foreign_key="games.code"))
    kind: str
    seat: int | None
    payload: Mapping[str, Any]
    opened: Milliseconds
    opened_by: Snowflake | None
    closes: Milliseconds
    closed: Milliseconds | None = None
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Ballot:
    vote: int = field(metadata=column(primary_key=True, foreign_key="votes.id", serial=True))
    person: Snowflake = field(metadata=column(primary_key=True))
    choice: str
    at: Milliseconds


table = rows.table("votes", Vote, sa.Index(None, "game"))
ballots_table = rows.table("ballots", Ballot, on_erasure="reassign")

_ONE = rows.query(table, "id")
_OPEN = rows.query(table, "game").where(table.c.closed.is_(None)).order_by(table.c.id)
_BALLOTS = rows.query(ballots_table, "vote").order_by(ballots_table.c.at)


async def find(reads: Reads, vote_id: int) -> Vote | None:
    return await find_row(reads, Vote, reads.for_update(_ONE), id=vote_id)


async def list_open(
    reads: Reads, game: str, kind: str | None = None, seat: int | None = None
) -> tuple[Vote, ...]:
    """Return the open votes of a game, optionally of one kind or seat, oldest first."""
    return await list_rows(reads, Vote, _OPEN.where(*rows.matching(table, kind=kind, seat=seat)), game=game)


async def ballots_by_user(reads: Reads, vote_id: int) -> dict[int, str]:
    """Return the choices of a vote by user, in the order they were cast."""
    return {row["person"]: row["choice"] for row in await reads.rows(_BALLOTS, {"vote": vote_id})}


async def create(
    tx: Transaction,
    game: str,
    kind: str,
    *,
    closes: int,
    seat: int | None = None,
    opened_by: int | None = None,
    payload: Mapping[str, Any] | None = None,
) -> Vote:
    asked = dict(payload or {})
    row = {"game": game, "kind": kind, "seat": seat, "payload": asked, "opened": tx.now}
    row |= {"opened_by": opened_by, "closes": closes}
    (added,) = await tx.fetch(sa.insert(table).returning(table.c.id), row)
    return Vote(added["id"], game, kind, seat, asked, tx.now, opened_by, closes)


async def cast_ballot(tx: Transaction, vote: Vote, user_id: int, choice: str) -> None:
    """Save a user's choice, replacing an earlier one."""
    row = {"vote": vote.id, "person": user_id, "choice": choice, "at": tx.now}
    await tx.upsert(ballots_table, row, key=("vote", "person"))


async def close(tx: Transaction, vote: Vote, result: str) -> bool:
    """Close a vote with a result. Returns False if it was closed already."""
    still_open = sa.update(table).where(table.c.id == vote.id, table.c.closed.is_(None))
    return await tx.execute(still_open.values(closed=tx.now, result=result)) == 1
