"""Health check and metrics: in the Prometheus format, without anything about users."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from bot.app.health import build_app
from db import Store
from tests.db.game_fixtures import start_game


@pytest.fixture
async def skald(tmp_path: Path) -> AsyncIterator[Any]:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'skald.db'}") as store:
        await start_game(store)
        shard = SimpleNamespace(is_closed=lambda: False)
        yield SimpleNamespace(
            context=SimpleNamespace(store=store, in_flight=set()),
            shards={0: shard},
            latencies=[(0, 0.05), (1, float("nan"))],
            is_ready=lambda: True,
        )


async def test_measures_are_told_as_prometheus_reads_them(skald: Any) -> None:
    async with TestClient(TestServer(build_app(skald))) as client:
        text = await (await client.get("/metrics")).text()
    values = dict(re.findall(r"^(skald_\w+) (\S+)$", text, re.MULTILINE))
    assert values["skald_games_running"] == "1"
    assert values["skald_connected"] == "1"
    assert float(values["skald_latency_seconds"]) == 0.05
    assert text.count("# TYPE") == len(values) > 5


async def test_health_follows_the_connection_and_the_database(skald: Any) -> None:
    async with TestClient(TestServer(build_app(skald))) as client:
        assert (await client.get("/health")).status == 200
        skald.shards[0].is_closed = lambda: True
        assert (await client.get("/health")).status == 503
