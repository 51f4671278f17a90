"""Votes: what a table is asked, and what people answered."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Index, bindparam, insert, select, update

from db import rows
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Vote:
    """Something a table is asked, about a seat or about all. `result` says what came of it once closed."""

    id: int = field(metadata=column(primary_key=True, counter=True))
    game: str = field(metadata=column(foreign_key="games.code"))
    kind: str
    seat: int | None
    payload: Mapping[str, Any]
    opened: Moment
    opened_by: Snowflake | None
    closes: Moment
    closed: Moment | None = None
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Ballot:
    """What somebody answered."""

    vote: int = field(metadata=column(primary_key=True, foreign_key="votes.id", counter=True))
    person: Snowflake = field(metadata=column(primary_key=True))
    choice: str
    at: Moment


table = rows.table("votes", Vote, Index(None, "game"))
cast_ballots = rows.table("ballots", Ballot)

_EVERY = select(*rows.columns(table, Vote))
_ONE = _EVERY.where(table.c.id == bindparam("vote"))
_OPEN = _EVERY.where(table.c.game == bindparam("game"), table.c.closed.is_(None)).order_by(table.c.id)
_BALLOTS = (
    select(cast_ballots.c.person, cast_ballots.c.choice)
    .where(cast_ballots.c.vote == bindparam("vote"))
    .order_by(cast_ballots.c.at)
)


async def find(reads: Reads, vote: int) -> Vote | None:
    row = await reads.row(reads.mine(_ONE), {"vote": vote})
    return None if row is None else made(Vote, row)


async def open_at(
    reads: Reads, game: str, kind: str | None = None, seat: int | None = None
) -> tuple[Vote, ...]:
    """What a table is being asked, the oldest first."""
    query = _OPEN
    if kind is not None:
        query = query.where(table.c.kind == kind)
    if seat is not None:
        query = query.where(table.c.seat == seat)
    return tuple(made(Vote, row) for row in await reads.rows(query, {"game": game}))


async def ballots(reads: Reads, vote: int) -> dict[int, str]:
    """What each person answered."""
    return {row["person"]: row["choice"] for row in await reads.rows(_BALLOTS, {"vote": vote})}


async def open(  # noqa: A001 - read as `votes.open`
    tx: Transaction,
    game: str,
    kind: str,
    *,
    closes: int,
    seat: int | None = None,
    opened_by: int | None = None,
    payload: Mapping[str, Any] | None = None,
) -> Vote:
    """Ask a table something."""
    asked = dict(payload or {})
    row = {"game": game, "kind": kind, "seat": seat, "payload": asked, "opened": tx.now}
    row |= {"opened_by": opened_by, "closes": closes}
    (added,) = await tx.fetch(insert(table).returning(table.c.id), row)
    return Vote(added["id"], game, kind, seat, asked, tx.now, opened_by, closes)


async def cast(tx: Transaction, vote: Vote, person: int, choice: str) -> None:
    """What somebody answers, in place of what they answered before."""
    row = {"vote": vote.id, "person": person, "choice": choice, "at": tx.now}
    await tx.put(cast_ballots, row, key=("vote", "person"))


async def close(tx: Transaction, vote: Vote, result: str) -> bool:
    """End a vote; False where it had ended already."""
    still_open = update(table).where(table.c.id == vote.id, table.c.closed.is_(None))
    return await tx.run(still_open.values(closed=tx.now, result=result)) == 1
