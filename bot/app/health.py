"""Health check and metrics over HTTP, if a port is configured; on the loopback interface by default.

`/health` returns 200 while every shard is connected and the database can be read, else 503. `/metrics` uses
the Prometheus text format. Neither says anything about a user or a game.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from aiohttp import web
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from sqlalchemy import func, select

import db
from bot.chat.client import Skald
from db.clock import MINUTE


async def update_gauges(skald: Skald) -> None:
    """Set the gauges to the current state of the connection and the database."""
    metrics = skald.context.metrics
    store, posts, timers = skald.context.store, db.outbox.table.c, db.timers.table.c
    now = store.now
    due = (posts.done_at.is_(None), posts.not_before <= now)
    oldest = await store.scalar(select(func.min(posts.created)).where(*due))
    running = select(func.count()).where(db.games.table.c.status == "running")
    overdue = select(func.count()).where(timers.due < now - MINUTE)
    metrics.connected.set(is_connected(skald))
    metrics.latency.set(_latency_s(skald))
    metrics.games_running.set(await store.scalar(running))
    metrics.posts_waiting.set(await store.scalar(select(func.count()).where(*due)))
    metrics.oldest_post.set(0 if oldest is None else (now - oldest) / 1000)
    metrics.timers_overdue.set(await store.scalar(overdue))
    metrics.answers_under_way.set(len(skald.context.interactions.in_flight))


def is_connected(skald: Skald) -> bool:
    return skald.is_ready() and not any(shard.is_closed() for shard in skald.shards.values())


def _latency_s(skald: Skald) -> float:
    seconds = [delay for _, delay in skald.latencies if delay == delay and delay != float("inf")]
    return max(seconds, default=0.0)


def build_app(skald: Skald) -> web.Application:
    async def health(_: web.Request) -> web.Response:
        try:
            await db.timers.next_due(skald.context.store)
            well = is_connected(skald)
        except db.DatabaseError:
            well = False
        return web.Response(text="well\n" if well else "not well\n", status=200 if well else 503)

    async def metrics(_: web.Request) -> web.Response:
        await update_gauges(skald)
        text = await asyncio.to_thread(skald.context.metrics.text)
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

    app = web.Application()
    app.add_routes([web.get("/health", health), web.get("/metrics", metrics)])
    return app


@contextlib.asynccontextmanager
async def serve_health(skald: Skald, port: int | None, host: str = "127.0.0.1") -> AsyncIterator[None]:
    """Serve health check and metrics during the block; does nothing without a port."""
    if port is None:
        yield
        return
    runner = web.AppRunner(build_app(skald), access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield
    finally:
        await runner.cleanup()
