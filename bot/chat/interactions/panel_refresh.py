"""Panels that go on by themselves: once what their player chose has been made, or their turn has come again.

Moves are kept in the database (`play/holding.py`) and made in any case, and cards call for turns; here waits
only the answer to whoever still looks at the panel.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any

from db.clock import MINUTE, Clock

LOOKS_ON = 2 * MINUTE
"""So long somebody is taken to look at a panel that says whom they wait for."""

Work = Callable[[], Coroutine[Any, Any, None]]
Key = tuple[int, str]
"""A person and a game."""


@dataclass(slots=True)
class Awaiting:
    """A panel that says whom its player waits for. It goes on once it stands there and their turn has come,
    whichever is later."""

    until: int
    work: Work
    shown: bool = False
    come: bool = False


@dataclass(frozen=True, slots=True)
class PanelsOnHold:
    """At most one for a person at a table: the latest."""

    tasks: dict[Key, asyncio.Task[None]] = field(default_factory=dict)
    awaiting: dict[Key, Awaiting] = field(default_factory=dict)

    def begin(self, clock: Clock, seconds: float, person: int, game: str, work: Work) -> None:
        """Do this in so many seconds, instead of what waited before."""
        self.stop(person, game)
        self._start((person, game), lambda: clock.sleep(seconds), work)

    def wait_for_turn(self, now: int, person: int, game: str, work: Work) -> None:
        """Do this when their turn comes, if they look on till then. Said before the panel is drawn: the turn
        may come while it is."""
        self.stop(person, game)
        for key in [key for key, each in self.awaiting.items() if each.until < now]:
            del self.awaiting[key]
        self.awaiting[person, game] = Awaiting(now + LOOKS_ON, work)

    def shown(self, person: int, game: str) -> None:
        """The panel stands there."""
        if awaiting := self.awaiting.get((person, game)):
            awaiting.shown = True
            self._go_on((person, game), awaiting)

    def turn_came(self, now: int, game: str, people: Iterable[int]) -> None:
        """These people owe a move, or the game is over."""
        for person in people:
            if (awaiting := self.awaiting.get((person, game))) and awaiting.until >= now:
                awaiting.come = True
                self._go_on((person, game), awaiting)

    def stop(self, person: int, game: str) -> None:
        """Somebody taps on, so the panel shows something else."""
        self.awaiting.pop((person, game), None)
        if task := self.tasks.pop((person, game), None):
            task.cancel()

    def close(self) -> None:
        for person, game in [*self.tasks, *self.awaiting]:
            self.stop(person, game)

    def _go_on(self, key: Key, awaiting: Awaiting) -> None:
        if awaiting.shown and awaiting.come:
            del self.awaiting[key]
            self._start(key, lambda: asyncio.sleep(0), awaiting.work)

    def _start(self, key: Key, wait: Work, work: Work) -> None:
        async def go_on() -> None:
            await wait()
            del self.tasks[key]  # from here on it is an answer like any other
            await work()

        self.tasks[key] = asyncio.create_task(go_on())
