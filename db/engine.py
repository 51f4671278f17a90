"""Opens connections. All that is particular to one kind of database is in this module."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, Table, event, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import ExceptionContext
from sqlalchemy.exc import ArgumentError, InvalidRequestError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.util import await_only

from db.errors import DatabaseTrouble, trouble_of
from db.sqlite import driver

_BEGIN = "skald_begin"
_TRIES, _PAUSE = 100, 0.05
PRIVATE, OF_OTHERS = 0o600, 0o077
"""Who may read our files: nobody but us."""


def read_url(url: str) -> URL:
    """The URL taken apart, refused where Skald could not keep its promises on it."""
    try:
        parts = make_url(url)
        dialect = parts.get_dialect()
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as problem:
        raise DatabaseTrouble("unsupported", f"not a database URL that is known here: {problem}") from None
    if not getattr(dialect, "is_async", False):
        raise DatabaseTrouble("unsupported", "use sqlite+aiosqlite:///FILE or postgresql+asyncpg://…")
    if is_sqlite(parts) and file_of(parts) is None:
        raise DatabaseTrouble("unsupported", "a database in memory would be lost at the next start")
    return parts


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database."""
    name = url.database or ""
    if name.startswith("file:"):
        name = name.removeprefix("file:").partition("?")[0]
    if not name or name == ":memory:" or url.query.get("mode") == "memory":
        return None
    return Path(name)


def find_file(url: URL, *, must_exist: bool) -> None:
    """Say plainly what is missing, where SQLite would only say that it cannot open the file."""
    path = file_of(url) if is_sqlite(url) else None
    if path is None:
        return
    if not path.parent.is_dir():
        raise DatabaseTrouble("missing_folder", f"there is no folder {path.parent}")
    if must_exist and not path.is_file():
        raise DatabaseTrouble("missing", f"there is no file {path}")


def keep_private(url: URL) -> None:
    """Let nobody else on this machine read the file: hands, seeds and notes are in it."""
    path = file_of(url) if is_sqlite(url) else None
    if path is None:
        return
    with suppress(OSError):  # what is wrong with the file, SQLite says better
        if not path.exists():
            os.close(os.open(path, os.O_CREAT, PRIVATE))
        for file in (path, *left_overs(path)):
            if file.exists() and stat.S_IMODE(file.stat().st_mode) & OF_OTHERS:
                file.chmod(PRIVATE)


def left_overs(path: Path) -> tuple[Path, ...]:
    """What SQLite keeps beside a database, and applies to it when it is opened next."""
    return tuple(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))


def make_engine(url: URL, *, busy_ms: int, foreign_keys: bool = True) -> AsyncEngine:
    options: dict[str, Any] = {}
    if is_sqlite(url):
        # Every transaction is committed or rolled back by those who opened it, so there is nothing to reset.
        options = {
            "connect_args": {"timeout": busy_ms / 1000},
            "module": driver(),
            "pool_reset_on_return": None,
        }
    try:
        # Parameters hold states and seeds, which no error message may show.
        engine = create_async_engine(url, hide_parameters=True, **options)
    except (InvalidRequestError, ModuleNotFoundError) as problem:
        raise DatabaseTrouble("unsupported", str(problem)) from None
    event.listen(engine.sync_engine, "handle_error", _name_the_trouble)
    if is_sqlite(url):
        _prepare_sqlite(engine, foreign_keys)
    return engine


class Manners(NamedTuple):
    """The same database asked in three ways: one statement alone, several reads of one moment, to write.

    One that is to write holds SQLite's one write lock from its first statement on, so it cannot lose a race
    half-way. What is not committed is rolled back.
    """

    alone: AsyncEngine
    reading: AsyncEngine
    writing: AsyncEngine


def manners(engine: AsyncEngine) -> Manners:
    if engine.dialect.name == "sqlite":
        # A statement alone begins nothing.
        ways: tuple[dict[str, str], ...] = ({}, {_BEGIN: "BEGIN"}, {_BEGIN: "BEGIN IMMEDIATE"})
    else:
        # Writers lock the rows they are about to change; readers see one moment, as they do in SQLite.
        levels = ("AUTOCOMMIT", "REPEATABLE READ", "READ COMMITTED")
        ways = tuple({"isolation_level": level} for level in levels)
    return Manners(*(engine.execution_options(**way) for way in ways))


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection, given back at the end; what it began and did not commit is rolled back."""
    try:
        connection = await engine.connect()
    except OSError as problem:
        raise DatabaseTrouble("unreachable", str(problem)) from problem
    try:
        yield connection
    finally:
        if connection.in_transaction():
            # Whoever is cancelled still leaves nothing begun behind.
            await asyncio.shield(connection.close())
        else:
            await connection.close()


def insert_into(table: Table, dialect: str) -> sqlite.Insert | postgresql.Insert:
    """An insert that can say what becomes of a key that is known already."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


def hold_schema(connection: Connection) -> None:
    """Let no other process change the schema until the transaction ends. SQLite's writer is alone anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:skald)"), {"skald": 0x5CA1D})


def _name_the_trouble(context: ExceptionContext) -> None:
    trouble = trouble_of(context.sqlalchemy_exception or context.original_exception)
    if trouble is not None:
        raise trouble from context.original_exception


def _insist(cursor: Any, setting: str) -> None:
    """SQLite does not wait for whoever changes the journal's mode at this moment, as another that starts."""
    for _ in range(_TRIES):
        try:
            cursor.execute(setting)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            await_only(asyncio.sleep(_PAUSE))
        else:
            return
    cursor.execute(setting)


def _prepare_sqlite(engine: AsyncEngine, foreign_keys: bool) -> None:
    settings = (
        "PRAGMA journal_mode = WAL",
        # A commit that players were told about outlasts a power cut, not only a crash: the price is one
        # sync to disk for each move, which bench/store.py measures.
        "PRAGMA synchronous = FULL",
        f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}",
    )

    def on_connect(connection: Any, _record: object) -> None:
        try:
            # The driver would begin transactions by itself, and only at the first change.
            connection.isolation_level = None
            cursor = connection.cursor()
            for setting in settings:
                _insist(cursor, setting)
            cursor.close()
        except BaseException:
            # Nobody else would: it is not in the pool yet, and it has a thread of its own.
            connection.close()
            raise

    def on_begin(connection: Connection) -> None:
        begin = connection.get_execution_options().get(_BEGIN)
        if begin is not None:
            driven: Any = connection.connection.dbapi_connection
            driven.begin_with(begin)

    event.listen(engine.sync_engine, "connect", on_connect)
    event.listen(engine.sync_engine, "begin", on_begin)


async def damage(connection: AsyncConnection) -> list[str]:
    """What the database itself finds broken in its file."""
    if connection.dialect.name != "sqlite":
        return []
    found = [str(line) for line in await connection.scalars(text("PRAGMA integrity_check")) if line != "ok"]
    orphans = await connection.execute(text("PRAGMA foreign_key_check"))
    found += [f"a row of {table} points to a missing row of {parent}" for table, _, parent, _ in orphans]
    return found


async def copy_to(engine: AsyncEngine, path: Path) -> None:
    """A whole copy of the database as it stands now, while others go on writing."""
    if engine.dialect.name != "sqlite":
        raise DatabaseTrouble("unsupported", "copy this kind of database with its own tools (pg_dump)")
    _refuse_target(path, file_of(engine.url))
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    unfinished.unlink(missing_ok=True)
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL, PRIVATE))  # SQLite fills an empty file
        async with engine.connect() as connection:
            await connection.exec_driver_sql("VACUUM INTO ?", (str(unfinished),))
        await asyncio.to_thread(put_in_place, unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def _refuse_target(path: Path, source: Path | None) -> None:
    if not path.parent.is_dir():
        raise DatabaseTrouble("missing_folder", f"there is no folder {path.parent}")
    if source is not None and path.exists() and path.samefile(source):
        raise DatabaseTrouble("unsupported", "that is the database itself")


def put_in_place(unfinished: Path, path: Path) -> None:
    _reach_the_disk(unfinished)
    unfinished.replace(path)
    _reach_the_disk(path.parent)


def _reach_the_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
