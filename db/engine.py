"""Engines and connections, and everything specific to SQLite or PostgreSQL."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import ExceptionContext
from sqlalchemy.exc import ArgumentError, InvalidRequestError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.util import await_only

from db.errors import DatabaseError, to_database_error
from db.sqlite import driver

_BEGIN = "skald_begin"
_PRAGMA_ATTEMPTS = 100
_PRAGMA_RETRY_S = 0.05
MAX_CHECKED_BYTES = 2**30  # About three seconds.
OWNER_ONLY = 0o600
GROUP_AND_OTHERS = 0o077
URL_EXPECTED = "use sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER:PASSWORD@HOST/DATABASE"
POSTGRES_MISSING = (
    "PostgreSQL support is not installed; in Skald's checkout, "
    "run .venv/bin/pip install -c constraints.txt '.[postgres]'"
)


def parse_url(url: str) -> sa.URL:
    """Parse a database URL. Raises DatabaseError if it is not supported or would not persist data."""
    try:
        parts = sa.make_url(url)
        dialect = parts.get_dialect()
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError):
        raise DatabaseError("unsupported", URL_EXPECTED) from None
    if not getattr(dialect, "is_async", False):
        raise DatabaseError("unsupported", URL_EXPECTED)
    if is_sqlite(parts) and sqlite_file(parts) is None:
        raise DatabaseError("unsupported", "a database in memory would be lost at the next start")
    return parts


def is_sqlite(url: sa.URL) -> bool:
    return url.get_backend_name() == "sqlite"


def sqlite_file(url: sa.URL) -> Path | None:
    """Return the file of an SQLite database, or None if it is in memory."""
    name = url.database or ""
    if name.startswith("file:"):
        name = name.removeprefix("file:").partition("?")[0]
    if not name or name == ":memory:" or url.query.get("mode") == "memory":
        return None
    return Path(name)


def check_file(url: sa.URL, *, must_exist: bool) -> None:
    """Raise DatabaseError if the folder or file is missing: SQLite only says it cannot open the file."""
    path = sqlite_file(url) if is_sqlite(url) else None
    if path is None:
        return
    if not path.parent.is_dir():
        raise DatabaseError("missing_folder", f"there is no folder {path.parent}")
    if must_exist and not path.is_file():
        raise DatabaseError("missing", f"there is no file {path}")


def restrict_permissions(url: sa.URL) -> None:
    """Create the SQLite file if needed, readable only by its owner: it contains hands, seeds and notes."""
    path = sqlite_file(url) if is_sqlite(url) else None
    if path is None:
        return
    with suppress(OSError):  # SQLite reports problems with the file better
        if not path.exists():
            os.close(os.open(path, os.O_CREAT, OWNER_ONLY))
        for file in (path, *sidecar_files(path)):
            if file.exists() and stat.S_IMODE(file.stat().st_mode) & GROUP_AND_OTHERS:
                file.chmod(OWNER_ONLY)


def sidecar_files(path: Path) -> tuple[Path, ...]:
    """Return the paths of the files that SQLite creates next to a database and applies to it on opening."""
    return tuple(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))


def make_engine(url: sa.URL, *, busy_ms: int, foreign_keys: bool = True) -> AsyncEngine:
    options: dict[str, Any] = {}
    if is_sqlite(url):
        # Every transaction is committed or rolled back where it was opened, so there is nothing to reset.
        options = {
            "connect_args": {"timeout": busy_ms / 1000},
            "module": driver(),
            "pool_reset_on_return": None,
        }
    try:
        # Parameters contain states and seeds, which must not appear in error messages.
        engine = create_async_engine(url, hide_parameters=True, **options)
    except ModuleNotFoundError as problem:
        if problem.name == "asyncpg":
            raise DatabaseError("unsupported", POSTGRES_MISSING) from None
        raise DatabaseError("unsupported", str(problem)) from None
    except InvalidRequestError as problem:
        raise DatabaseError("unsupported", str(problem)) from None
    sa.event.listen(engine.sync_engine, "handle_error", _raise_database_error)
    if is_sqlite(url):
        _prepare_sqlite(engine, foreign_keys)
    return engine


class AccessModes(NamedTuple):
    """Engines by access mode: autocommit for single statements, snapshot read, and write.

    A write transaction takes SQLite's only write lock with its first statement (`BEGIN IMMEDIATE`), so it
    cannot fail half-way because of another writer.
    """

    autocommit: AsyncEngine
    snapshot: AsyncEngine
    write: AsyncEngine


def access_modes(engine: AsyncEngine) -> AccessModes:
    if engine.dialect.name == "sqlite":
        options: tuple[dict[str, str], ...] = ({}, {_BEGIN: "BEGIN"}, {_BEGIN: "BEGIN IMMEDIATE"})
    else:
        # Writers lock the rows they are about to change; readers see a snapshot, as they do in SQLite.
        levels = ("AUTOCOMMIT", "REPEATABLE READ", "READ COMMITTED")
        options = tuple({"isolation_level": level} for level in levels)
    return AccessModes(*(engine.execution_options(**option) for option in options))


@asynccontextmanager
async def connect(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Open a connection and close it at the end. An uncommitted transaction is rolled back.

    Raises DatabaseError if the server cannot be reached.
    """
    try:
        connection = await engine.connect()
    except OSError as problem:
        raise DatabaseError("unreachable", str(problem)) from problem
    try:
        yield connection
    finally:
        if connection.in_transaction():
            # Shielded, so that a cancelled task does not leave its transaction open.
            await asyncio.shield(connection.close())
        else:
            await connection.close()


def insert_into(table: sa.Table, dialect: str) -> sqlite.Insert | postgresql.Insert:
    """Return the dialect's insert statement, which supports ON CONFLICT."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


def lock_schema(connection: sa.Connection) -> None:
    """Keep other processes from migrating until the transaction ends. SQLite has a single writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:skald)"), {"skald": 0x5CA1D})


def _raise_database_error(context: ExceptionContext) -> None:
    error = to_database_error(context.sqlalchemy_exception or context.original_exception)
    if error is not None:
        raise error from context.original_exception


def _execute_with_retry(cursor: Any, setting: str) -> None:
    """Execute a PRAGMA, retrying while the database is busy.

    SQLite's busy timeout does not apply while another process changes the journal mode at its start.
    """
    for _ in range(_PRAGMA_ATTEMPTS):
        try:
            cursor.execute(setting)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            await_only(asyncio.sleep(_PRAGMA_RETRY_S))
        else:
            return
    cursor.execute(setting)


def _prepare_sqlite(engine: AsyncEngine, foreign_keys: bool) -> None:
    settings = (
        "PRAGMA journal_mode = WAL",
        # A commit that players have seen must survive a power cut, not only a crash. This costs one sync to
        # disk per move, which bench/store_latency.py measures.
        "PRAGMA synchronous = FULL",
        f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}",
    )

    def on_connect(connection: Any, _record: object) -> None:
        try:
            # Otherwise the driver begins transactions implicitly, and only at the first change.
            connection.isolation_level = None
            cursor = connection.cursor()
            for setting in settings:
                _execute_with_retry(cursor, setting)
            cursor.close()
        except BaseException:
            # The connection is not in the pool yet, and it has a thread of its own that must end.
            connection.close()
            raise

    def on_begin(connection: sa.Connection) -> None:
        begin = connection.get_execution_options().get(_BEGIN)
        if begin is not None:
            driven: Any = connection.connection.dbapi_connection
            driven.begin_with_next(begin)

    sa.event.listen(engine.sync_engine, "connect", on_connect)
    sa.event.listen(engine.sync_engine, "begin", on_begin)


async def find_damage(connection: AsyncConnection) -> list[str]:
    """Run SQLite's integrity checks. Returns the problems found, none on PostgreSQL."""
    if connection.dialect.name != "sqlite":
        return []
    found = [
        str(line) for line in await connection.scalars(sa.text("PRAGMA integrity_check")) if line != "ok"
    ]
    orphans = await connection.execute(sa.text("PRAGMA foreign_key_check"))
    found += [f"a row of {table} points to a missing row of {parent}" for table, _, parent, _ in orphans]
    return found


async def refuse_damage(connection: AsyncConnection) -> None:
    """Raise DatabaseError if pages of an SQLite file are damaged. Does not compare indexes with tables.

    Large files are not read, because the start would take long; `skald check` reads them.
    """
    file = sqlite_file(connection.engine.url) if is_sqlite(connection.engine.url) else None
    if file is None or not file.exists() or file.stat().st_size > MAX_CHECKED_BYTES:
        return
    found = await connection.scalar(sa.text("PRAGMA quick_check(1)"))
    if found != "ok":
        hint = "stop Skald and restore a backup: skald restore FILE"
        raise DatabaseError("corrupt", f"the file is damaged ({str(found).splitlines()[-1]}); {hint}")


async def backup_to(engine: AsyncEngine, path: Path) -> None:
    """Write a consistent copy of an SQLite database to `path` while others keep writing.

    Raises DatabaseError for PostgreSQL, for a missing folder, and if `path` is the database itself.
    """
    if engine.dialect.name != "sqlite":
        raise DatabaseError("unsupported", "copy this kind of database with its own tools (pg_dump)")
    _check_backup_target(path, sqlite_file(engine.url))
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    unfinished.unlink(missing_ok=True)
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL, OWNER_ONLY))  # VACUUM INTO accepts an empty file
        async with engine.connect() as connection:
            await connection.exec_driver_sql("VACUUM INTO ?", (str(unfinished),))
        await asyncio.to_thread(replace_atomically, unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def _check_backup_target(path: Path, source: Path | None) -> None:
    if not path.parent.is_dir():
        raise DatabaseError("missing_folder", f"there is no folder {path.parent}")
    if source is not None and path.exists() and path.samefile(source):
        raise DatabaseError("unsupported", "that is the database itself")


def replace_atomically(unfinished: Path, path: Path) -> None:
    """Move a finished file to `path` so that a power cut leaves either the old or the new one."""
    _fsync(unfinished)
    unfinished.replace(path)
    _fsync(path.parent)


def _fsync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
