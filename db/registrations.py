"""Registered slash commands by application, so that they are sent to Discord only if they change."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import bindparam, select

from db import rows
from db.rows import Snowflake, column, from_row, to_row
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Registration:
    """A digest of the registered commands, and Discord's command ids by name."""

    application: Snowflake = field(metadata=column(primary_key=True))
    digest: str
    ids: Mapping[str, int]


table = rows.table("registrations", Registration)

_ONE = select(*rows.columns(table, Registration)).where(table.c.application == bindparam("application"))


async def find(reads: Reads, application: int) -> Registration | None:
    row = await reads.row(_ONE, {"application": application})
    return None if row is None else from_row(Registration, row)


async def upsert(tx: Transaction, registration: Registration) -> None:
    """Save a registration, replacing the application's earlier one."""
    await tx.upsert(table, to_row(registration), key="application")
