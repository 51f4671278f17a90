"""The life of the bot: from opening the database to closing it, as often as it is restarted."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from bot.app.backups import keep_backed_up
from bot.app.health import is_connected, watched
from bot.app.settings import Settings, Shards, read_shards
from bot.chat.client import Skald
from bot.chat.interactions.connection import run_client
from bot.chat.interactions.context import Pages
from db import Store
from db.clock import Clock
from db.engine import is_sqlite, parse_url
from rules.game import AnyGame

BEAT_SECONDS = 20


async def live(settings: Settings, token: str, clock: Clock, games: Mapping[str, AnyGame]) -> None:
    """One life: open the database, connect, and when it ends or is cancelled put everything away."""
    async with await Store.open(settings.database, clock=clock) as store:
        pages = Pages(settings.privacy_page, settings.terms_page)
        shards = read_shards(settings.shards) if settings.shards else Shards((0,), 1)
        own: dict[str, Any] = {}
        if settings.shards:
            own = {"shard_ids": list(shards.own), "shard_count": shards.total}
        skald = Skald(
            store=store,
            clock=clock,
            games=games,
            sprites=settings.data / "sprites",
            pages=pages,
            shared=len(shards.own) < shards.total,
            **own,
        )
        async with (
            store.process_lock([f"shard {number}" for number in shards.own]),
            skald,
            _beating(skald, settings.data / "heartbeat"),
            watched(skald, settings.watch_port),
            _backing_up(store, clock, settings),
        ):
            await run_client(skald, token)


class Restartable:
    """Something that runs until it is stopped, and can be started over while others wait for its end."""

    def __init__(self, run: Callable[[], Awaitable[None]]) -> None:
        self._run = run
        self._turn = asyncio.Lock()
        self._end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._once())

    async def _once(self) -> None:
        try:
            await self._run()
        except Exception as problem:
            self._end.set_exception(problem)
        else:
            self._end.set_result(None)

    async def restart(self) -> None:
        async with self._turn:
            if self._end.done():
                return
            await self._cancel()
            self._task = asyncio.create_task(self._once())

    async def ended(self) -> None:
        """Wait until it ends by itself; what it failed with is raised."""
        await asyncio.shield(self._end)

    async def stop(self) -> None:
        async with self._turn:
            await self._cancel()

    async def _cancel(self) -> None:
        self._task.cancel()
        await asyncio.wait({self._task})


@contextlib.asynccontextmanager
async def asked_to_stop() -> AsyncIterator[asyncio.Event]:
    """Set by the first Ctrl-C or SIGTERM; the next one interrupts even the closing."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    signals = (signal.SIGINT, signal.SIGTERM)

    def let_go() -> None:
        for number in signals:
            loop.remove_signal_handler(number)

    def on_signal() -> None:
        stop.set()
        let_go()

    for number in signals:
        loop.add_signal_handler(number, on_signal)
    try:
        yield stop
    finally:
        let_go()


async def until_stopped(bot: Restartable) -> None:
    """Let the bot run until it ends by itself or somebody asks the process to stop."""
    async with asked_to_stop() as stop:
        waits = {asyncio.create_task(stop.wait()), asyncio.create_task(bot.ended())}
        try:
            done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in done:
                wait.result()
        finally:
            for wait in waits:
                wait.cancel()
            await bot.stop()


@contextlib.asynccontextmanager
async def _backing_up(store: Store, clock: Clock, settings: Settings) -> AsyncIterator[None]:
    """Copies of an SQLite database are made meanwhile, where a folder is named for them."""
    if settings.backups is None or not is_sqlite(parse_url(settings.database)):
        yield
        return
    work = asyncio.create_task(keep_backed_up(store, clock, settings.backups, settings.backups_kept))
    try:
        yield
    finally:
        work.cancel()


@contextlib.asynccontextmanager
async def _beating(skald: Skald, file: Path) -> AsyncIterator[None]:
    """Touch a file while every shard is connected, so that whoever watches the process can tell."""

    async def beat() -> None:
        while True:
            if is_connected(skald):
                await asyncio.to_thread(file.touch)
            await asyncio.sleep(BEAT_SECONDS)

    heart = asyncio.create_task(beat())
    try:
        yield
    finally:
        heart.cancel()
