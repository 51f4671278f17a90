"""Private notes, one per user and game, shown only to their author."""

from dataclasses import dataclass, field

from sqlalchemy import bindparam, delete, select

from db import rows, users
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Note:
    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    text: str = field(repr=False)
    at: Milliseconds


table = rows.table("notes", Note)

_ONE = select(*rows.columns(table, Note)).where(
    table.c.game == bindparam("game"), table.c.person == bindparam("person")
)


async def find(reads: Reads, game: str, user_id: int) -> Note | None:
    row = await reads.row(_ONE, {"game": game, "person": user_id})
    return None if row is None else from_row(Note, row)


async def save(tx: Transaction, game: str, user_id: int, text: str) -> None:
    """Save a note, replacing the earlier one. A blank text deletes it."""
    if not text.strip():
        await tx.execute(delete(table).where(table.c.game == game, table.c.person == user_id))
        return
    await users.ensure_exists(tx, user_id)
    row = {"game": game, "person": user_id, "text": text, "at": tx.now}
    await tx.upsert(table, row, key=("game", "person"))
