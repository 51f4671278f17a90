"""A clock that can be advanced, so that tests let days pass in seconds."""

import asyncio
import time
from datetime import UTC, datetime


class Clock:
    """Real time plus an offset that only grows.

    >>> clock = Clock()
    >>> before = clock.time()
    >>> clock.advance(3600)
    >>> clock.time() - before >= 3600
    True
    """

    def __init__(self, offset: float = 0.0) -> None:
        self.offset = offset
        self._sleepers: set[asyncio.Future[None]] = set()

    def time(self) -> float:
        return time.time() + self.offset

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.time(), UTC)

    def advance(self, seconds: float) -> None:
        """Move the clock forward and wake sleepers that are due."""
        if seconds < 0:
            raise ValueError("the clock only moves forward")
        self.offset += seconds
        for sleeper in list(self._sleepers):
            if not sleeper.done():
                sleeper.get_loop().call_soon_threadsafe(_wake, sleeper)

    async def sleep(self, seconds: float) -> None:
        await self._sleep_until(self.time() + seconds)

    async def sleep_until(self, when: datetime) -> None:
        await self._sleep_until(when.timestamp())

    async def _sleep_until(self, due: float) -> None:
        loop = asyncio.get_running_loop()
        while (left := due - self.time()) > 0:
            sleeper: asyncio.Future[None] = loop.create_future()
            self._sleepers.add(sleeper)
            alarm = loop.call_later(left, _wake, sleeper)
            try:
                await sleeper
            finally:
                alarm.cancel()
                self._sleepers.discard(sleeper)


def _wake(sleeper: asyncio.Future[None]) -> None:
    if not sleeper.done():
        sleeper.set_result(None)
