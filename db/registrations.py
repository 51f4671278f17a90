"""What Discord was last told of the slash commands, by application: it is told again only of others."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import bindparam, select

from db import rows
from db.rows import Snowflake, column, made, values_of
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Registration:
    """The digest of all that was told, and the ids that Discord gave the commands, by name."""

    application: Snowflake = field(metadata=column(primary_key=True))
    digest: str
    ids: Mapping[str, int]


table = rows.table("registrations", Registration)

_ONE = select(*rows.columns(table, Registration)).where(table.c.application == bindparam("application"))


async def find(reads: Reads, application: int) -> Registration | None:
    row = await reads.row(_ONE, {"application": application})
    return None if row is None else made(Registration, row)


async def keep(tx: Transaction, registration: Registration) -> None:
    """In place of what was kept of the same application."""
    await tx.put(table, values_of(registration), key="application")
