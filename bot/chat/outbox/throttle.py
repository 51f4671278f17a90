"""How fast Skald may speak, so that Discord goes on listening.

Discord takes fifty requests a second of a bot. It shuts one out that meets thousands of refusals, and one
that writes to many strangers in a row: so requests keep a pace, which many refusals slow down, and doors
that were never opened before are opened one after the other.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from db.clock import MINUTE, SECOND

log = logging.getLogger(__name__)

A_SECOND, SLOWLY, AT_A_TIME = 40, 2, 8
"""Requests a second, and while there are many refusals; and how many at the same moment."""
MANY_REFUSALS, LATELY = 50, 10 * MINUTE
DOORS_AT_ONCE, DOOR_EVERY = 8, 3 * SECOND
"""So many strangers are written to in a row, enough for a table; then one in a while."""
FIRST_REST, LONGEST_REST = MINUTE, 32 * MINUTE
"""How long no new door is tried after Discord said that it goes too fast: longer each time in a row."""


class Later(Exception):  # noqa: N818 - not an error
    """It has to wait: for so many milliseconds."""

    def __init__(self, pause: int) -> None:
        super().__init__(f"later, in {pause} ms")
        self.pause = pause


class Restraint:
    """One for the whole process. `now` is in milliseconds, as the database counts time."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._refusals: deque[int] = deque()
        self._was_slow = False
        self._next_request = 0.0
        self._next_door, self._rest = 0, FIRST_REST
        self._turns: dict[int, int] = {}

    # Requests

    async def turn(self) -> None:
        """Wait until another request may be made."""
        now = asyncio.get_running_loop().time()
        gap = 1 / (SLOWLY if self.is_slow() else A_SECOND)
        turn = max(self._next_request, now - (AT_A_TIME - 1) * gap)
        self._next_request = turn + gap
        if turn > now:
            await asyncio.sleep(turn - now)

    def refused(self) -> None:
        """Discord has refused something."""
        self._refusals.append(self._now())

    def is_slow(self) -> bool:
        """Whether there were many refusals lately."""
        since = self._now() - LATELY
        while self._refusals and self._refusals[0] <= since:
            self._refusals.popleft()
        slow = len(self._refusals) >= MANY_REFUSALS
        if slow != self._was_slow:
            self._was_slow = slow
            log.warning(
                "Discord refused %s requests in ten minutes: deliveries go slowly"
                if slow
                else "fewer than %s refusals in ten minutes: deliveries go on at their pace",
                MANY_REFUSALS,
            )
        return slow

    # Doors

    def acquire_dm_slot(self, person: int) -> None:
        """Somebody is to be written to for the first time: now, or `Later` when it is their turn."""
        now = self._now()
        turn = self._turns.get(person)
        if turn is None:
            # A pause lets so many through at once again.
            turn = max(self._next_door, now - (DOORS_AT_ONCE - 1) * DOOR_EVERY)
            self._next_door = turn + DOOR_EVERY
        if turn > now:
            self._turns[person] = turn
            raise Later(turn - now)
        self._turns.pop(person, None)

    def too_fast(self) -> int:
        """Discord wants no further door to be opened for now: all of them wait; how long."""
        pause = self._rest
        rest = self._now() + pause
        later = max(0, rest - min(self._turns.values(), default=rest))
        self._turns = {person: turn + later for person, turn in self._turns.items()}
        self._next_door = max(self._next_door + later, rest)
        self._rest = min(2 * self._rest, LONGEST_REST)
        log.warning("Discord finds that direct messages are opened too fast: no new ones for a while")
        return pause

    def opened(self) -> None:
        """A door has been opened, so the pace is right again."""
        self._rest = FIRST_REST
