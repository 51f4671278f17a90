"""The SQLite driver calls the connection's thread once per statement."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import select, text

import db
from db.users import table as people


@pytest.fixture
def thread_calls(monkeypatch: pytest.MonkeyPatch) -> list[Callable[..., Any]]:
    """All calls to the thread of any connection."""
    asked: list[Callable[..., Any]] = []
    execute = aiosqlite.Connection._execute

    async def note(connection: aiosqlite.Connection, work: Callable[..., Any], *given: Any) -> Any:
        asked.append(work)
        return await execute(connection, work, *given)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", note)
    return asked


@pytest.fixture
async def sqlite(sqlite_url: str) -> Any:
    async with await db.Store.open(sqlite_url) as store:
        await store.scalar(select(text("1")))  # so that a connection is open
        yield store


async def test_a_read_is_one_thread_call(sqlite: db.Store, thread_calls: list[Any]) -> None:
    assert await sqlite.scalar(select(text("1"))) == 1
    assert len(thread_calls) == 1


async def test_a_transaction_is_one_thread_call_per_statement_and_one_for_its_end(
    sqlite: db.Store, thread_calls: list[Any]
) -> None:
    async with sqlite.write() as tx:
        await db.users.ensure_exists(tx, 1, 2)
        rows = await tx.rows(select(people.c.id).order_by(people.c.id))
    assert [row["id"] for row in rows] == [1, 2]
    assert len(thread_calls) == 3


async def test_a_failing_statement_leaves_the_connection_of_use(sqlite: db.Store) -> None:
    with pytest.raises(db.DatabaseError):
        await sqlite.scalar(text("SELECT nothing FROM nowhere"))
    assert await sqlite.scalar(select(text("1"))) == 1


async def test_what_a_broken_off_transaction_wrote_is_gone_when_its_connection_is_used_again(
    sqlite: db.Store,
) -> None:
    async def break_off() -> None:
        async with sqlite.write() as tx:
            await db.users.ensure_exists(tx, 7)
            raise LookupError

    with pytest.raises(LookupError):
        await break_off()
    async with sqlite.write() as tx:
        assert await tx.rows(select(people.c.id)) == []


async def test_how_many_rows_a_statement_touched_is_told(sqlite: db.Store) -> None:
    async with sqlite.write() as tx:
        await db.users.ensure_exists(tx, 1, 2, 3)
        assert await tx.execute(people.delete().where(people.c.id > 1)) == 2


def test_no_thread_outlives_the_loop_in_which_a_database_could_not_be_opened(tmp_path: Path) -> None:
    left: list[str] = []

    async def fail() -> None:
        before = set(threading.enumerate())
        with pytest.raises(db.DatabaseError):
            await db.Store.open(f"sqlite+aiosqlite:///{tmp_path}")
        left.extend(each.name for each in set(threading.enumerate()) - before if "worker" in each.name)

    asyncio.run(fail())
    assert not left
