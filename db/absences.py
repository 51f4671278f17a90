"""Absences of users, which stop their clocks in all games."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import sqlalchemy as sa

from db import rows, users
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, list_rows


@dataclass(frozen=True, slots=True)
class Absence:
    """A time when a user is away: declared in advance, or taken automatically when a clock ran out."""

    id: int = field(metadata=column(primary_key=True, serial=True))
    person: Snowflake = field(metadata=column(foreign_key="people.id"))
    start: Milliseconds
    until: Milliseconds
    cause: str


table = rows.table("absences", Absence, sa.Index(None, "person", "start"), on_erasure="delete")

_OF = (
    rows.query(table)
    .where(table.c.person.in_(sa.bindparam("people", expanding=True)))
    .order_by(table.c.start, table.c.id)
)


async def list_by_user(reads: Reads, user_ids: Iterable[int]) -> dict[int, tuple[Absence, ...]]:
    """Return the absences of each of these users, earliest first."""
    found: dict[int, tuple[Absence, ...]] = dict.fromkeys(user_ids, ())
    if found:
        for absence in await list_rows(reads, Absence, _OF, people=[*found]):
            found[absence.person] += (absence,)
    return found


async def add(tx: Transaction, user_id: int, start: int, until: int, cause: str) -> None:
    await users.ensure_exists(tx, user_id)
    await tx.insert(table, {"person": user_id, "start": start, "until": until, "cause": cause})


async def end(tx: Transaction, absence: Absence) -> None:
    """End an absence now. One that has not started is deleted."""
    own = table.c.id == absence.id
    if tx.now <= absence.start:
        await tx.execute(sa.delete(table).where(own))
    elif tx.now < absence.until:
        await tx.execute(sa.update(table).where(own).values(until=tx.now))
