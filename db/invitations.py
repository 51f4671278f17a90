"""Invitations: who was asked to a table by name, and who of them has declined."""

from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, delete, false, select, update

from db import rows
from db.rows import Moment, Snowflake, column
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody who was asked to a table that gathers; whoever has sat down is not there any more."""

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    person: Snowflake = field(metadata=column(primary_key=True))
    at: Moment
    declined: bool = field(default=False, metadata=column(server_default=false()))


table = rows.table("invitations", Invited, Index(None, "person"))

_OF_GAME = (
    select(table.c.person, table.c.declined)
    .where(table.c.game == bindparam("game"))
    .order_by(table.c.at, table.c.person)
)
_DROP_ALL = delete(table).where(table.c.game == bindparam("game"))
_DROP = _DROP_ALL.where(table.c.person == bindparam("person"))
_DECLINE = (
    update(table)
    .where(table.c.game == bindparam("of_game"), table.c.person == bindparam("of_person"), ~table.c.declined)
    .values(declined=True)
)


@dataclass(frozen=True, slots=True)
class Guests:
    """Those invited to a table who do not sit there: who has not answered yet, and who does not come."""

    awaited: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()


async def to(reads: Reads, code: str) -> Guests:
    found = await reads.rows(_OF_GAME, {"game": code})
    return Guests(
        tuple(row["person"] for row in found if not row["declined"]),
        tuple(row["person"] for row in found if row["declined"]),
    )


async def invite(tx: Transaction, code: str, *people: int) -> None:
    invited = ({"game": code, "person": person, "at": tx.now} for person in people)
    await tx.insert(table, *invited, unless_known=("game", "person"))


async def taken(tx: Transaction, code: str, person: int) -> bool:
    """Somebody sits down; says whether they were invited."""
    return await tx.run(_DROP, {"game": code, "person": person}) == 1


async def declined(tx: Transaction, code: str, person: int) -> bool:
    """Somebody does not come; says whether that is news."""
    return await tx.run(_DECLINE, {"of_game": code, "of_person": person}) == 1


async def drop_all(tx: Transaction, code: str) -> None:
    """The table gathers no longer."""
    await tx.run(_DROP_ALL, {"game": code})
