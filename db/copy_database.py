"""Carries everything over from one database to another, of either kind: all of it, or nothing."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from sqlalchemy import RowMapping, Table, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from db.engine import connected, manners
from db.errors import DatabaseTrouble
from db.migrate import behind
from db.schema import metadata
from db.store import Store

AT_ONCE = 500
SERVED = "shard 0"
"""Whoever runs holds this part of the work."""


async def carry_over(source: str, target: str) -> Mapping[str, int]:
    """Copy all rows to a database that holds none yet; says how many there were of each table.

    The source is left as it is. Nobody may be playing in it meanwhile.
    """
    async with (
        await Store.open(source, migrate=False) as old,
        old.alone([SERVED]),
        connected(manners(old.engine).reading) as reading,
    ):
        if await reading.run_sync(behind):
            problem = "it is that of an older Skald; start this one on it once, then carry it over"
            raise DatabaseTrouble("unsupported", problem)
        async with await Store.open(target) as new, new.alone([SERVED]):
            return await _carry(reading, new)


async def _carry(reading: AsyncConnection, new: Store) -> Mapping[str, int]:
    carried: dict[str, int] = {}
    async with connected(manners(new.engine).writing) as writing:
        for table in metadata.sorted_tables:
            if await writing.scalar(select(func.count()).select_from(table)):
                raise DatabaseTrouble("foreign", "there are games in it already; name an empty database")
        for table in metadata.sorted_tables:
            carried[table.name] = 0
            async for rows in _rows(reading, table):
                await writing.execute(insert(table), [dict(row) for row in rows])
                carried[table.name] += len(rows)
            await _count_on(writing, table)
        await writing.commit()
    return carried


async def _rows(reading: AsyncConnection, table: Table) -> AsyncIterator[Sequence[RowMapping]]:
    """The rows of a table in the order of its keys, some at a time."""
    query = select(table).order_by(*table.primary_key.columns)
    async with reading.stream(query) as found:
        async for rows in found.mappings().partitions(AT_ONCE):
            yield rows


async def _count_on(writing: AsyncConnection, table: Table) -> None:
    """What counts up by itself goes on after the last; SQLite sees to that alone."""
    counter = table.autoincrement_column
    if counter is None or writing.dialect.name == "sqlite":
        return
    last: Any = await writing.scalar(select(func.max(counter)))
    if last is not None:
        sequence = {"table": table.name, "column": counter.name, "last": last}
        await writing.execute(text("SELECT setval(pg_get_serial_sequence(:table, :column), :last)"), sequence)
