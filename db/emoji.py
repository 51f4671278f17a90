"""Application emoji that the bot has uploaded to Discord."""

from dataclasses import dataclass, field

import sqlalchemy as sa

from db import rows
from db.rows import Snowflake, column, to_row
from db.transaction import Reads, Transaction, list_rows


@dataclass(frozen=True, slots=True)
class UploadedEmoji:
    """An uploaded emoji. `version` identifies its picture."""

    application: Snowflake = field(metadata=column(primary_key=True))
    name: str = field(metadata=column(primary_key=True))
    id: Snowflake
    version: str


table = rows.table("emoji", UploadedEmoji)

_ALL = rows.query(table, "application")
_DELETE = sa.delete(table).where(*rows.equals(table, "application", "name"))


async def by_name(reads: Reads, application: int) -> dict[str, UploadedEmoji]:
    found = await list_rows(reads, UploadedEmoji, _ALL, application=application)
    return {each.name: each for each in found}


async def upsert(tx: Transaction, emoji: UploadedEmoji) -> None:
    """Save an emoji, replacing the one with the same name."""
    await tx.upsert(table, to_row(emoji), key=("application", "name"))


async def delete(tx: Transaction, emoji: UploadedEmoji) -> None:
    await tx.execute(_DELETE, {"application": emoji.application, "name": emoji.name})
