"""Notes people keep for themselves: one a person and game, asked for by its writer alone."""

from dataclasses import dataclass, field

from sqlalchemy import bindparam, delete, select

from db import rows, users
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Note:
    """What somebody wrote down about a game, for themselves alone."""

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    text: str = field(repr=False)
    at: Moment


table = rows.table("notes", Note)

_ONE = select(*rows.columns(table, Note)).where(
    table.c.game == bindparam("game"), table.c.person == bindparam("person")
)


async def find(reads: Reads, game: str, person: int) -> Note | None:
    """What somebody wrote down for themselves about a game."""
    row = await reads.row(_ONE, {"game": game, "person": person})
    return None if row is None else made(Note, row)


async def keep(tx: Transaction, game: str, person: int, text: str) -> None:
    """Put a note in place of the one before; nothing but blanks takes it away."""
    if not text.strip():
        await tx.run(delete(table).where(table.c.game == game, table.c.person == person))
        return
    await users.know(tx, person)
    row = {"game": game, "person": person, "text": text, "at": tx.now}
    await tx.put(table, row, key=("game", "person"))
