"""Second thoughts: a final move whose button says all about it is played a few seconds after its tap.

So nobody need confirm it, and a slip of the thumb is taken back in time: any further tap on the panel stops
it. It waits in memory alone; a panel that is left over from a restart still has its Confirm.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from db.clock import Clock

SECONDS = 5

Playing = Callable[[], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Lingering:
    """The moves that wait, at most one for a person at a table."""

    waiting: dict[tuple[int, str], tuple[asyncio.Task[None], Playing]] = field(default_factory=dict)

    def begin(self, clock: Clock, person: int, game: str, play: Playing) -> None:
        """Play in a moment, instead of what waited before."""
        self.stop(person, game)

        async def wait() -> None:
            await clock.sleep(SECONDS)
            del self.waiting[person, game]  # from here on nothing stops it
            await play()

        self.waiting[person, game] = asyncio.create_task(wait()), play

    def stop(self, person: int, game: str) -> None:
        """Its player has thought better of it, or taps on."""
        if waited := self.waiting.pop((person, game), None):
            waited[0].cancel()

    def hurry(self) -> list[asyncio.Task[None]]:
        """Play everything that waits now: Skald is about to stop."""
        waited = list(self.waiting.values())
        self.waiting.clear()
        for task, _ in waited:
            task.cancel()
        return [asyncio.create_task(play()) for _, play in waited]
