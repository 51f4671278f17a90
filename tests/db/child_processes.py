"""What the child processes of these tests do. They start from a server that has all this loaded already."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from typing import Any

import db
from db import Conflict, Store
from tests.db.game_fixtures import current, play
from tests.db.statement_hooks import at_each_step


def forkserver() -> ForkServerContext:
    context = get_context("forkserver")
    context.set_forkserver_preload(["alembic.command", "sqlalchemy.dialects.sqlite.aiosqlite", "db"])
    return context


def run(work: Callable[..., Awaitable[None]], *arguments: Any) -> BaseProcess:
    process = forkserver().Process(target=_run, args=(work, *arguments), daemon=True)
    process.start()
    return process


def _run(work: Callable[..., Any], *arguments: Any) -> None:
    asyncio.run(work(*arguments))


def die(reached: int, wanted: int) -> None:
    if reached == wanted:
        os.kill(os.getpid(), signal.SIGKILL)


async def open_and_die(url: str, step: int) -> None:
    with at_each_step(lambda reached: die(reached, step)):
        await (await Store.open(url)).close()


async def move_and_die(url: str, code: str, step: int) -> None:
    """A move with all that belongs to it; killed at that step, or right after the commit."""
    store = await Store.open(url)
    with at_each_step(lambda reached: die(reached, step)):
        async with store.write() as tx:
            game = await db.games.find(tx, code)
            assert game is not None
            game = await play(tx, game, "a", interaction=7, kept=True)
            await db.outbox.enqueue(tx, db.NewPost("card", {"ply": game.ply}, "card", game=code))
            await db.timers.schedule(tx, db.NewTimer("remind", "remind", 30, game=code))
            await db.messages.upsert(tx, message=1, channel=2, game=code, kind="card")
    die(step, step)


async def move_for_ever(url: str, code: str, told: Connection) -> None:
    """Moves on and on, and tells of each only once it is committed."""
    store = await Store.open(url)
    game = await current(store, code)
    while True:
        async with store.write() as tx:
            game = await play(tx, game, str(game.ply), kept=game.ply % 3 == 0)
        told.send(game.ply)


async def move_in_a_race(url: str, code: str, name: str, moves: int) -> None:
    """Each move is decided on what was read before; who comes too late looks again."""
    store = await Store.open(url)
    while moves:
        game = await current(store, code)
        try:
            async with store.write() as tx:
                await play(tx, game, name)
        except Conflict:
            continue
        moves -= 1
    await store.close()
