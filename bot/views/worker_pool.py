"""Where computer players think: beside the pictures, which come first."""

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from render.kit.workers import dismiss, painters, unheard

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

MODESTY = 15
"""How far a thinker steps back where the processor is wanted by others."""


class Thinking:
    """One process that thinks, or a thread where there are no processes; asked in turn."""

    def __init__(self, *, processes: bool) -> None:
        self._processes = processes
        self._closed = False
        self._pool = self._new_pool()

    async def think(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Something that takes a while."""
        try:
            return await self._run(partial(work, *given, **named))
        except BrokenExecutor:
            if self._closed:
                raise asyncio.CancelledError from None
            log.warning("a thinker died; starting another")
            self._pool = self._new_pool()
            return await self._run(partial(work, *given, **named))

    def close(self) -> None:
        """At once, whatever is thought about: it is thought again at the next start."""
        self._closed = True
        dismiss(self._pool)

    def _run(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        with unheard():
            return asyncio.get_running_loop().run_in_executor(self._pool, work)

    def _new_pool(self) -> Executor:
        if not self._processes:
            return ThreadPoolExecutor(1, thread_name_prefix="thinker")
        return painters(1, _step_back)


def _step_back() -> None:
    if hasattr(os, "nice"):
        os.nice(MODESTY)
