"""How fast Skald speaks: the pace of requests, of refusals, and of doors that open for the first time."""

import asyncio

import pytest

from bot.chat.outbox.throttle import (
    A_SECOND,
    AT_A_TIME,
    DOOR_EVERY,
    DOORS_AT_ONCE,
    FIRST_REST,
    LATELY,
    MANY_REFUSALS,
    SLOWLY,
    Later,
    Restraint,
)


class Clock:
    """In milliseconds for doors, in seconds for requests; sleeping moves it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = 1_000_000.0
        self.restraint = Restraint(lambda: int(self.at))
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "time", lambda: self.at / 1000)
        monkeypatch.setattr(asyncio, "sleep", self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.at += seconds * 1000

    async def requests(self, count: int) -> float:
        """Make so many; says how many seconds it took."""
        begun = self.at
        for _ in range(count):
            await self.restraint.turn()
        return (self.at - begun) / 1000

    def waits(self, person: int) -> int:
        """How long somebody's first direct message has to wait."""
        try:
            self.restraint.acquire_dm_slot(person)
        except Later as later:
            return later.pause
        return 0


async def test_requests_stay_below_what_discord_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    assert await clock.requests(AT_A_TIME) == 0, "a few at once"
    assert await clock.requests(A_SECOND) == pytest.approx(1), "and then so many a second"
    assert AT_A_TIME + A_SECOND <= 50


async def test_many_refusals_slow_everything_down_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    for _ in range(MANY_REFUSALS):
        clock.restraint.refused()
    await clock.requests(AT_A_TIME)
    assert await clock.requests(10) == pytest.approx(10 / SLOWLY)
    clock.at += LATELY
    await clock.requests(AT_A_TIME)
    assert await clock.requests(A_SECOND) == pytest.approx(1)


async def test_strangers_are_written_to_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    assert [clock.waits(person) for person in range(DOORS_AT_ONCE)] == [0] * DOORS_AT_ONCE
    assert [clock.waits(person) for person in (100, 101)] == [DOOR_EVERY, 2 * DOOR_EVERY]
    clock.at += DOOR_EVERY
    assert clock.waits(101) == DOOR_EVERY, "whoever waits keeps their turn"
    assert clock.waits(100) == 0


async def test_too_fast_means_later_for_everybody_and_longer_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    assert clock.restraint.too_fast() == FIRST_REST
    assert clock.waits(1) >= FIRST_REST
    clock.at += FIRST_REST
    assert clock.waits(1) == 0
    assert clock.restraint.too_fast() == 2 * FIRST_REST
    clock.restraint.opened()
    assert clock.restraint.too_fast() == FIRST_REST
