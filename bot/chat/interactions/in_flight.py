"""The answers under way, and what becomes of them when Skald stops."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

LAST_STEPS = 1.0
"""So many seconds an answer that is given up has to let go of what it holds."""


class Answering:
    """Whoever comes while the last answers are finished is asked to come back; after that nobody is heard."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()
        self.ending = False
        self.ended = False

    def __len__(self) -> int:
        return len(self._under_way)

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """The answer that this task gives."""
        task = asyncio.current_task()
        assert task is not None
        self._under_way.add(task)
        try:
            yield
        finally:
            self._under_way.discard(task)

    async def end(self, seconds: float) -> None:
        """Answers are finished within so many seconds; what takes longer is given up."""
        self.ending = True
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        while (others := self._others()) and (left := deadline - loop.time()) > 0:
            await asyncio.wait(others, timeout=left)
        self.ended = True
        if late := self._others():
            for task in late:
                task.cancel()
            await asyncio.wait(late, timeout=LAST_STEPS)

    def _others(self) -> set[asyncio.Task[Any]]:
        return self._under_way - {asyncio.current_task()}
