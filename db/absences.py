"""Absences of users, which stop their clocks in all games."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, delete, select, update

from db import rows, users
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Absence:
    """A time when a user is away: declared in advance, or taken automatically when a clock ran out."""

    id: int = field(metadata=column(primary_key=True, serial=True))
    person: Snowflake = field(metadata=column(foreign_key="people.id"))
    start: Milliseconds
    until: Milliseconds
    cause: str


table = rows.table("absences", Absence, Index(None, "person", "start"))

_OF = (
    select(*rows.columns(table, Absence))
    .where(table.c.person.in_(bindparam("people", expanding=True)))
    .order_by(table.c.start, table.c.id)
)


async def list_by_user(reads: Reads, user_ids: Iterable[int]) -> dict[int, tuple[Absence, ...]]:
    """Return the absences of each of these users, earliest first."""
    found: dict[int, list[Absence]] = {user_id: [] for user_id in user_ids}
    if found:
        for row in await reads.rows(_OF, {"people": [*found]}):
            found[row["person"]].append(from_row(Absence, row))
    return {user_id: tuple(every) for user_id, every in found.items()}


async def add(tx: Transaction, user_id: int, start: int, until: int, cause: str) -> None:
    await users.ensure_exists(tx, user_id)
    await tx.insert(table, {"person": user_id, "start": start, "until": until, "cause": cause})


async def end(tx: Transaction, absence: Absence) -> None:
    """End an absence now. One that has not started is deleted."""
    own = table.c.id == absence.id
    if tx.now <= absence.start:
        await tx.execute(delete(table).where(own))
    elif tx.now < absence.until:
        await tx.execute(update(table).where(own).values(until=tx.now))
