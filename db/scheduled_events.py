"""Scheduled events that the bot has created on Discord servers."""

from dataclasses import dataclass, field

import sqlalchemy as sa

from db import rows
from db.rows import Snowflake, column
from db.transaction import Reads, Transaction, find_row, list_rows


@dataclass(frozen=True, slots=True)
class ScheduledEvent:
    """An event on a server. `subject` says what it is about; `digest` is of its current content."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    subject: str = field(metadata=column(primary_key=True))
    event: Snowflake
    digest: str


table = rows.table("scheduled_events", ScheduledEvent)

_ON_SERVER = rows.query(table, "server").order_by(table.c.subject)
_ONE = rows.query(table, "server", "subject")
_DELETE = sa.delete(table).where(*rows.equals(table, "server", "subject"))


async def find(reads: Reads, server: int, subject: str) -> ScheduledEvent | None:
    return await find_row(reads, ScheduledEvent, _ONE, server=server, subject=subject)


async def list_for_server(reads: Reads, server: int) -> tuple[ScheduledEvent, ...]:
    return await list_rows(reads, ScheduledEvent, _ON_SERVER, server=server)


async def upsert(tx: Transaction, event: ScheduledEvent) -> None:
    await tx.upsert(table, rows.to_row(event), key=("server", "subject"))


async def delete(tx: Transaction, server: int, subject: str) -> None:
    await tx.execute(_DELETE, {"server": server, "subject": subject})
