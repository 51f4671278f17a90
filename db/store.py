"""The store: one database, opened once, read by many and written by one at a time."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

from sqlalchemy import RowMapping, Select, Table
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.clock import Clock, SystemClock, in_ms
from db.engine import connected, copy_to, find_file, keep_private, make_engine, manners, read_url
from db.integrity import Finding, findings
from db.migrate import behind, bring_up_to_date
from db.process_lock import holding
from db.transaction import Reading, Transaction, Values

_OF_THE_MACHINE = SystemClock()


class Store:
    """What is read of the store itself is read alone; `read()` gives several reads of one moment.

    Writes go through `async with store.write() as tx`.
    """

    def __init__(self, engine: AsyncEngine, clock: Clock) -> None:
        self.engine = engine
        self.clock = clock
        self._manners = manners(engine)
        self._one_writer = asyncio.Lock()
        self._writer: asyncio.Task[object] | None = None
        self._earliest_timer: int | None = None

    @classmethod
    async def open(
        cls, url: str, *, clock: Clock = _OF_THE_MACHINE, migrate: bool = True, busy_ms: int = 5_000
    ) -> Self:
        """Open a database, made new or brought up to date where needed, or raise DatabaseTrouble.

        With `migrate` off the schema is left as it is and the database must exist: to look at or copy one.
        `busy_ms` is how long to wait while another process writes.
        """
        parts = read_url(url)
        find_file(parts, must_exist=not migrate)
        if migrate:
            keep_private(parts)
            # Rebuilding a table would otherwise run into the rows that point to it.
            engine = make_engine(parts, busy_ms=busy_ms, foreign_keys=False)
            try:
                async with connected(manners(engine).writing) as connection:
                    await connection.run_sync(bring_up_to_date)
                    await connection.commit()
            finally:
                await engine.dispose()
        store = cls(make_engine(parts, busy_ms=busy_ms), clock)
        if not migrate:
            try:
                async with connected(store._manners.reading) as connection:
                    await connection.run_sync(behind)
            except BaseException:
                await store.close()
                raise
        return store

    async def close(self) -> None:
        await self.engine.dispose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def now(self) -> int:
        """The present."""
        return in_ms(self.clock)

    async def rows(self, query: Select[Any], values: Values | None = None) -> Sequence[RowMapping]:
        async with connected(self._manners.alone) as connection:
            found: Sequence[RowMapping] = (await connection.execute(query, values)).mappings().all()
            return found

    async def row(self, query: Select[Any], values: Values | None = None) -> RowMapping | None:
        async with connected(self._manners.alone) as connection:
            found: RowMapping | None = (await connection.execute(query, values)).mappings().first()
            return found

    async def scalar(self, query: Select[Any], values: Values | None = None) -> Any:
        async with connected(self._manners.alone) as connection:
            return await connection.scalar(query, values)

    def mine(self, query: Select[Any], of: Table | None = None) -> Select[Any]:  # noqa: ARG002
        return query

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Reading]:
        """Several reads of one moment."""
        async with connected(self._manners.reading) as connection:
            yield Reading(connection, self.now)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """One transaction: committed at the end of the block, undone by any exception in it."""
        if self._writer is asyncio.current_task():
            raise RuntimeError("a transaction is already open in this task")
        async with self._one_writer:
            self._writer = asyncio.current_task()
            try:
                async with connected(self._manners.writing) as connection:
                    tx = Transaction(connection, self.now)
                    yield tx
                    await _to_the_end(connection)
                    if tx.earliest_timer is not None:
                        self._earliest_timer = min(
                            tx.earliest_timer, self._earliest_timer or tx.earliest_timer
                        )
            finally:
                self._writer = None

    def new_timer(self) -> int | None:
        """When the earliest is due of the timers set through this store since it was last asked."""
        moment, self._earliest_timer = self._earliest_timer, None
        return moment

    @asynccontextmanager
    async def alone(self, parts: Sequence[str]) -> AsyncIterator[None]:
        """Be the only process that does these parts of the work; refused where another does one of them."""
        async with holding(self.engine, parts):
            yield

    async def backup(self, path: Path) -> None:
        """A whole copy as of now, in place of whatever is at that path, while the game goes on."""
        await copy_to(self.engine, path)

    async def check(self) -> tuple[Finding, ...]:
        """Everything that is not as it should be; empty when all is well."""
        async with connected(self._manners.reading) as connection:
            return await findings(connection)


async def _to_the_end(connection: AsyncConnection) -> None:
    """Commit, and if cancelled meanwhile, stop only once it is certain whether it went through."""
    commit = asyncio.ensure_future(connection.commit())
    try:
        await asyncio.shield(commit)
    except asyncio.CancelledError:
        await asyncio.wait({commit})
        raise
