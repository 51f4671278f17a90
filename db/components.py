"""Component packs: the card and piece values that stored games were dealt from."""

from dataclasses import dataclass, field

import sqlalchemy as sa

from db import rows
from db.rows import column
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Components:
    """The component values of one title, stored under their fingerprint `pack`."""

    key: str = field(metadata=column(primary_key=True))
    pack: str = field(metadata=column(primary_key=True))
    text: str = field(repr=False)


table = rows.table("components", Components)

_ONE = sa.select(table.c.text).where(*rows.equals(table, "key", "pack"))


async def find_text(reads: Reads, key: str, pack: str) -> str | None:
    text: str | None = await reads.scalar(_ONE, {"key": key, "pack": pack})
    return text


async def insert_missing(tx: Transaction, *values: Components) -> None:
    """Insert packs that are not stored yet."""
    await tx.insert(table, *map(rows.to_row, values), skip_existing=("key", "pack"))
