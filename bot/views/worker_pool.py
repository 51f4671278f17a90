"""Worker pool for CPU-bound work: drawing pictures, and computer players at a lower priority."""

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

from render.kit.workers import kill_workers, sigint_blocked, start_worker_pool

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

NICENESS = 15


def lower_priority() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)


class WorkerPool:
    """Worker processes that call `initializer(*arguments)` first, or a single thread if `workers` is 0.

    After `max_jobs` per process, new processes replace them, because the memory of painters grows slowly.
    """

    def __init__(
        self, workers: int, initializer: Callable[..., None], *arguments: Any, max_jobs: int | None = None
    ) -> None:
        self._start: Callable[[], Executor] = (
            partial(start_worker_pool, workers, initializer, *arguments)
            if workers
            else partial(ThreadPoolExecutor, 1)
        )
        self._closed = False
        self._pool: Executor = self._start()
        self._max_jobs = max_jobs * workers if max_jobs and workers else None
        self._jobs = 0
        self._retired: Executor | None = None

    async def run(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Run work in a worker. Retries once if a worker dies, which breaks the whole pool."""
        pool, job = self._pool, partial(work, *given, **named)
        try:
            return await self._submit(job)
        except BrokenExecutor:
            if self._closed:
                raise asyncio.CancelledError from None
            if self._pool is pool:
                log.warning("a worker died; starting another pool")
                self._pool = self._start()
            return await self._submit(job)

    def close(self) -> None:
        """Stop at once, without waiting for work in flight."""
        self._closed = True
        for pool in filter(None, (self._pool, self._retired)):
            kill_workers(pool)

    def _recycle(self) -> None:
        """Start new processes. The old ones finish their jobs, then end."""
        self._pool.shutdown(wait=False)
        self._retired, self._pool, self._jobs = self._pool, self._start(), 0

    def _submit(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        if self._jobs == self._max_jobs and not self._closed:
            self._recycle()
        self._jobs += 1
        with sigint_blocked():
            return asyncio.get_running_loop().run_in_executor(self._pool, work)
