"""Child processes, forked from a server that has Skald loaded already, because loading it is slow."""

import asyncio
from collections.abc import Awaitable, Callable
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from typing import Any

PRELOADED = ("alembic.command", "sqlalchemy.dialects.sqlite.aiosqlite", "bot.app.start", "harbour")


def fork_server() -> ForkServerContext:
    context = get_context("forkserver")
    context.set_forkserver_preload([*PRELOADED])
    return context


def start_process(work: Callable[..., Awaitable[None]], *arguments: Any) -> BaseProcess:
    process = fork_server().Process(target=_run, args=(work, *arguments), daemon=True)
    process.start()
    return process


def _run(work: Callable[..., Any], *arguments: Any) -> None:
    asyncio.run(work(*arguments))
