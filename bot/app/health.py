"""Health check and metrics over HTTP, on the loopback interface only, if a port is configured.

`/health` returns 200 while every shard is connected and the database can be read, else 503. `/metrics` uses
the Prometheus text format. Neither says anything about a user or a game.
"""

import contextlib
from collections.abc import AsyncIterator

from aiohttp import web
from sqlalchemy import func, select

import db
from bot.chat.client import Skald

TEXT_CONTENT = "text/plain"


async def collect_metrics(skald: Skald) -> dict[str, tuple[str, float]]:
    """Returns the help text and value of each metric, by name."""
    store, posts, timers = skald.context.store, db.outbox.table.c, db.timers.table.c
    now = store.now
    due = (posts.done_at.is_(None), posts.not_before <= now)
    oldest = await store.scalar(select(func.min(posts.created)).where(*due))
    return {
        "skald_connected": ("1 while every shard is connected", float(is_connected(skald))),
        "skald_latency_seconds": ("how long Discord takes to answer a heartbeat", _latency_s(skald)),
        "skald_games_running": (
            "games that go on",
            await store.scalar(select(func.count()).where(db.games.table.c.status == "running")),
        ),
        "skald_posts_waiting": (
            "messages that wait to be delivered",
            await store.scalar(select(func.count()).where(*due)),
        ),
        "skald_oldest_post_seconds": (
            "how long the oldest of them waits",
            0 if oldest is None else (now - oldest) / 1000,
        ),
        "skald_timers_overdue": (
            "timers that should have fired a minute ago",
            await store.scalar(select(func.count()).where(timers.due < now - 60_000)),
        ),
        "skald_answers_under_way": ("taps and commands being answered", len(skald.context.in_flight)),
    }


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
        lines = [
            f"# HELP {name} {what}\n# TYPE {name} gauge\n{name} {value:g}\n"
            for name, (what, value) in (await collect_metrics(skald)).items()
        ]
        return web.Response(text="".join(lines), content_type=TEXT_CONTENT)

    app = web.Application()
    app.add_routes([web.get("/health", health), web.get("/metrics", metrics)])
    return app


@contextlib.asynccontextmanager
async def serve_health(skald: Skald, port: int | None) -> AsyncIterator[None]:
    """Serve health check and metrics during the block; does nothing without a port."""
    if port is None:
        yield
        return
    runner = web.AppRunner(build_app(skald), access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
        yield
    finally:
        await runner.cleanup()
