"""The store: one database with concurrent reads and one write transaction at a time."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.clock import Clock, SystemClock, now_ms
from db.engine import (
    access_modes,
    backup_to,
    check_file,
    connect,
    make_engine,
    parse_url,
    refuse_damage,
    restrict_permissions,
)
from db.integrity import Finding, check_integrity
from db.migrate import is_outdated, upgrade
from db.process_lock import acquire_process_lock
from db.transaction import ReadTransaction, Transaction, Values

_SYSTEM_CLOCK = SystemClock()


class Store:
    """An open database.

    Single reads can use the store itself. `read()` opens a consistent snapshot, `write()` a transaction.
    `on_write` is called after each write transaction with its duration in seconds, `on_new_work` after each
    that enqueued posts or scheduled timers.
    """

    def __init__(self, engine: AsyncEngine, clock: Clock) -> None:
        self.engine = engine
        self.clock = clock
        self.on_write: Callable[[float], None] | None = None
        self.on_new_work: Callable[[], None] | None = None
        self._modes = access_modes(engine)
        self._write_lock = asyncio.Lock()
        self._writing_task: asyncio.Task[object] | None = None
        self._earliest_timer: int | None = None

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        clock: Clock = _SYSTEM_CLOCK,
        migrate: bool = True,
        check: bool = False,
        busy_ms: int = 5_000,
    ) -> Self:
        """Open a database, creating or migrating it if needed.

        Without `migrate` the schema stays as it is and the database must exist. With `check`, a damaged
        SQLite file is refused before it is written to. `busy_ms` is the time to wait while another process
        writes. Raises DatabaseError if the database cannot be used.
        """
        parts = parse_url(url)
        check_file(parts, must_exist=not migrate)
        if migrate:
            restrict_permissions(parts)
            # Without foreign keys, because some migrations rebuild tables that other rows reference.
            engine = make_engine(parts, busy_ms=busy_ms, foreign_keys=False)
            try:
                if check:
                    async with connect(access_modes(engine).snapshot) as connection:
                        await refuse_damage(connection)
                async with connect(access_modes(engine).write) as connection:
                    await connection.run_sync(upgrade)
                    await connection.commit()
            finally:
                await engine.dispose()
        store = cls(make_engine(parts, busy_ms=busy_ms), clock)
        if not migrate:
            try:
                async with connect(store._modes.snapshot) as connection:
                    await connection.run_sync(is_outdated)
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
        """The current time in milliseconds since 1970."""
        return now_ms(self.clock)

    async def rows(self, query: sa.Select[Any], values: Values | None = None) -> Sequence[sa.RowMapping]:
        async with connect(self._modes.autocommit) as connection:
            found: Sequence[sa.RowMapping] = (await connection.execute(query, values)).mappings().all()
            return found

    async def scalar(self, query: sa.Select[Any], values: Values | None = None) -> Any:
        async with connect(self._modes.autocommit) as connection:
            return await connection.scalar(query, values)

    def for_update(self, query: sa.Select[Any], of: sa.Table | None = None) -> sa.Select[Any]:  # noqa: ARG002
        return query

    @asynccontextmanager
    async def read(self) -> AsyncIterator[ReadTransaction]:
        """Open a read transaction, whose reads all see the same snapshot."""
        async with connect(self._modes.snapshot) as connection:
            yield ReadTransaction(connection, self.now)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """Open a write transaction, committed at the end of the block and rolled back on any exception.

        Raises RuntimeError if the task has one open already.
        """
        if self._writing_task is asyncio.current_task():
            raise RuntimeError("a transaction is already open in this task")
        started = time.perf_counter()
        async with self._write_lock:
            self._writing_task = asyncio.current_task()
            try:
                async with connect(self._modes.write) as connection:
                    tx = Transaction(connection, self.now)
                    yield tx
                    await _commit_shielded(connection)
                    if tx.earliest_timer is not None:
                        self._earliest_timer = min(
                            tx.earliest_timer, self._earliest_timer or tx.earliest_timer
                        )
            finally:
                self._writing_task = None
                if self.on_write is not None:
                    self.on_write(time.perf_counter() - started)
        if self.on_new_work is not None and (tx.has_new_posts or tx.earliest_timer is not None):
            self.on_new_work()

    def take_earliest_timer(self) -> int | None:
        """Return when the earliest timer scheduled through this store since the last call is due."""
        due, self._earliest_timer = self._earliest_timer, None
        return due

    @asynccontextmanager
    async def process_lock(self, parts: Sequence[str]) -> AsyncIterator[None]:
        """Be the only process that serves these parts, such as "shard 0", until the end of the block.

        Raises DatabaseError of kind "taken" if another process serves one of them.
        """
        async with acquire_process_lock(self.engine, parts):
            yield

    async def backup(self, path: Path) -> None:
        """Write a consistent backup to `path`, replacing the file there, while games continue."""
        await backup_to(self.engine, path)

    async def check(self, progress: Callable[[int, int], None] = lambda *_: None) -> tuple[Finding, ...]:
        """Check the file, the schema, logs and states. Returns the problems found.

        `progress` receives the number of checked rows and of all rows.
        """
        async with connect(self._modes.snapshot) as connection:
            return await check_integrity(connection, progress)


async def _commit_shielded(connection: AsyncConnection) -> None:
    """Commit. If cancelled meanwhile, wait until the commit has succeeded or failed."""
    commit = asyncio.ensure_future(connection.commit())
    try:
        await asyncio.shield(commit)
    except asyncio.CancelledError:
        await asyncio.wait({commit})
        raise
