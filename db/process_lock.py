"""Process locks: only one process at a time serves a shard, or every interaction would be handled twice.

On SQLite a lock is an flock on a file next to the database; on PostgreSQL it is a session advisory lock.
Both are released when the process ends, even if it is killed. An advisory lock also ends with its connection,
so it is checked, and taken again after a restart or failover of the server.
"""

import asyncio
import fcntl
import hashlib
import logging
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.engine import connect, sqlite_file
from db.errors import DatabaseError

# A killed process may keep its lock for a moment.
ATTEMPTS = 20
RETRY_DELAY_S = 0.25
CHECK_INTERVAL_S = 2
CHECK_TIMEOUT_S = 10

log = logging.getLogger(__name__)


@asynccontextmanager
async def acquire_process_lock(engine: AsyncEngine, parts: Sequence[str]) -> AsyncIterator[None]:
    """Lock parts of the work, such as "shard 0", until the end of the block.

    Raises DatabaseError of kind "taken" if another process has one of them, also if it took it while the
    connection to the server was lost: the block is cancelled then.
    """
    if engine.dialect.name == "sqlite":
        file = sqlite_file(engine.url)
        assert file is not None
        with ExitStack() as locks:
            for part in parts:
                await _lock_file(locks, file.with_name(f"{file.name}.{part.replace(' ', '-')}.lock"), part)
            yield
    else:
        async with _advisory_locks(engine.execution_options(isolation_level="AUTOCOMMIT"), parts):
            yield


@asynccontextmanager
async def _advisory_locks(engine: AsyncEngine, parts: Sequence[str]) -> AsyncIterator[None]:
    owner = asyncio.current_task()
    assert owner is not None
    locks = _AdvisoryLocks(engine, parts)
    await locks.acquire()
    watcher = asyncio.create_task(locks.watch())
    watcher.add_done_callback(lambda done: done.cancelled() or owner.cancel())
    try:
        yield
    except asyncio.CancelledError:
        if watcher.done() and not watcher.cancelled() and (error := watcher.exception()) is not None:
            owner.uncancel()
            raise error from None
        raise
    finally:
        watcher.cancel()
        await asyncio.wait({watcher})
        await locks.release()


class _AdvisoryLocks:
    """Session advisory locks on a connection of their own."""

    def __init__(self, engine: AsyncEngine, parts: Sequence[str]) -> None:
        self._engine = engine
        self._parts = parts
        self._stack = AsyncExitStack()
        self._connection: AsyncConnection | None = None

    async def acquire(self) -> None:
        self._connection = await self._stack.enter_async_context(connect(self._engine))
        try:
            for part in self._parts:
                await _take_advisory_lock(self._connection, part)
        except BaseException:
            await self.release()
            raise

    async def release(self) -> None:
        with suppress(DatabaseError):  # A lost connection has no locks.
            if self._connection is not None:
                await self._connection.execute(sa.text("SELECT pg_advisory_unlock_all()"))
        await self._close()

    async def _close(self) -> None:
        self._connection = None
        await self._stack.aclose()

    async def watch(self) -> None:
        """Take the locks again whenever their connection is lost.

        Raises DatabaseError of kind "taken" if another process took one of them meanwhile.
        """
        while True:
            await asyncio.sleep(CHECK_INTERVAL_S)
            assert self._connection is not None
            try:
                async with asyncio.timeout(CHECK_TIMEOUT_S):
                    await self._connection.execute(sa.text("SELECT 1"))
            except (DatabaseError, OSError) as problem:
                log.warning("the connection of the process lock was lost: %s", problem)
                await self._reacquire()

    async def _reacquire(self) -> None:
        if self._connection is not None:
            await self._connection.invalidate()
        await self._close()
        while True:
            try:
                await self.acquire()
            except DatabaseError as error:
                if error.kind == "taken":
                    raise
                await asyncio.sleep(RETRY_DELAY_S)
            else:
                log.info("the process lock was taken again")
                return


async def _lock_file(locks: ExitStack, file: Path, part: str) -> None:
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    locks.callback(os.close, handle)
    for _ in range(ATTEMPTS):
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            await asyncio.sleep(RETRY_DELAY_S)
        else:
            return
    raise _taken_error(part)


async def _take_advisory_lock(connection: AsyncConnection, part: str) -> None:
    number = int.from_bytes(hashlib.sha256(f"skald {part}".encode()).digest()[:8], signed=True)
    for _ in range(ATTEMPTS):
        if await connection.scalar(sa.text("SELECT pg_try_advisory_lock(:part)"), {"part": number}):
            return
        await asyncio.sleep(RETRY_DELAY_S)
    raise _taken_error(part)


def _taken_error(part: str) -> DatabaseError:
    return DatabaseError(
        "taken", f"another Skald that runs on this database serves {part} already; stop it first"
    )
