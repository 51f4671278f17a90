"""Leagues, one per title and server, and their members. A month's divisions are cups (`db.cups`)."""

from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, delete, select

from db import rows, servers, users
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction


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
members_table = rows.table("league_members", LeagueMember, Index(None, "person"))

_ON_SERVER = (
    select(*rows.columns(table, League)).where(table.c.server == bindparam("server")).order_by(table.c.key)
)
_ONE = _ON_SERVER.where(table.c.key == bindparam("key"))
_MEMBERS = (
    select(*rows.columns(members_table, LeagueMember))
    .where(members_table.c.server == bindparam("server"), members_table.c.key == bindparam("key"))
    .order_by(members_table.c.joined, members_table.c.person)
)


async def find(reads: Reads, server: int, key: str) -> League | None:
    row = await reads.row(reads.for_update(_ONE), {"server": server, "key": key})
    return None if row is None else from_row(League, row)


async def list_for_server(reads: Reads, server: int) -> tuple[League, ...]:
    return tuple(from_row(League, row) for row in await reads.rows(_ON_SERVER, {"server": server}))


async def list_members(reads: Reads, server: int, key: str) -> tuple[LeagueMember, ...]:
    """Return the members of a league in the order they joined."""
    return tuple(
        from_row(LeagueMember, row) for row in await reads.rows(_MEMBERS, {"server": server, "key": key})
    )


async def create(tx: Transaction, league: League) -> None:
    await servers.ensure_exists(tx, league.server)
    await tx.insert(table, rows.to_row(league))


async def add_member(tx: Transaction, league: League, user_id: int) -> None:
    await users.ensure_exists(tx, user_id)
    await tx.insert(members_table, rows.to_row(LeagueMember(league.server, league.key, user_id, tx.now)))


async def remove_member(tx: Transaction, league: League, user_id: int) -> bool:
    """Remove a member. Returns False if they were none."""
    own = members_table.c
    theirs = (own.server == league.server, own.key == league.key, own.person == user_id)
    return await tx.execute(delete(members_table).where(*theirs)) == 1
