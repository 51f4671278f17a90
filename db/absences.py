"""Days away: of people, wherever they play."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, delete, select, update

from db import rows
from db import users as known
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Absence:
    """A time during which somebody is away: declared ahead, or spent when their clock ran out."""

    id: int = field(metadata=column(primary_key=True, counter=True))
    person: Snowflake = field(metadata=column(foreign_key="people.id"))
    start: Moment
    until: Moment
    cause: str


table = rows.table("absences", Absence, Index(None, "person", "start"))

_OF = (
    select(*rows.columns(table, Absence))
    .where(table.c.person.in_(bindparam("people", expanding=True)))
    .order_by(table.c.start, table.c.id)
)


async def of(reads: Reads, people: Iterable[int]) -> dict[int, tuple[Absence, ...]]:
    """The days away of each of those people, the earliest first."""
    found: dict[int, list[Absence]] = {person: [] for person in people}
    if found:
        for row in await reads.rows(_OF, {"people": [*found]}):
            found[row["person"]].append(made(Absence, row))
    return {person: tuple(every) for person, every in found.items()}


async def add(tx: Transaction, person: int, start: int, until: int, cause: str) -> None:
    await known.know(tx, person)
    await tx.insert(table, {"person": person, "start": start, "until": until, "cause": cause})


async def end(tx: Transaction, absence: Absence) -> None:
    """Come back early; an absence that had not begun is as if it had never been declared."""
    own = table.c.id == absence.id
    if tx.now <= absence.start:
        await tx.run(delete(table).where(own))
    elif tx.now < absence.until:
        await tx.run(update(table).where(own).values(until=tx.now))
