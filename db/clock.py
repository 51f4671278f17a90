"""The time as Skald knows it, so that it can run on a clock that somebody moves forward."""

import asyncio
import time
from datetime import UTC, datetime
from typing import Protocol

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY
"""In milliseconds, as the database counts time."""


class Clock(Protocol):
    """Tells the time and waits for it."""

    def now(self) -> datetime:
        """The moment, aware, in UTC."""

    def time(self) -> float:
        """The same moment in seconds since 1970."""

    async def sleep(self, seconds: float) -> None: ...

    async def sleep_until(self, when: datetime) -> None:
        """Wait until that moment; at once when it is past."""


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def time(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def sleep_until(self, when: datetime) -> None:
        # The wall clock may be set while we wait for days, so it is looked at again now and then.
        left = when.timestamp() - time.time()
        while left > 0:
            await asyncio.sleep(min(left, 60))
            left = when.timestamp() - time.time()


def in_ms(clock: Clock) -> int:
    """The moment in milliseconds, as the database counts time."""
    # Rounded, for seconds times a thousand may fall a hair short of the millisecond they mean.
    return round(clock.time() * 1000)
