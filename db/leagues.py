"""Leagues, one per title and server, and their members. A month's divisions are cups (`db.cups`)."""

from dataclasses import dataclass, field

import sqlalchemy as sa

from db import rows, servers, users
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, find_row, list_rows


@dataclass(frozen=True, slots=True)
class League:
    """A league. The tables of its divisions are posted in `channel`."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    key: str = field(metadata=column(primary_key=True))
    channel: Snowflake
    pace: str
    created: Milliseconds


@dataclass(frozen=True, slots=True)
class LeagueMember:
    """A user who plays in the league every month until they leave it."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    key: str = field(metadata=column(primary_key=True))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    joined: Milliseconds


table = rows.table("leagues", League)
members_table = rows.table("league_members", LeagueMember, sa.Index(None, "person"), on_erasure="delete")

_ON_SERVER = rows.query(table, "server").order_by(table.c.key)
_ONE = _ON_SERVER.where(table.c.key == sa.bindparam("key"))
_MEMBERS = rows.query(members_table, "server", "key").order_by(members_table.c.joined, members_table.c.person)


async def find(reads: Reads, server: int, key: str) -> League | None:
    return await find_row(reads, League, reads.for_update(_ONE), server=server, key=key)


async def list_for_server(reads: Reads, server: int) -> tuple[League, ...]:
    return await list_rows(reads, League, _ON_SERVER, server=server)


async def list_members(reads: Reads, server: int, key: str) -> tuple[LeagueMember, ...]:
    """Return the members of a league in the order they joined."""
    return await list_rows(reads, LeagueMember, _MEMBERS, server=server, key=key)


async def create(tx: Transaction, league: League) -> None:
    await servers.ensure_exists(tx, league.server)
    await tx.insert(table, rows.to_row(league))


async def add_member(tx: Transaction, league: League, user_id: int) -> None:
    await users.ensure_exists(tx, user_id)
    await tx.insert(members_table, rows.to_row(LeagueMember(league.server, league.key, user_id, tx.now)))


async def remove_member(tx: Transaction, league: League, user_id: int) -> bool:
    """Remove a member. Returns False if they were none."""
    theirs = rows.matching(members_table, server=league.server, key=league.key, person=user_id)
    return await tx.execute(sa.delete(members_table).where(*theirs)) == 1
