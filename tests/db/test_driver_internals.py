"""The private parts of SQLAlchemy and aiosqlite that `db/sqlite.py` uses are still there and work the same.

A failure names the part: adapt `db/sqlite.py` before moving to that version.
"""

import inspect
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Thread
from typing import Any

import aiosqlite
import pytest
import sqlalchemy
from sqlalchemy import util
from sqlalchemy.dialects.sqlite import aiosqlite as dialect
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

Cursor = dialect.AsyncAdapt_aiosqlite_cursor
Connection = dialect.AsyncAdapt_aiosqlite_connection
Driver = dialect.AsyncAdapt_aiosqlite_dbapi


def require(condition: bool, part: str) -> None:
    version = f"SQLAlchemy {sqlalchemy.__version__}, aiosqlite {aiosqlite.__version__}"
    assert condition, f"db/sqlite.py relies on {part}, which is missing or different in {version}"


@pytest.mark.parametrize(
    ("function", "parameters"),
    [
        (Cursor._execute_async, ["self", "operation", "parameters"]),
        (Cursor._executemany_async, ["self", "operation", "seq_of_parameters"]),
        (Cursor.__init__, ["self", "adapt_connection"]),
        (Connection.__init__, ["self", "dbapi", "connection"]),
        (Driver.__init__, ["self", "aiosqlite", "sqlite"]),
        (aiosqlite.Connection._execute, ["self", "fn", "args", "kwargs"]),
    ],
    ids=lambda value: getattr(value, "__qualname__", ""),
)
def test_a_private_function_takes_the_same_parameters(function: Any, parameters: list[str]) -> None:
    require([*inspect.signature(function).parameters] == parameters, f"{function.__qualname__}{parameters}")


@pytest.mark.parametrize(
    ("caller", "called"),
    [
        (Cursor.execute, "_execute_async"),
        (Cursor.executemany, "_executemany_async"),
        (Cursor.close, "_awaitable_cursor_close"),
        (Connection.cursor, "_cursor_cls"),
        (Driver.connect, "async_creator_fn"),
    ],
)
def test_an_overridden_part_is_still_used(caller: Any, called: str) -> None:
    require(called in inspect.getsource(caller), f"{caller.__qualname__} using {called}")


@pytest.mark.parametrize("name", ["description", "rowcount", "lastrowid", "arraysize"])
def test_a_cursor_asks_the_wrapped_cursor(name: str) -> None:
    source = inspect.getsource(getattr(Cursor, name).fget)
    require(f"self._cursor.{name}" in source, f"{Cursor.__name__}.{name} reading _cursor")


@pytest.fixture
async def plain_connection(tmp_path: Path) -> AsyncIterator[AsyncConnection]:
    """A connection of SQLAlchemy's own driver."""
    engine = create_async_engine(f"sqlite+aiosqlite:///{tmp_path / 'plain.db'}")
    async with engine.connect() as connection:
        yield connection
    await engine.dispose()


async def test_instances_have_the_private_attributes(plain_connection: AsyncConnection) -> None:
    adapted: Any = (await plain_connection.get_raw_connection()).dbapi_connection
    require(type(adapted) is Connection, "SQLAlchemy's adapted connection")
    cursor = await plain_connection.run_sync(lambda _: adapted.cursor())
    for name in ("_adapt_connection", "_connection", "_cursor", "_rows", "_soft_closed_memoized"):
        require(hasattr(cursor, name), f"{Cursor.__name__}.{name}")
    for name in ("_connection", "_execute_mutex"):
        require(hasattr(adapted, name), f"{Connection.__name__}.{name}")
    require(cursor._soft_closed_memoized is util.EMPTY_DICT, f"{Cursor.__name__} starting with EMPTY_DICT")
    driven = adapted._connection
    require(isinstance(driven, aiosqlite.Connection), f"{Connection.__name__}._connection")
    for name in ("_conn", "_connection"):
        require(isinstance(getattr(driven, name, None), sqlite3.Connection), f"aiosqlite.Connection.{name}")
    require(isinstance(getattr(driven, "_thread", None), Thread), "aiosqlite.Connection._thread")
    await plain_connection.run_sync(lambda _: cursor.close())
