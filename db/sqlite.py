"""aiosqlite driver with one thread hop per statement.

aiosqlite runs a connection in a thread of its own, and SQLAlchemy calls it four times for a query: cursor,
execute, fetch, close. Each call wakes the thread and then the event loop, which takes longer than most of
our statements. Here all four run in one call, and so does the BEGIN of a transaction.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import aiosqlite
from sqlalchemy.dialects.sqlite.aiosqlite import (
    AsyncAdapt_aiosqlite_connection,
    AsyncAdapt_aiosqlite_cursor,
    AsyncAdapt_aiosqlite_dbapi,
)
from sqlalchemy.util import EMPTY_DICT


@dataclass(frozen=True, slots=True)
class FetchedResult:
    """Stands in for a closed cursor whose rows have been fetched."""

    description: Any = None
    rowcount: int = -1
    lastrowid: int | None = None
    arraysize: int = 1
    rows: Sequence[Any] = ()

    def close(self) -> None:
        """Do nothing: the real cursor is closed already."""


class Cursor(AsyncAdapt_aiosqlite_cursor):
    """Executes and fetches in one call to the connection's thread."""

    __slots__ = ()
    _awaitable_cursor_close = False

    def __init__(self, adapt_connection: Any) -> None:
        self._adapt_connection = adapt_connection
        self._connection = adapt_connection._connection
        self._soft_closed_memoized = EMPTY_DICT
        self._set_result(FetchedResult())

    async def _execute_async(self, operation: Any, parameters: Any) -> Any:
        await self._run_in_thread(lambda cursor: cursor.execute(operation, parameters or ()))

    async def _executemany_async(self, operation: Any, seq_of_parameters: Any) -> Any:
        await self._run_in_thread(lambda cursor: cursor.executemany(operation, seq_of_parameters))

    async def _run_in_thread(self, work: Callable[[sqlite3.Cursor], object]) -> None:
        connection: Any = self._connection
        async with self._adapt_connection._execute_mutex:
            driven: Any = self._adapt_connection
            begin = driven.take_begin()
            self._set_result(await connection._execute(_run_statement, connection._conn, work, begin))

    def _set_result(self, finished: FetchedResult) -> None:
        cursor: Any = finished
        self._cursor = cursor
        self._rows = deque(finished.rows)


def _run_statement(
    connection: sqlite3.Connection, work: Callable[[sqlite3.Cursor], object], begin: str | None
) -> FetchedResult:
    cursor = connection.cursor()
    try:
        if begin is not None:
            cursor.execute(begin)
        work(cursor)
        rows = cursor.fetchall() if cursor.description else ()
        return FetchedResult(cursor.description, cursor.rowcount, cursor.lastrowid, rows=rows)
    finally:
        cursor.close()


class Connection(AsyncAdapt_aiosqlite_connection):
    """A connection that uses `Cursor`; streaming cursors are SQLAlchemy's own.

    BEGIN is sent together with the first statement. ROLLBACK is sent only if a transaction has begun.
    """

    __slots__ = ("_begin",)
    _cursor_cls = Cursor

    def __init__(self, dbapi: Any, connection: Any) -> None:
        super().__init__(dbapi, connection)
        self._begin: str | None = None

    def begin_with_next(self, statement: str) -> None:
        """Send this BEGIN together with the next statement."""
        self._begin = statement

    def take_begin(self) -> str | None:
        begin, self._begin = self._begin, None
        return begin

    def rollback(self) -> None:
        self._begin = None
        connection: Any = self._connection
        if connection._connection is not None and connection.in_transaction:
            super().rollback()


class Driver(AsyncAdapt_aiosqlite_dbapi):
    """SQLAlchemy's adapter for aiosqlite with our connection class."""

    def connect(self, *arg: Any, **kw: Any) -> Connection:
        opened = super().connect(*arg, async_creator_fn=_open_connection, **kw)
        return Connection(self, opened._connection)


async def _open_connection(*arg: Any, **kw: Any) -> aiosqlite.Connection:
    connection = aiosqlite.connect(*arg, **kw)
    connection._thread.daemon = True
    try:
        return await connection
    except BaseException:
        # The thread ends and reports that to the event loop. Wait for it, because the loop may be closed as
        # soon as the error is raised.
        await asyncio.to_thread(connection._thread.join)
        raise


def driver() -> Driver:
    return Driver(aiosqlite, sqlite3)
