"""Votes at a table, and the ballots cast."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Index, bindparam, insert, select, update

from db import rows
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction


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


table = rows.table("votes", Vote, Index(None, "game"))
ballots_table = rows.table("ballots", Ballot)

_EVERY = select(*rows.columns(table, Vote))
_ONE = _EVERY.where(table.c.id == bindparam("vote"))
_OPEN = _EVERY.where(table.c.game == bindparam("game"), table.c.closed.is_(None)).order_by(table.c.id)
_BALLOTS = (
    select(ballots_table.c.person, ballots_table.c.choice)
    .where(ballots_table.c.vote == bindparam("vote"))
    .order_by(ballots_table.c.at)
)


async def find(reads: Reads, vote_id: int) -> Vote | None:
    row = await reads.row(reads.for_update(_ONE), {"vote": vote_id})
    return None if row is None else from_row(Vote, row)


async def list_open(
    reads: Reads, game: str, kind: str | None = None, seat: int | None = None
) -> tuple[Vote, ...]:
    """Return the open votes of a game, optionally of one kind or seat, oldest first."""
    query = _OPEN
    if kind is not None:
        query = query.where(table.c.kind == kind)
    if seat is not None:
        query = query.where(table.c.seat == seat)
    return tuple(from_row(Vote, row) for row in await reads.rows(query, {"game": game}))


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
    """Open a vote."""
    asked = dict(payload or {})
    row = {"game": game, "kind": kind, "seat": seat, "payload": asked, "opened": tx.now}
    row |= {"opened_by": opened_by, "closes": closes}
    (added,) = await tx.fetch(insert(table).returning(table.c.id), row)
    return Vote(added["id"], game, kind, seat, asked, tx.now, opened_by, closes)


async def cast_ballot(tx: Transaction, vote: Vote, user_id: int, choice: str) -> None:
    """Save a user's choice, replacing an earlier one."""
    row = {"vote": vote.id, "person": user_id, "choice": choice, "at": tx.now}
    await tx.upsert(ballots_table, row, key=("vote", "person"))


async def close(tx: Transaction, vote: Vote, result: str) -> bool:
    """Close a vote with a result. Returns False if it was closed already."""
    still_open = update(table).where(table.c.id == vote.id, table.c.closed.is_(None))
    return await tx.execute(still_open.values(closed=tx.now, result=result)) == 1
