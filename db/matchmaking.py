"""Matchmaking queue: users waiting for a table of a title, pace and size."""

from dataclasses import dataclass, field

import sqlalchemy as sa

from db import rows, servers, users
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, list_rows


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """A user's request for a table with `seats` players, to be opened in `channel`."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    key: str = field(metadata=column(primary_key=True))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    pace: str
    seats: int
    channel: Snowflake
    since: Milliseconds


table = rows.table("waiting", MatchRequest, sa.Index(None, "person"), on_erasure="delete")

_EVERY = rows.query(table).order_by(table.c.since, table.c.person)
_ALIKE = _EVERY.where(*rows.equals(table, "server", "key", "pace", "seats"))
_OF = _EVERY.where(*rows.equals(table, "server", "person"))


async def list_matching(reads: Reads, request: MatchRequest) -> tuple[MatchRequest, ...]:
    """Return all requests for the same kind of table, the given one included, longest waiting first."""
    same = {"server": request.server, "key": request.key, "pace": request.pace, "seats": request.seats}
    return await list_rows(reads, MatchRequest, _ALIKE, **same)


async def list_for_user(reads: Reads, server: int, user_id: int) -> tuple[MatchRequest, ...]:
    return await list_rows(reads, MatchRequest, _OF, server=server, person=user_id)


async def upsert(tx: Transaction, request: MatchRequest) -> None:
    """Add a request, replacing the user's earlier one for the same title and server."""
    await servers.ensure_exists(tx, request.server)
    await users.ensure_exists(tx, request.person)
    await tx.upsert(table, rows.to_row(request), key=("server", "key", "person"))


async def delete(tx: Transaction, *requests: MatchRequest) -> None:
    for one in requests:
        own = rows.matching(table, server=one.server, key=one.key, person=one.person)
        await tx.execute(sa.delete(table).where(*own))
