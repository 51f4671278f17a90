"""Health check and metrics: in the Prometheus format, without anything about users."""

import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from aiohttp import ClientError, ClientSession
from aiohttp.test_utils import TestClient, TestServer

import db
from bot.app.health import build_app, serve_health
from bot.metrics import Metrics
from bot.views import pictures
from db.clock import MINUTE
from tests.chat.discord_driver import BLANK_PICTURE, open_chat, send_component
from tests.db.game_fixtures import open_lobby, start_game
from tests.empty_store import open_empty_store


@pytest.fixture
async def skald(tmp_path: Path) -> AsyncIterator[Any]:
    async with open_empty_store(tmp_path) as store:
        await start_game(store)
        await open_lobby(store)
        shard = SimpleNamespace(is_closed=lambda: False)
        yield SimpleNamespace(
            context=SimpleNamespace(
                store=store, interactions=SimpleNamespace(in_flight=set()), metrics=Metrics()
            ),
            shards={0: shard},
            latencies=[(0, 0.05), (1, float("nan"))],
            is_ready=lambda: True,
        )


async def scrape(skald: Any) -> dict[str, float]:
    """The samples that `/metrics` shows, by name and labels."""
    async with TestClient(TestServer(build_app(skald))) as client:
        text = await (await client.get("/metrics")).text()
    return {
        name: float(value) for name, value in re.findall(r"^(skald_\S+(?:{.*})?) (\S+)$", text, re.MULTILINE)
    }


async def test_gauges_follow_the_database_and_the_connection(skald: Any) -> None:
    values = await scrape(skald)
    assert values["skald_games_running"] == 1
    assert values["skald_connected"] == 1
    assert values["skald_latency_seconds"] == 0.05
    assert values["skald_posts_waiting"] == values["skald_answers_under_way"] == 0
    assert {"skald_oldest_post_seconds", "skald_timers_overdue"} <= values.keys()


async def test_posts_that_wait_and_timers_that_are_late_are_counted(skald: Any) -> None:
    store = skald.context.store
    async with store.write() as tx:
        for key, later in (("due", 0), ("to come", MINUTE)):
            post = db.outbox.NewPost("test", {}, key, lane=key, not_before=store.now + later)
            await db.outbox.enqueue(tx, post)
        age = sa.update(db.outbox.table).values(created=store.now - MINUTE)
        await tx.execute(age)
        for key, late in (("on time", -MINUTE), ("late", MINUTE - 1000), ("overdue", MINUTE + 60_000)):
            await db.timers.schedule(tx, db.timers.NewTimer("test", key, store.now - late))
    values = await scrape(skald)
    assert values["skald_timers_overdue"] == values["skald_posts_waiting"] == 1
    assert 60 <= values["skald_oldest_post_seconds"] < 70


async def test_histograms_count_answers_moves_pictures_deliveries_and_transactions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "draw", lambda _: BLANK_PICTURE)
    async with open_chat(tmp_path) as chat:
        code = await chat.start_game("astrid", "bjorn")
        mover = await chat.player_to_move(code)
        panel = (await mover.slash(chat.thread(), "play")).response
        snapshot = await chat.snapshot(code)
        move = snapshot.legal(snapshot.seat_of(mover.id))[0]
        await send_component(mover, panel, f"skald:go:{code}:{snapshot.row.version}:{move}")
        await send_component(mover, panel, f"skald:madeup-{code}:{code}")
        values = await scrape(chat.skald)
    assert values['skald_first_answer_seconds_count{action="/play"}'] == 1
    assert values['skald_first_answer_seconds_count{action="go"}'] == 1
    assert values['skald_first_answer_seconds_count{action="unknown"}'] == 1
    assert values['skald_move_seconds_count{game="lofoten"}'] == 1
    assert values['skald_picture_seconds_count{game="lofoten",kind="board"}'] > 0
    assert values['skald_delivery_age_seconds_count{kind="card"}'] > 0
    assert values["skald_transaction_seconds_count"] > 5
    assert not any(code in name or str(mover.id) in name for name in values)


async def test_health_follows_the_connection_and_the_database(skald: Any) -> None:
    async with TestClient(TestServer(build_app(skald))) as client:
        assert (await client.get("/health")).status == 200
        skald.shards[0].is_closed = lambda: True
        assert (await client.get("/health")).status == 503


async def test_a_database_that_fails_is_not_well(skald: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: object) -> None:
        raise db.DatabaseError("unreachable", "")

    monkeypatch.setattr(db.timers, "next_due", fail)
    async with TestClient(TestServer(build_app(skald))) as client:
        response = await client.get("/health")
        assert (response.status, await response.text()) == (503, "not well\n")


async def test_health_is_served_where_a_port_is_set(skald: Any) -> None:
    async with serve_health(skald, None), ClientSession() as browser:
        with socket.create_server(("127.0.0.1", 0)) as found:
            port = found.getsockname()[1]
        async with serve_health(skald, port), browser.get(f"http://127.0.0.1:{port}/health") as response:
            assert await response.text() == "well\n"
        with pytest.raises(ClientError):
            await browser.get(f"http://127.0.0.1:{port}/health")
