"""The emoji that Skald gave its application: which are its own, and which picture each shows."""

from dataclasses import dataclass, field

from sqlalchemy import bindparam, delete, select

from db import rows
from db.rows import Snowflake, column, made, values_of
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Uploaded:
    """One emoji: its id, and by `version` which picture it shows."""

    application: Snowflake = field(metadata=column(primary_key=True))
    name: str = field(metadata=column(primary_key=True))
    id: Snowflake
    version: str


table = rows.table("emoji", Uploaded)

_ALL = select(*rows.columns(table, Uploaded)).where(table.c.application == bindparam("application"))
_FORGET = delete(table).where(
    table.c.application == bindparam("application"), table.c.name == bindparam("name")
)


async def of_application(reads: Reads, application: int) -> dict[str, Uploaded]:
    """Those of an application, by name."""
    found = await reads.rows(_ALL, {"application": application})
    return {each.name: each for each in (made(Uploaded, row) for row in found)}


async def keep(tx: Transaction, uploaded: Uploaded) -> None:
    """In place of what was kept of the same name."""
    await tx.put(table, values_of(uploaded), key=("application", "name"))


async def forget(tx: Transaction, uploaded: Uploaded) -> None:
    await tx.run(_FORGET, {"application": uploaded.application, "name": uploaded.name})
