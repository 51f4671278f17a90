"""Process locks: only one process at a time serves a shard, or every interaction would be handled twice.

On SQLite a lock is an flock on a file next to the database; on PostgreSQL it is a session advisory lock.
Both are released when the process ends, even if it is killed.
"""

import asyncio
import fcntl
import hashlib
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.engine import connect, sqlite_file
from db.errors import DatabaseError

# A killed process may keep its lock for a moment.
ATTEMPTS = 20
RETRY_DELAY_S = 0.25


@asynccontextmanager
async def acquire_process_lock(engine: AsyncEngine, parts: Sequence[str]) -> AsyncIterator[None]:
    """Lock parts of the work, such as "shard 0", until the end of the block.

    Raises DatabaseError of kind "taken" if another process has one of them.
    """
    if engine.dialect.name == "sqlite":
        file = sqlite_file(engine.url)
        assert file is not None
        with ExitStack() as locks:
            for part in parts:
                await _lock_file(locks, file.with_name(f"{file.name}.{part.replace(' ', '-')}.lock"), part)
            yield
    else:
        async with connect(engine.execution_options(isolation_level="AUTOCOMMIT")) as connection:
            try:
                for part in parts:
                    await _take_advisory_lock(connection, part)
                yield
            finally:
                await connection.execute(text("SELECT pg_advisory_unlock_all()"))


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
        if await connection.scalar(text("SELECT pg_try_advisory_lock(:part)"), {"part": number}):
            return
        await asyncio.sleep(RETRY_DELAY_S)
    raise _taken_error(part)


def _taken_error(part: str) -> DatabaseError:
    return DatabaseError(
        "taken", f"another Skald that runs on this database serves {part} already; stop it first"
    )
