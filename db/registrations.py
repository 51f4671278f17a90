"""Registered slash commands by application, so that they are sent to Discord only if they change."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from db import rows
from db.rows import Snowflake, column, to_row
from db.transaction import Reads, Transaction, find_row


@dataclass(frozen=True, slots=True)
class Registration:
    """A digest of the registered commands, and Discord's command ids by name."""

    application: Snowflake = field(metadata=column(primary_key=True))
    digest: str
    ids: Mapping[str, int]


table = rows.table("registrations", Registration)

_ONE = rows.query(table, "application")


async def find(reads: Reads, application: int) -> Registration | None:
    return await find_row(reads, Registration, _ONE, application=application)


async def upsert(tx: Transaction, registration: Registration) -> None:
    """Save a registration, replacing the application's earlier one."""
    await tx.upsert(table, to_row(registration), key="application")
