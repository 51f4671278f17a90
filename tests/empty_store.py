"""Stores on a copy of an empty database, which is migrated once, as each statement is compiled once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiosqlite
import sqlalchemy as sa
from aiosqlite.core import set_exception, set_result
from sqlalchemy.util import await_only

import db
from db.clock import SystemClock
from db.engine import make_engine, parse_url
from db.sqlite import Connection

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


class InlineThread:
    """Stands in for a connection's thread and its queue: works at once; the caller goes on a turn later."""

    daemon = True

    def start(self) -> None:
        """Do nothing."""

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, work = item
        finish: Callable[[asyncio.Future[Any], Any], None]
        result: Any
        try:
            finish, result = set_result, work()
        except Exception as error:
            finish, result = set_exception, error
        if future is not None:
            future.get_loop().call_soon(finish, future, result)


def connect_inline(dialect: Any, _: object, arguments: Any, options: Any) -> Connection:
    """Connect like `db.sqlite.Driver`, but without a thread."""
    opened: Any = aiosqlite.connect(*arguments, **options)
    opened._thread = opened._tx = InlineThread()
    return Connection(dialect.loaded_dbapi, await_only(opened))


@asynccontextmanager
async def open_empty_store(
    folder: Path, clock: db.Clock | None = None, *, threads: bool = False
) -> AsyncIterator[db.Store]:
    """Open a store on a new SQLite database in this folder.

    Without `threads` a statement is carried out in the event loop, which saves waking a thread for each.
    """
    file = folder / "skald.db"
    file.write_bytes(empty_database())
    engine = make_engine(parse_url(f"sqlite+aiosqlite:///{file}"), busy_ms=BUSY_MS)
    if not threads:
        # The pool connects by the dialect that the engine was made with.
        sa.event.listen(engine.sync_engine, "do_connect", connect_inline)
    engine.sync_engine.dialect, engine.sync_engine._compiled_cache = shared_statements()
    sa.event.listen(engine.sync_engine, "connect", skip_syncs)
    async with db.Store(engine, clock or SystemClock()) as store:
        yield store
