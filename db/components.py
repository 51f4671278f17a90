"""Components: the values games were dealt from, kept for as long as a game may need them."""

from dataclasses import dataclass, field

from sqlalchemy import bindparam, select

from db import rows
from db.rows import column
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Components:
    """The values of one title under their fingerprint, as text."""

    key: str = field(metadata=column(primary_key=True))
    pack: str = field(metadata=column(primary_key=True))
    text: str = field(repr=False)


table = rows.table("components", Components)

_ONE = select(table.c.text).where(table.c.key == bindparam("key"), table.c.pack == bindparam("pack"))


async def find(reads: Reads, key: str, pack: str) -> str | None:
    text: str | None = await reads.scalar(_ONE, {"key": key, "pack": pack})
    return text


async def keep(tx: Transaction, *values: Components) -> None:
    """Remember these; what is known already stays as it is."""
    await tx.insert(table, *map(rows.values_of, values), unless_known=("key", "pack"))
