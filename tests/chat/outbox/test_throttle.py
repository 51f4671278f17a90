"""The throttle: rate of requests, slowdown after refusals, slots and backoff of new direct messages."""

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


class FakeTime:
    """Fakes both clocks of the throttle; sleeping advances them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_ms = 1_000_000.0
        self.throttle = Throttle(lambda: int(self.now_ms))
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "time", lambda: self.now_ms / 1000)
        monkeypatch.setattr(asyncio, "sleep", self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.now_ms += seconds * 1000

    async def request_seconds(self, count: int) -> float:
        """Make requests. Returns the seconds they took."""
        begun = self.now_ms
        for _ in range(count):
            await self.throttle.acquire()
        return (self.now_ms - begun) / 1000

    def dm_delay_ms(self, user_id: int) -> int:
        """Reserve a slot. Returns the delay in ms until the user's first direct message."""
        try:
            self.throttle.reserve_dm_slot(user_id)
        except RetryLater as later:
            return later.delay_ms
        return 0


async def test_requests_stay_below_what_discord_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = FakeTime(monkeypatch)
    assert await clock.request_seconds(REQUEST_BURST) == 0, "a few at once"
    assert await clock.request_seconds(REQUESTS_PER_S) == pytest.approx(1), "and then so many a second"
    assert REQUEST_BURST + REQUESTS_PER_S <= 50


async def test_many_refusals_slow_everything_down_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = FakeTime(monkeypatch)
    for _ in range(MAX_REFUSALS):
        clock.throttle.on_refused()
    await clock.request_seconds(REQUEST_BURST)
    assert await clock.request_seconds(10) == pytest.approx(10 / SLOW_REQUESTS_PER_S)
    clock.now_ms += REFUSAL_WINDOW_MS
    await clock.request_seconds(REQUEST_BURST)
    assert await clock.request_seconds(REQUESTS_PER_S) == pytest.approx(1)


async def test_strangers_are_written_to_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = FakeTime(monkeypatch)
    assert [clock.dm_delay_ms(person) for person in range(DM_BURST)] == [0] * DM_BURST
    assert [clock.dm_delay_ms(person) for person in (100, 101)] == [DM_INTERVAL_MS, 2 * DM_INTERVAL_MS]
    clock.now_ms += DM_INTERVAL_MS
    assert clock.dm_delay_ms(101) == DM_INTERVAL_MS, "whoever waits keeps their turn"
    assert clock.dm_delay_ms(100) == 0


async def test_too_fast_means_later_for_everybody_and_longer_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = FakeTime(monkeypatch)
    assert clock.throttle.on_dm_limited() == FIRST_BACKOFF_MS
    assert clock.dm_delay_ms(1) >= FIRST_BACKOFF_MS
    clock.now_ms += FIRST_BACKOFF_MS
    assert clock.dm_delay_ms(1) == 0
    assert clock.throttle.on_dm_limited() == 2 * FIRST_BACKOFF_MS
    clock.throttle.on_dm_opened()
    assert clock.throttle.on_dm_limited() == FIRST_BACKOFF_MS
