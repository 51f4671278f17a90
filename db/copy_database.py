"""Copies all rows to another database, SQLite or PostgreSQL, in one transaction."""

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db.engine import access_modes, connect
from db.errors import DatabaseError
from db.migrate import is_outdated
from db.rows import metadata
from db.store import Store

BATCH_SIZE = 500
SHARD_LOCK = "shard 0"  # A running bot always has this process lock.


Progress = Callable[[int, int], None]
"""Receives the number of copied rows and of all rows."""


async def copy_database(source: str, target: str, progress: Progress = lambda *_: None) -> Mapping[str, int]:
    """Copy all rows to an empty database, created if needed. Returns the number of rows by table.

    Raises DatabaseError if a bot runs on either database, if the source has an older schema, or if the
    target is not empty. The message says which of the two it is about.
    """
    with _naming("the old database"):
        old = await Store.open(source, migrate=False)
        async with old, old.process_lock([SHARD_LOCK]), connect(access_modes(old.engine).snapshot) as reading:
            if await reading.run_sync(is_outdated):
                problem = "it is that of an older Skald; start this one on it once, then carry it over"
                raise DatabaseError("unsupported", problem)
            with _naming("the new database"):
                async with await Store.open(target) as new, new.process_lock([SHARD_LOCK]):
                    return await _copy_tables(reading, new, progress)


class _NamedError(DatabaseError):
    """An error whose message names the database already."""


@contextmanager
def _naming(database: str) -> Iterator[None]:
    """Put the name of a database before the message of its errors."""
    try:
        yield
    except _NamedError:
        raise
    except DatabaseError as error:
        raise _NamedError(error.kind, f"{database}: {error.detail}") from error


async def _copy_tables(reading: AsyncConnection, new: Store, progress: Progress) -> Mapping[str, int]:
    copied: dict[str, int] = {}
    total = sum([await _count(reading, table) for table in metadata.sorted_tables])
    async with connect(access_modes(new.engine).write) as writing:
        for table in metadata.sorted_tables:
            if await _count(writing, table):
                raise DatabaseError("foreign", "there are games in it already; name an empty database")
        for table in metadata.sorted_tables:
            copied[table.name] = 0
            async for rows in _batches(reading, table):
                await writing.execute(sa.insert(table), [dict(row) for row in rows])
                copied[table.name] += len(rows)
                progress(sum(copied.values()), total)
            await _advance_sequence(writing, table)
        await writing.commit()
    return copied


async def _count(connection: AsyncConnection, table: sa.Table) -> int:
    return await connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


async def _batches(reading: AsyncConnection, table: sa.Table) -> AsyncIterator[Sequence[sa.RowMapping]]:
    """Yield the rows of a table in batches, ordered by primary key."""
    query = sa.select(table).order_by(*table.primary_key.columns)
    async with reading.stream(query) as found:
        async for rows in found.mappings().partitions(BATCH_SIZE):
            yield rows


async def _advance_sequence(writing: AsyncConnection, table: sa.Table) -> None:
    """Let a PostgreSQL sequence continue after the last copied id. SQLite does so automatically."""
    counter = table.autoincrement_column
    if counter is None or writing.dialect.name == "sqlite":
        return
    last: Any = await writing.scalar(sa.select(sa.func.max(counter)))
    if last is not None:
        sequence = {"table": table.name, "column": counter.name, "last": last}
        await writing.execute(
            sa.text("SELECT setval(pg_get_serial_sequence(:table, :column), :last)"), sequence
        )
