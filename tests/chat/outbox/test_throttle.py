"""How fast Skald speaks: the pace of requests, of refusals, and of doors that open for the first time."""

import asyncio

import pytest

from bot.chat.outbox.throttle import (
    DM_BURST,
    DM_INTERVAL_MS,
    FIRST_BACKOFF_MS,
    MAX_REFUSALS,
    REFUSAL_WINDOW_MS,
    REQUEST_BURST,
    REQUESTS_PER_S,
    SLOW_REQUESTS_PER_S,
    RetryLater,
    Throttle,
)


class Clock:
    """In milliseconds for doors, in seconds for requests; sleeping moves it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = 1_000_000.0
        self.restraint = Throttle(lambda: int(self.at))
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "time", lambda: self.at / 1000)
        monkeypatch.setattr(asyncio, "sleep", self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.at += seconds * 1000

    async def requests(self, count: int) -> float:
        """Make so many; says how many seconds it took."""
        begun = self.at
        for _ in range(count):
            await self.restraint.acquire()
        return (self.at - begun) / 1000

    def waits(self, person: int) -> int:
        """How long somebody's first direct message has to wait."""
        try:
            self.restraint.reserve_dm_slot(person)
        except RetryLater as later:
            return later.delay_ms
        return 0


async def test_requests_stay_below_what_discord_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    assert await clock.requests(REQUEST_BURST) == 0, "a few at once"
    assert await clock.requests(REQUESTS_PER_S) == pytest.approx(1), "and then so many a second"
    assert REQUEST_BURST + REQUESTS_PER_S <= 50


async def test_many_refusals_slow_everything_down_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    for _ in range(MAX_REFUSALS):
        clock.restraint.on_refused()
    await clock.requests(REQUEST_BURST)
    assert await clock.requests(10) == pytest.approx(10 / SLOW_REQUESTS_PER_S)
    clock.at += REFUSAL_WINDOW_MS
    await clock.requests(REQUEST_BURST)
    assert await clock.requests(REQUESTS_PER_S) == pytest.approx(1)


async def test_strangers_are_written_to_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    assert [clock.waits(person) for person in range(DM_BURST)] == [0] * DM_BURST
    assert [clock.waits(person) for person in (100, 101)] == [DM_INTERVAL_MS, 2 * DM_INTERVAL_MS]
    clock.at += DM_INTERVAL_MS
    assert clock.waits(101) == DM_INTERVAL_MS, "whoever waits keeps their turn"
    assert clock.waits(100) == 0


async def test_too_fast_means_later_for_everybody_and_longer_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    assert clock.restraint.on_dm_limited() == FIRST_BACKOFF_MS
    assert clock.waits(1) >= FIRST_BACKOFF_MS
    clock.at += FIRST_BACKOFF_MS
    assert clock.waits(1) == 0
    assert clock.restraint.on_dm_limited() == 2 * FIRST_BACKOFF_MS
    clock.restraint.on_dm_opened()
    assert clock.restraint.on_dm_limited() == FIRST_BACKOFF_MS
