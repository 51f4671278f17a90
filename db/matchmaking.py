"""The waiting list: who would play what, at which pace and with how many."""

from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, delete, select

from db import rows, servers, users
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody waits for a table of so many on a server; it would be opened in that channel."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    key: str = field(metadata=column(primary_key=True))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    pace: str
    seats: int
    channel: Snowflake
    since: Moment


table = rows.table("waiting", Waiter, Index(None, "person"))

_EVERY = select(*rows.columns(table, Waiter)).order_by(table.c.since, table.c.person)
_ALIKE = _EVERY.where(
    *(table.c[name] == bindparam(name) for name in ("server", "key", "pace", "seats")),
)
_OF = _EVERY.where(table.c.server == bindparam("server"), table.c.person == bindparam("person"))


async def alike(reads: Reads, one: Waiter) -> tuple[Waiter, ...]:
    """All who wait for the same as somebody, themselves among them, the longest waiting first."""
    same = {"server": one.server, "key": one.key, "pace": one.pace, "seats": one.seats}
    return tuple(made(Waiter, row) for row in await reads.rows(_ALIKE, same))


async def of(reads: Reads, server: int, person: int) -> tuple[Waiter, ...]:
    """What somebody waits for on a server."""
    found = await reads.rows(_OF, {"server": server, "person": person})
    return tuple(made(Waiter, row) for row in found)


async def wait(tx: Transaction, one: Waiter) -> None:
    """For each title somebody waits once on a server: what they said last holds."""
    await servers.know(tx, one.server)
    await users.know(tx, one.person)
    await tx.put(table, rows.values_of(one), key=("server", "key", "person"))


async def stop(tx: Transaction, *those: Waiter) -> None:
    for one in those:
        own = (table.c.server == one.server, table.c.key == one.key, table.c.person == one.person)
        await tx.run(delete(table).where(*own))
