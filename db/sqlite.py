"""SQLite's driver, asked once for each statement.

aiosqlite keeps a connection in a thread of its own, and SQLAlchemy turns to it four times for a query: for a
cursor, to execute, to fetch, to close. Each turn wakes the thread and then the loop, which takes longer than
most of our statements do. Here all four happen in one, and so does the beginning of a transaction.
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
class Finished:
    """What is left of a cursor whose rows have been fetched."""

    description: Any = None
    rowcount: int = -1
    lastrowid: int | None = None
    arraysize: int = 1
    rows: Sequence[Any] = ()

    def close(self) -> None:
        """It is closed already."""


class Cursor(AsyncAdapt_aiosqlite_cursor):
    """Executes and fetches in one turn of the connection's thread."""

    __slots__ = ()
    _awaitable_cursor_close = False

    def __init__(self, adapt_connection: Any) -> None:
        self._adapt_connection = adapt_connection
        self._connection = adapt_connection._connection
        self._soft_closed_memoized = EMPTY_DICT
        self._take(Finished())

    async def _execute_async(self, operation: Any, parameters: Any) -> Any:
        await self._turn(lambda cursor: cursor.execute(operation, parameters or ()))

    async def _executemany_async(self, operation: Any, seq_of_parameters: Any) -> Any:
        await self._turn(lambda cursor: cursor.executemany(operation, seq_of_parameters))

    async def _turn(self, work: Callable[[sqlite3.Cursor], object]) -> None:
        connection: Any = self._connection
        async with self._adapt_connection._execute_mutex:
            driven: Any = self._adapt_connection
            begin = driven.take_begin()
            self._take(await connection._execute(_done, connection._conn, work, begin))

    def _take(self, finished: Finished) -> None:
        cursor: Any = finished
        self._cursor = cursor
        self._rows = deque(finished.rows)


def _done(
    connection: sqlite3.Connection, work: Callable[[sqlite3.Cursor], object], begin: str | None
) -> Finished:
    cursor = connection.cursor()
    try:
        if begin is not None:
            cursor.execute(begin)
        work(cursor)
        rows = cursor.fetchall() if cursor.description else ()
        return Finished(cursor.description, cursor.rowcount, cursor.lastrowid, rows=rows)
    finally:
        cursor.close()


class Connection(AsyncAdapt_aiosqlite_connection):
    """A connection whose cursors are those above; one that streams is SQLAlchemy's own.

    A transaction begins in the turn of its first statement, and what was not begun is not rolled back: a
    single read needs none.
    """

    __slots__ = ("_begin",)
    _cursor_cls = Cursor

    def __init__(self, dbapi: Any, connection: Any) -> None:
        super().__init__(dbapi, connection)
        self._begin: str | None = None

    def begin_with(self, statement: str) -> None:
        """Let the next statement begin a transaction."""
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
    """aiosqlite as SQLAlchemy knows it, with our connections."""

    def connect(self, *arg: Any, **kw: Any) -> Connection:
        opened = super().connect(*arg, async_creator_fn=_opened, **kw)
        return Connection(self, opened._connection)


async def _opened(*arg: Any, **kw: Any) -> aiosqlite.Connection:
    connection = aiosqlite.connect(*arg, **kw)
    connection._thread.daemon = True
    try:
        return await connection
    except BaseException:
        # The thread of what cannot be opened is told to end and reports that to the loop, which may be
        # closed the moment we have said why.
        await asyncio.to_thread(connection._thread.join)
        raise


def driver() -> Driver:
    return Driver(aiosqlite, sqlite3)
