"""Stores on a copy of an empty database, which is migrated once, as each statement is compiled once."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa

import db
from db.clock import SystemClock
from db.engine import make_engine, parse_url

BUSY_MS = 5_000


@cache
def empty_database() -> bytes:
    """The bytes of an empty SQLite database of the newest schema."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "skald.db"

        async def make() -> None:
            await (await db.Store.open(f"sqlite+aiosqlite:///{file}")).close()

        with ThreadPoolExecutor(1) as aside:
            aside.submit(asyncio.run, make()).result()
        return file.read_bytes()


@cache
def shared_statements() -> tuple[Any, Any]:
    """The dialect of all these stores and its compiled statements, which SQLAlchemy keeps per engine."""
    engine = make_engine(parse_url("sqlite+aiosqlite:////nowhere"), busy_ms=BUSY_MS).sync_engine
    return engine.dialect, engine._compiled_cache


def skip_syncs(connection: Any, _: object) -> None:
    """No test cuts the power, so nothing must reach the disk."""
    connection.cursor().execute("PRAGMA synchronous = OFF")


@asynccontextmanager
async def open_empty_store(folder: Path, clock: db.Clock | None = None) -> AsyncIterator[db.Store]:
    """Open a store on a new SQLite database in this folder."""
    file = folder / "skald.db"
    file.write_bytes(empty_database())
    engine = make_engine(parse_url(f"sqlite+aiosqlite:///{file}"), busy_ms=BUSY_MS)
    engine.sync_engine.dialect, engine.sync_engine._compiled_cache = shared_statements()
    sa.event.listen(engine.sync_engine, "connect", skip_syncs)
    async with db.Store(engine, clock or SystemClock()) as store:
        yield store
