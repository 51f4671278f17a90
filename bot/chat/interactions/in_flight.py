"""Tracks in-flight interactions and drains them at graceful shutdown."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

CANCEL_TIMEOUT_S = 1.0  # For a cancelled handler to release its transaction.


class InFlight:
    """Tasks that handle an interaction right now.

    While `draining`, new interactions are told to come back later. Once `closed`, they are ignored.
    """

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self.draining = False
        self.closed = False

    def __len__(self) -> int:
        return len(self._tasks)

    @contextmanager
    def track(self) -> Iterator[None]:
        """Count the current task as in flight for the duration of the block."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def drain(self, timeout_s: float) -> None:
        """Wait for in-flight tasks other than the caller's; cancel those still running after `timeout_s`."""
        self.draining = True
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout_s
        while (others := self._others()) and (left := deadline - loop.time()) > 0:
            await asyncio.wait(others, timeout=left)
        self.closed = True
        if late := self._others():
            for task in late:
                task.cancel()
            await asyncio.wait(late, timeout=CANCEL_TIMEOUT_S)

    def _others(self) -> set[asyncio.Task[Any]]:
        return self._tasks - {asyncio.current_task()}
