"""How much one person may do in a row before they are asked to slow down, so that others need not wait."""

import time
from collections.abc import Callable

BURST, A_SECOND = 40, 4
"""So many taps and commands at once, and so many a second on end: more than a hurried hand."""
COMPLETION = 0.25
"""What a suggestion counts: one is asked for with every letter that is typed."""
REMEMBERED = 10_000
"""So many people are kept in mind; those who rested longest are forgotten first."""


class Patience:
    """What each person has left. It comes back with time."""

    def __init__(
        self, burst: float = BURST, a_second: float = A_SECOND, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst = burst
        self._a_second = a_second
        self._now = now
        self._left: dict[int, tuple[float, float]] = {}

    def allows(self, person: int, cost: float = 1) -> bool:
        """Whether somebody may do something more now; if so, it counts."""
        now = self._now()
        left, at = self._left.pop(person, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._a_second)
        allowed = left >= cost
        self._left[person] = (left - cost if allowed else left, now)
        if len(self._left) > REMEMBERED:
            del self._left[next(iter(self._left))]
        return allowed
