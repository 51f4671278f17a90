"""A fresh store for each test on a clock that the test moves, and a game with two people at the table.

The tests of the store itself run on SQLite; with SKALD_TEST_DATABASE they run on that database instead,
whose tables are dropped first.
"""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import MetaData
from sqlalchemy.ext.asyncio import create_async_engine

from db import Game, Store
from tests.db.set_table import start_game
from tests.hand_clock import HandClock


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database of the newest schema, to copy: taking all the steps takes its time."""
    file = tmp_path_factory.mktemp("migrated") / "skald.db"

    async def make() -> None:
        await (await Store.open(f"sqlite+aiosqlite:///{file}")).close()

    asyncio.run(make())
    return file


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'skald.db'}"


@pytest.fixture
async def url(sqlite_url: str) -> str:
    elsewhere = os.environ.get("SKALD_TEST_DATABASE")
    if elsewhere is None:
        return sqlite_url
    engine = create_async_engine(elsewhere)
    async with engine.begin() as connection:
        old = MetaData()
        await connection.run_sync(old.reflect)
        await connection.run_sync(old.drop_all)
    await engine.dispose()
    return elsewhere


@pytest.fixture
def clock() -> HandClock:
    return HandClock(1)


@pytest.fixture
async def store(url: str, clock: HandClock, migrated: Path, tmp_path: Path) -> AsyncIterator[Store]:
    shutil.copy(migrated, tmp_path)
    async with await Store.open(url, clock=clock) as opened:
        yield opened


@pytest.fixture
async def game(store: Store) -> Game:
    """Running, seat 0 to move, with one entry in its log: the setup."""
    return await start_game(store)
