"""Runs the bot: opens the database, connects, stops on a signal, and restarts on request."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any

import render
from bot.app.backups import run_backups
from bot.app.health import is_connected, serve_health
from bot.app.settings import Settings, Shards, parse_shards
from bot.app.web_site import WebSite, serve_site
from bot.chat.client import Skald
from bot.chat.interactions.connection import run_client
from bot.chat.interactions.context import Links
from db import DatabaseError, Store
from db.clock import Clock
from db.engine import is_sqlite, parse_url
from rules.game import AnyGame

log = logging.getLogger(__name__)

HEARTBEAT_INTERVAL_S = 20
RETRY_DELAYS_S = (1, 2, 4, 8, 15, 30, 60, 60, 60, 60)  # Five minutes in all.


async def run_bot(
    settings: Settings,
    token: str,
    clock: Clock,
    games: Mapping[str, AnyGame],
    on_sprites: Callable[[int, int], None] | None = None,
    site: WebSite | None = None,
) -> None:
    """Open the database, take the process lock, and run the bot until it ends or is cancelled.

    `on_sprites` receives the number of painted sprites and of all sprites, in a thread. `site` is where the
    web board is served.
    """
    if settings.baked_sprites is not None:
        await asyncio.to_thread(render.copy_baked_sprites, settings.baked_sprites, settings.sprite_folder)
    async with await open_store(settings.database, clock) as store:
        links = Links(settings.privacy_page, settings.terms_page, site.url if site else None)
        shards = parse_shards(settings.shards) if settings.shards else Shards((0,), 1)
        client_options: dict[str, Any] = (
            {"shard_ids": list(shards.own), "shard_count": shards.total} if settings.shards else {}
        )
        if settings.painters is not None:
            client_options["painters"] = settings.painters
        skald = Skald(
            store=store,
            games=games,
            sprites=settings.sprite_folder,
            links=links,
            shared=len(shards.own) < shards.total,
            **client_options,
        )
        skald.on_sprites = on_sprites
        async with (
            store.process_lock([f"shard {number}" for number in shards.own]),
            skald,
            _background(_heartbeat(skald, settings.data / "heartbeat")),
            serve_health(skald, settings.watch_port, settings.watch_host),
            serve_site(skald, site),
            _background(_backups(store, settings)),
        ):
            await run_client(skald, token)


async def open_store(url: str, clock: Clock) -> Store:
    """Open the database, and check its file. Retries for a while if the server cannot be reached.

    A machine that boots may start Skald before PostgreSQL accepts connections.
    """
    for delay_s in RETRY_DELAYS_S:
        try:
            return await Store.open(url, clock=clock, check=True)
        except DatabaseError as error:
            if error.kind != "unreachable":
                raise
            log.warning("the database cannot be reached, next attempt in %d s: %s", delay_s, error.detail)
        await clock.sleep(delay_s)
    return await Store.open(url, clock=clock, check=True)


class Restartable:
    """A task that can be restarted while callers of `wait` keep waiting for its end."""

    def __init__(self, run: Callable[[], Awaitable[None]]) -> None:
        self._run = run
        self._lock = asyncio.Lock()
        self._end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run_once())

    async def _run_once(self) -> None:
        try:
            await self._run()
        except Exception as problem:
            self._end.set_exception(problem)
        else:
            self._end.set_result(None)

    async def restart(self) -> None:
        async with self._lock:
            if self._end.done():
                return
            await self._cancel()
            self._task = asyncio.create_task(self._run_once())

    async def wait(self) -> None:
        """Wait until a run ends without being stopped. Raises the exception of a failed run."""
        await asyncio.shield(self._end)

    async def stop(self) -> None:
        async with self._lock:
            await self._cancel()

    async def _cancel(self) -> None:
        self._task.cancel()
        await asyncio.wait({self._task})


@contextlib.asynccontextmanager
async def stop_signal() -> AsyncIterator[asyncio.Event]:
    """Yields an event that the first SIGINT or SIGTERM sets. The next signal interrupts even the shutdown."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    signals = (signal.SIGINT, signal.SIGTERM)

    def remove_handlers() -> None:
        for number in signals:
            loop.remove_signal_handler(number)

    def on_signal() -> None:
        stop.set()
        remove_handlers()

    for number in signals:
        loop.add_signal_handler(number, on_signal)
    try:
        yield stop
    finally:
        remove_handlers()


async def run_until_stopped(bot: Restartable) -> None:
    """Wait until the bot ends or the process receives a signal, then shut down gracefully."""
    async with stop_signal() as stop:
        waits = {asyncio.create_task(stop.wait()), asyncio.create_task(bot.wait())}
        try:
            done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in done:
                wait.result()
        finally:
            for wait in waits:
                wait.cancel()
            await bot.stop()


@contextlib.asynccontextmanager
async def _background(work: Coroutine[Any, Any, None] | None) -> AsyncIterator[None]:
    """Run `work`, if there is any, until the end of the block."""
    task = None if work is None else asyncio.create_task(work)
    try:
        yield
    finally:
        if task is not None:
            task.cancel()


def _backups(store: Store, settings: Settings) -> Coroutine[Any, Any, None] | None:
    """Returns the daily backups of an SQLite database, if a folder is configured."""
    if settings.backups is None or not is_sqlite(parse_url(settings.database)):
        return None
    return run_backups(store, store.clock, settings.backups, settings.backups_kept)


async def _heartbeat(skald: Skald, file: Path) -> None:
    """Touch a file while every shard is connected: a health check for containers."""
    while True:
        if is_connected(skald):
            await asyncio.to_thread(file.touch)
        await asyncio.sleep(HEARTBEAT_INTERVAL_S)
