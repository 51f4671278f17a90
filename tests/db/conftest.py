"""Fixtures: a fresh store with a manual clock, and a running game of two players.

Tests run on SQLite and on PostgreSQL, except those about one of the two.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db import Game, Store
from tests.db.game_fixtures import start_game
from tests.empty_store import open_empty_store
from tests.manual_clock import HandClock
from tests.postgres import Cluster


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'skald.db'}"


@pytest.fixture
async def postgres_url(cluster: Cluster) -> AsyncIterator[str]:
    url = await cluster.empty()
    yield url
    await cluster.drop(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database of each kind, without tables."""
    given: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return given


@pytest.fixture
def clock() -> HandClock:
    return HandClock(1)


@pytest.fixture(params=["sqlite", "postgresql"])
async def store(request: pytest.FixtureRequest, clock: HandClock, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "sqlite":
        async with open_empty_store(tmp_path, clock, threads=True) as opened:
            yield opened
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    async with await Store.open(await cluster.migrated(), clock=clock) as opened:
        yield opened


@pytest.fixture
async def game(store: Store) -> Game:
    """A running game with seat 0 to move and one log entry: the setup."""
    return await start_game(store)
