"""Read and write transactions: a consistent snapshot to read, atomic writes."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from db.engine import insert_into
from db.errors import Conflict, is_unique_violation
from db.rows import from_row

Values = Mapping[str, Any]
R = TypeVar("R")


class Reads(Protocol):
    """The read interface shared by the store, read transactions and write transactions.

    `values` are the bind parameters of the query.
    """

    @property
    def now(self) -> int:
        """The current time in milliseconds. Within a transaction it is the time of its start."""

    async def rows(self, query: sa.Select[Any], values: Values | None = None) -> Sequence[sa.RowMapping]: ...

    async def scalar(self, query: sa.Select[Any], values: Values | None = None) -> Any:
        """Return the first column of the first row, or None."""

    def for_update(self, query: sa.Select[Any], of: sa.Table | None = None) -> sa.Select[Any]:
        """Lock the rows that the query finds, of one table or of all (SELECT … FOR NO KEY UPDATE).

        Has an effect only in a write transaction on PostgreSQL.
        """


async def find_row(reads: Reads, row_type: type[R], query: sa.Select[Any], **values: Any) -> R | None:
    """Return the first row that the query finds, or None."""
    found = await reads.rows(query, values)
    return from_row(row_type, found[0]) if found else None


async def list_rows(reads: Reads, row_type: type[R], query: sa.Select[Any], **values: Any) -> tuple[R, ...]:
    return tuple(from_row(row_type, row) for row in await reads.rows(query, values))


class ReadTransaction:
    """A transaction whose reads all see the same snapshot of the database."""

    def __init__(self, connection: AsyncConnection, now: int) -> None:
        self._connection = connection
        self.now = now

    async def rows(self, query: sa.Select[Any], values: Values | None = None) -> Sequence[sa.RowMapping]:
        found: Sequence[sa.RowMapping] = (await self._connection.execute(query, values)).mappings().all()
        return found

    async def scalar(self, query: sa.Select[Any], values: Values | None = None) -> Any:
        return await self._connection.scalar(query, values)

    def for_update(self, query: sa.Select[Any], of: sa.Table | None = None) -> sa.Select[Any]:  # noqa: ARG002
        return query


class Transaction(ReadTransaction):
    """A write transaction.

    `earliest_timer` is when the first of the timers scheduled in it is due. `has_new_posts` is true once
    posts were enqueued or made due.
    """

    def __init__(self, connection: AsyncConnection, now: int) -> None:
        super().__init__(connection, now)
        self.dialect = connection.dialect.name
        self.earliest_timer: int | None = None
        self.has_new_posts = False

    def for_update(self, query: sa.Select[Any], of: sa.Table | None = None) -> sa.Select[Any]:
        # SQLite has a single writer anyway. FOR NO KEY UPDATE still lets other transactions insert rows that
        # reference the locked ones; otherwise two that reference each other's rows would deadlock.
        return query if self.dialect == "sqlite" else query.with_for_update(key_share=True, of=of)

    async def execute(self, statement: sa.Executable, rows: Values | Sequence[Values] | None = None) -> int:
        """Execute a statement for one row of values or for several. Returns how many rows it affected."""
        return (await self._connection.execute(statement, rows)).rowcount

    async def fetch(
        self, statement: sa.Executable, rows: Values | Sequence[Values] | None = None
    ) -> Sequence[sa.RowMapping]:
        """Execute a statement with a RETURNING clause. Returns the rows."""
        return (await self._connection.execute(statement, rows)).mappings().all()

    async def insert(
        self,
        table: sa.Table,
        *rows: Values,
        conflict_id: str | None = None,
        skip_existing: str | tuple[str, ...] | None = None,
    ) -> None:
        """Insert rows with the same columns by one statement.

        With `skip_existing`, rows whose key columns exist already are skipped. Otherwise they raise Conflict
        with `conflict_id`, usually the game's code.
        """
        if not rows:
            return
        if skip_existing is not None:
            await self.execute(_insert_or_skip(self.dialect, table, _key_columns(skip_existing)), rows)
            return
        try:
            await self.execute(_insert(table), rows)
        except IntegrityError as error:
            if not is_unique_violation(error):
                raise
            raise Conflict(conflict_id or table.name) from error

    async def insert_if_new(self, table: sa.Table, row: Values, key: str | tuple[str, ...]) -> bool:
        """Insert a row unless its key exists. Returns True if it was inserted."""
        return await self.execute(_insert_or_skip(self.dialect, table, _key_columns(key)), row) == 1

    async def upsert(
        self,
        table: sa.Table,
        *rows: Values,
        key: str | tuple[str, ...],
        update: tuple[str, ...] | None = None,
    ) -> None:
        """Insert rows, or update those whose key exists. `update` limits which columns are updated."""
        if not rows:
            return
        keys = _key_columns(key)
        if update is None:
            update = tuple(name for name in rows[0] if name not in keys)
        await self.execute(_upsert(self.dialect, table, keys, update), rows)


def _key_columns(key: str | tuple[str, ...]) -> tuple[str, ...]:
    return (key,) if isinstance(key, str) else key


@cache
def _insert(table: sa.Table) -> sa.Insert:
    return sa.insert(table)


@cache
def _insert_or_skip(dialect: str, table: sa.Table, key: tuple[str, ...]) -> sa.Insert:
    return insert_into(table, dialect).on_conflict_do_nothing(index_elements=key)


@cache
def _upsert(dialect: str, table: sa.Table, key: tuple[str, ...], update: tuple[str, ...]) -> sa.Insert:
    statement = insert_into(table, dialect)
    new = {name: statement.excluded[name] for name in update}
    return statement.on_conflict_do_update(index_elements=key, set_=new)
