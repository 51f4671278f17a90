"""One transaction on one connection: reads see one moment, and writes happen together or not at all."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Insert, Select, Table, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from db import tables
from db.reads import Reads
from db.trouble import Conflict, already_taken


class Transaction(Reads):
    """Reads of one moment."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._held = connection

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection]:
        yield self._held


class Writing(Transaction):
    """What all writes have in common."""

    def _mine(self, query: Select[Any]) -> Select[Any]:
        # SQLite's writer is alone anyway; elsewhere the row is locked until the commit.
        return query.with_for_update()

    async def _insert(self, table: Table, row: Mapping[str, Any], *, game: str | None = None) -> None:
        await self._add(insert(table).values(**row), game or table.name)

    async def _add(self, statement: Insert, whose: str) -> bool:
        """Whether a row was added; a row of the same key added by another process meanwhile is a conflict."""
        try:
            return (await self._held.execute(statement)).rowcount == 1
        except IntegrityError as error:
            if not already_taken(error):
                raise
            raise Conflict(whose) from error

    async def _upsert(self, table: Table, blank: Mapping[str, Any], changes: Mapping[str, Any]) -> None:
        row = table.c.id == blank["id"]
        if await self._held.scalar(select(table.c.id).where(row).with_for_update()) is None:
            await self._insert(table, {**blank, **changes})
        elif changes:
            await self._held.execute(update(table).where(row).values(**changes))

    async def _know_person(self, person: int, **changes: Any) -> None:
        await self._upsert(tables.people, {"id": person, "preferences": {}, "hints_seen": []}, changes)

    async def _know_server(self, server: int, **changes: Any) -> None:
        await self._upsert(tables.servers, {"id": server, "settings": {}}, changes)
