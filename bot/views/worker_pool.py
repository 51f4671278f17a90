"""Worker pool for computer players, at a lower priority than the one that draws pictures."""

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from render.kit.workers import kill_workers, sigint_blocked, start_worker_pool

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

NICENESS = 15


class WorkerPool:
    """One worker process, or a thread if `processes` is False. Runs one task at a time."""

    def __init__(self, *, processes: bool) -> None:
        self._processes = processes
        self._closed = False
        self._pool = self._new_pool()

    async def run(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Run CPU-bound work in the worker. Retries once if the worker dies."""
        try:
            return await self._submit(partial(work, *given, **named))
        except BrokenExecutor:
            if self._closed:
                raise asyncio.CancelledError from None
            log.warning("a thinker died; starting another")
            self._pool = self._new_pool()
            return await self._submit(partial(work, *given, **named))

    def close(self) -> None:
        """Stop at once. Unfinished work is repeated after the next start."""
        self._closed = True
        kill_workers(self._pool)

    def _submit(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        with sigint_blocked():
            return asyncio.get_running_loop().run_in_executor(self._pool, work)

    def _new_pool(self) -> Executor:
        if not self._processes:
            return ThreadPoolExecutor(1, thread_name_prefix="thinker")
        return start_worker_pool(1, _lower_priority)


def _lower_priority() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
