"""Application emoji that the bot has uploaded to Discord."""

from dataclasses import dataclass, field

from sqlalchemy import bindparam, select
from sqlalchemy import delete as sql_delete

from db import rows
from db.rows import Snowflake, column, from_row, to_row
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class UploadedEmoji:
    """An uploaded emoji. `version` identifies its picture."""

    application: Snowflake = field(metadata=column(primary_key=True))
    name: str = field(metadata=column(primary_key=True))
    id: Snowflake
    version: str


table = rows.table("emoji", UploadedEmoji)

_ALL = select(*rows.columns(table, UploadedEmoji)).where(table.c.application == bindparam("application"))
_DELETE = sql_delete(table).where(
    table.c.application == bindparam("application"), table.c.name == bindparam("name")
)


async def by_name(reads: Reads, application: int) -> dict[str, UploadedEmoji]:
    """Return the emoji of an application by name."""
    found = await reads.rows(_ALL, {"application": application})
    return {each.name: each for each in (from_row(UploadedEmoji, row) for row in found)}


async def upsert(tx: Transaction, emoji: UploadedEmoji) -> None:
    """Save an emoji, replacing the one with the same name."""
    await tx.upsert(table, to_row(emoji), key=("application", "name"))


async def delete(tx: Transaction, emoji: UploadedEmoji) -> None:
    await tx.execute(_DELETE, {"application": emoji.application, "name": emoji.name})
