"""One transaction on one connection: reads see one moment, and writes happen together or not at all."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from sqlalchemy import Executable, Insert, RowMapping, Select, Table, insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from db.engine import insert_into
from db.errors import Conflict, already_taken

Values = Mapping[str, Any]


class Reads(Protocol):
    """Where something can be read: the store itself, some reads of one moment, or a writing transaction.

    `values` are those that a query made beforehand leaves open.
    """

    @property
    def now(self) -> int:
        """The moment; within a transaction that of its beginning."""

    async def rows(self, query: Select[Any], values: Values | None = None) -> Sequence[RowMapping]: ...

    async def row(self, query: Select[Any], values: Values | None = None) -> RowMapping | None:
        """The first row, if there is any."""

    async def scalar(self, query: Select[Any], values: Values | None = None) -> Any:
        """The first column of the first row; None where there is no row."""

    def mine(self, query: Select[Any], of: Table | None = None) -> Select[Any]:
        """A query for rows that a writing transaction is about to change: those of one table, or all."""


class Reading:
    """Several reads of one moment."""

    def __init__(self, connection: AsyncConnection, now: int) -> None:
        self._connection = connection
        self.now = now

    async def rows(self, query: Select[Any], values: Values | None = None) -> Sequence[RowMapping]:
        found: Sequence[RowMapping] = (await self._connection.execute(query, values)).mappings().all()
        return found

    async def row(self, query: Select[Any], values: Values | None = None) -> RowMapping | None:
        found: RowMapping | None = (await self._connection.execute(query, values)).mappings().first()
        return found

    async def scalar(self, query: Select[Any], values: Values | None = None) -> Any:
        return await self._connection.scalar(query, values)

    def mine(self, query: Select[Any], of: Table | None = None) -> Select[Any]:  # noqa: ARG002
        return query


class Transaction(Reading):
    """What all writes go through. `earliest_timer` is when the first of the timers set in it is due."""

    def __init__(self, connection: AsyncConnection, now: int) -> None:
        super().__init__(connection, now)
        self.dialect = connection.dialect.name
        self.earliest_timer: int | None = None

    def mine(self, query: Select[Any], of: Table | None = None) -> Select[Any]:
        # SQLite's writer is alone anyway; elsewhere the rows are locked until the commit. Others may still
        # write rows that point to them, or two who point to each other's would wait for ever.
        return query if self.dialect == "sqlite" else query.with_for_update(key_share=True, of=of)

    async def run(self, statement: Executable, rows: Values | Sequence[Values] | None = None) -> int:
        """Run a statement, for one row of values or for each of several; says how many rows it touched."""
        return (await self._connection.execute(statement, rows)).rowcount

    async def fetch(
        self, statement: Executable, rows: Values | Sequence[Values] | None = None
    ) -> Sequence[RowMapping]:
        """Run a statement and read what it returns."""
        return (await self._connection.execute(statement, rows)).mappings().all()

    async def insert(
        self,
        table: Table,
        *rows: Values,
        whose: str | None = None,
        unless_known: str | tuple[str, ...] | None = None,
    ) -> None:
        """Add rows, all of the same columns, by one statement.

        With `unless_known` those whose key is known already are left out. Else a row of the same key that
        somebody else added meanwhile is a conflict, told in the name of `whose` (a game, say).
        """
        if not rows:
            return
        if unless_known is not None:
            await self.run(_adding_unless(self.dialect, table, _names(unless_known)), rows)
            return
        try:
            await self.run(_adding(table), rows)
        except IntegrityError as error:
            if not already_taken(error):
                raise
            raise Conflict(whose or table.name) from error

    async def insert_new(self, table: Table, row: Values, key: str | tuple[str, ...]) -> bool:
        """Add a row unless its key is known already; says whether it was new."""
        return await self.run(_adding_unless(self.dialect, table, _names(key)), row) == 1

    async def put(
        self, table: Table, *rows: Values, key: str | tuple[str, ...], changed: tuple[str, ...] | None = None
    ) -> None:
        """Add rows by one statement; one whose key is known takes the values of `changed`, or all of them."""
        if not rows:
            return
        keys = _names(key)
        if changed is None:
            changed = tuple(name for name in rows[0] if name not in keys)
        await self.run(_putting(self.dialect, table, keys, changed), rows)


def _names(key: str | tuple[str, ...]) -> tuple[str, ...]:
    return (key,) if isinstance(key, str) else key


@cache
def _adding(table: Table) -> Insert:
    return insert(table)


@cache
def _adding_unless(dialect: str, table: Table, key: tuple[str, ...]) -> Insert:
    return insert_into(table, dialect).on_conflict_do_nothing(index_elements=key)


@cache
def _putting(dialect: str, table: Table, key: tuple[str, ...], changed: tuple[str, ...]) -> Insert:
    statement = insert_into(table, dialect)
    new = {name: statement.excluded[name] for name in changed}
    return statement.on_conflict_do_update(index_elements=key, set_=new)
