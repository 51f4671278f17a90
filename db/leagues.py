"""Leagues: one for each title of a server, and who has signed on for every month until they sign off."""

from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, delete, select

from db import rows, servers, users
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class League:
    """A league. What it plays in a month are cups, its divisions, whose tables stand in that channel."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    key: str = field(metadata=column(primary_key=True))
    channel: Snowflake
    pace: str
    created: Moment


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who has signed on."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    key: str = field(metadata=column(primary_key=True))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    joined: Moment


table = rows.table("leagues", League)
members_table = rows.table("league_members", Member, Index(None, "person"))

_ON_SERVER = (
    select(*rows.columns(table, League)).where(table.c.server == bindparam("server")).order_by(table.c.key)
)
_ONE = _ON_SERVER.where(table.c.key == bindparam("key"))
_MEMBERS = (
    select(*rows.columns(members_table, Member))
    .where(members_table.c.server == bindparam("server"), members_table.c.key == bindparam("key"))
    .order_by(members_table.c.joined, members_table.c.person)
)


async def find(reads: Reads, server: int, key: str) -> League | None:
    row = await reads.row(reads.mine(_ONE), {"server": server, "key": key})
    return None if row is None else made(League, row)


async def on_server(reads: Reads, server: int) -> tuple[League, ...]:
    return tuple(made(League, row) for row in await reads.rows(_ON_SERVER, {"server": server}))


async def members(reads: Reads, server: int, key: str) -> tuple[Member, ...]:
    """Who has signed on, in the order they did."""
    return tuple(made(Member, row) for row in await reads.rows(_MEMBERS, {"server": server, "key": key}))


async def found(tx: Transaction, league: League) -> None:
    await servers.know(tx, league.server)
    await tx.insert(table, rows.values_of(league))


async def sign_on(tx: Transaction, league: League, person: int) -> None:
    await users.know(tx, person)
    await tx.insert(members_table, rows.values_of(Member(league.server, league.key, person, tx.now)))


async def sign_off(tx: Transaction, league: League, person: int) -> bool:
    """Says whether they had signed on."""
    own = members_table.c
    theirs = (own.server == league.server, own.key == league.key, own.person == person)
    return await tx.run(delete(members_table).where(*theirs)) == 1
