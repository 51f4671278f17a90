"""Stores on a copy of an empty database, which is migrated once."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import db


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


@asynccontextmanager
async def open_empty_store(folder: Path, clock: db.Clock | None = None) -> AsyncIterator[db.Store]:
    """Open a store on a new SQLite database in this folder."""
    file = folder / "skald.db"
    file.write_bytes(empty_database())
    url = f"sqlite+aiosqlite:///{file}"
    opening = db.Store.open(url) if clock is None else db.Store.open(url, clock=clock)
    async with await opening as store:
        yield store
