"""What all reads have in common, inside a writing transaction and outside one."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from sqlalchemy import RowMapping, Select
from sqlalchemy.ext.asyncio import AsyncConnection


class Reading(ABC):
    """Where the connection comes from is up to the heir."""

    @abstractmethod
    def _connection(self) -> AbstractAsyncContextManager[AsyncConnection]: ...

    def _mine(self, query: Select[Any]) -> Select[Any]:
        """A query for a row that a writing transaction is about to change."""
        return query

    async def _rows(self, query: Select[Any]) -> Sequence[RowMapping]:
        async with self._connection() as connection:
            rows: Sequence[RowMapping] = (await connection.execute(query)).mappings().all()
            return rows

    async def _row(self, query: Select[Any]) -> RowMapping | None:
        async with self._connection() as connection:
            row: RowMapping | None = (await connection.execute(query)).mappings().first()
            return row

    async def _scalar(self, query: Select[Any]) -> Any:
        async with self._connection() as connection:
            return await connection.scalar(query)
