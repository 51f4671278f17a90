"""Private notes, one per user and game, shown only to their author."""

from dataclasses import dataclass, field

import sqlalchemy as sa

from db import rows, users
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, find_row


@dataclass(frozen=True, slots=True)
class Note:
    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    text: str = field(repr=False)
    at: Milliseconds


table = rows.table("notes", Note, on_erasure="delete")

_ONE = rows.query(table, "game", "person")


async def find(reads: Reads, game: str, user_id: int) -> Note | None:
    return await find_row(reads, Note, _ONE, game=game, person=user_id)


async def save(tx: Transaction, game: str, user_id: int, text: str) -> None:
    """Save a note, replacing the earlier one. A blank text deletes it."""
    if not text.strip():
        await tx.execute(sa.delete(table).where(table.c.game == game, table.c.person == user_id))
        return
    await users.ensure_exists(tx, user_id)
    row = {"game": game, "person": user_id, "text": text, "at": tx.now}
    await tx.upsert(table, row, key=("game", "person"))
