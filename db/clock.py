"""The clock interface and units of time. Tests use a clock that they set by hand."""

import asyncio
import time
from datetime import UTC, datetime
from typing import Protocol

# All in milliseconds, the unit of every time in the database.
SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY


class Clock(Protocol):
    """A source of the current time that can also sleep."""

    def now(self) -> datetime:
        """Return the current time in UTC, as an aware datetime."""

    def time(self) -> float:
        """Return the current time in seconds since 1970."""

    async def sleep(self, seconds: float) -> None: ...

    async def sleep_until(self, when: datetime) -> None:
        """Sleep until that time. Returns at once if it is past."""


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def time(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def sleep_until(self, when: datetime) -> None:
        # The wall clock may be adjusted during a long sleep, so it is checked once a minute.
        left = when.timestamp() - time.time()
        while left > 0:
            await asyncio.sleep(min(left, 60))
            left = when.timestamp() - time.time()


def now_ms(clock: Clock) -> int:
    """Return the current time in milliseconds since 1970."""
    # Rounded: a float in seconds times 1000 may fall just short of the whole millisecond.
    return round(clock.time() * 1000)
