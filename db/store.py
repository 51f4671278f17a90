"""The store: one database, opened once, read by many and written by one at a time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.checks import findings
from db.engine import connected, copy_to, find_file, make_engine, read_url
from db.migrate import behind, bring_up_to_date
from db.reads import Reads
from db.rows import Finding, Post, Timer
from db.transaction import Transaction
from db.write_clocks import WritesClocks
from db.write_games import WritesGames
from db.write_kudos import WritesKudos
from db.write_notes import WritesNotes
from db.write_orders import WritesOrders
from db.write_people import WritesPeople
from db.write_privacy import WritesPrivacy
from db.write_queues import WritesQueues, due_posts, due_timers
from db.write_standings import WritesStandings
from db.write_votes import WritesVotes


class Write(
    WritesClocks,
    WritesGames,
    WritesKudos,
    WritesNotes,
    WritesOrders,
    WritesPeople,
    WritesPrivacy,
    WritesQueues,
    WritesStandings,
    WritesVotes,
):
    """All that can be written, and read, in one transaction."""


class Store(Reads):
    """Reads are methods of the store itself; writes go through `async with store.write() as w`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._one_writer = asyncio.Lock()
        self._writer: asyncio.Task[object] | None = None

    @classmethod
    async def open(cls, url: str, *, migrate: bool = True, busy_ms: int = 5_000) -> Self:
        """Open a database, made new or brought up to date where needed, or raise DatabaseTrouble.

        With `migrate` off the schema is left as it is and the database must exist: to look at or copy one.
        `busy_ms` is how long to wait while another process writes.
        """
        parts = read_url(url)
        find_file(parts, must_exist=not migrate)
        if migrate:
            # Rebuilding a table would otherwise run into the rows that point to it.
            engine = make_engine(parts, busy_ms=busy_ms, foreign_keys=False)
            try:
                async with connected(engine, to_write=True) as connection:
                    await connection.run_sync(bring_up_to_date)
                    await connection.commit()
            finally:
                await engine.dispose()
        store = cls(make_engine(parts, busy_ms=busy_ms))
        if not migrate:
            try:
                async with store._connection() as connection:
                    await connection.run_sync(behind)
            except BaseException:
                await store.close()
                raise
        return store

    async def close(self) -> None:
        await self._engine.dispose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection]:
        async with connected(self._engine) as connection:
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Reads]:
        """Several reads of the same moment."""
        async with self._connection() as connection:
            yield Transaction(connection)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Write]:
        """One transaction: committed at the end of the block, undone by any exception in it."""
        if self._writer is asyncio.current_task():
            raise RuntimeError("a transaction is already open in this task")
        async with self._one_writer:
            self._writer = asyncio.current_task()
            try:
                async with connected(self._engine, to_write=True) as connection:
                    yield Write(connection)
                    await _to_the_end(connection)
            finally:
                self._writer = None

    async def claim_outbox(self, *, now: int, limit: int = 10, lease: int = 30_000) -> tuple[Post, ...]:
        """Posts to deliver now, at most one of each lane, held for `lease` milliseconds."""
        if await self._row(due_posts(now, 1)) is None:
            return ()
        async with self.write() as w:
            return await w.claim_posts(now=now, limit=limit, lease=lease)

    async def claim_timers(self, *, now: int, limit: int = 10, lease: int = 30_000) -> tuple[Timer, ...]:
        """Timers to fire now, held for `lease` milliseconds."""
        if await self._row(due_timers(now, 1)) is None:
            return ()
        async with self.write() as w:
            return await w.claim_timers(now=now, limit=limit, lease=lease)

    async def backup(self, path: Path) -> None:
        """A whole copy as of now, in place of whatever is at that path, while the game goes on."""
        await copy_to(self._engine, path)

    async def check(self) -> tuple[Finding, ...]:
        """Everything that is not as it should be; empty when all is well."""
        async with self._connection() as connection:
            return await findings(connection)


async def _to_the_end(connection: AsyncConnection) -> None:
    """Commit, and if cancelled meanwhile, stop only once it is certain whether it went through."""
    commit = asyncio.ensure_future(connection.commit())
    try:
        await asyncio.shield(commit)
    except asyncio.CancelledError:
        await asyncio.wait({commit})
        raise
