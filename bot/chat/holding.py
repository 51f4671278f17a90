"""Panels that go on by themselves, once what their player chose has been made.

The move itself is kept in the database (`play/holding.py`) and made in any case; here waits only the answer
to whoever still looks at the panel.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from db.clock import Clock

Work = Callable[[], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class PanelsOnHold:
    """At most one for a person at a table: the latest."""

    tasks: dict[tuple[int, str], asyncio.Task[None]] = field(default_factory=dict)

    def begin(self, clock: Clock, seconds: float, person: int, game: str, work: Work) -> None:
        """Do this in so many seconds, instead of what waited before."""
        self.stop(person, game)

        async def wait() -> None:
            await clock.sleep(seconds)
            del self.tasks[person, game]  # from here on it is an answer like any other
            await work()

        self.tasks[person, game] = asyncio.create_task(wait())

    def stop(self, person: int, game: str) -> None:
        """Somebody taps on, so the panel shows something else."""
        if task := self.tasks.pop((person, game), None):
            task.cancel()

    def close(self) -> None:
        for person, game in list(self.tasks):
            self.stop(person, game)
