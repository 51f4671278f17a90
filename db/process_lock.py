"""One process a part of the work: two that served the same people would answer everything twice.

What a process holds is let go when it ends, however it ends: by SQLite's side it is a lock on a file beside
the database, in PostgreSQL one that lasts as long as its connection.
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

from db.engine import connected, file_of
from db.errors import DatabaseTrouble

TRIES, PAUSE = 20, 0.25
"""A process that has just been killed may hold on for a moment."""


@asynccontextmanager
async def holding(engine: AsyncEngine, parts: Sequence[str]) -> AsyncIterator[None]:
    if engine.dialect.name == "sqlite":
        file = file_of(engine.url)
        assert file is not None
        with ExitStack() as locks:
            for part in parts:
                await _lock(locks, file.with_name(f"{file.name}.{part.replace(' ', '-')}.lock"), part)
            yield
    else:
        async with connected(engine.execution_options(isolation_level="AUTOCOMMIT")) as connection:
            try:
                for part in parts:
                    await _ask(connection, part)
                yield
            finally:
                await connection.execute(text("SELECT pg_advisory_unlock_all()"))


async def _lock(locks: ExitStack, file: Path, part: str) -> None:
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    locks.callback(os.close, handle)
    for _ in range(TRIES):
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            await asyncio.sleep(PAUSE)
        else:
            return
    raise _taken(part)


async def _ask(connection: AsyncConnection, part: str) -> None:
    number = int.from_bytes(hashlib.sha256(f"skald {part}".encode()).digest()[:8], signed=True)
    for _ in range(TRIES):
        if await connection.scalar(text("SELECT pg_try_advisory_lock(:part)"), {"part": number}):
            return
        await asyncio.sleep(PAUSE)
    raise _taken(part)


def _taken(part: str) -> DatabaseTrouble:
    return DatabaseTrouble(
        "taken", f"another Skald that runs on this database serves {part} already; stop it first"
    )
