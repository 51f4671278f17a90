"""Advancing the clock."""

import asyncio
from datetime import timedelta

import pytest

from harbour import Clock


async def test_sleepers_wake_when_the_clock_is_moved_past_them() -> None:
    clock = Clock()
    woken: list[str] = []

    async def sleep(name: str, days: int) -> None:
        await clock.sleep_until(clock.now() + timedelta(days=days))
        woken.append(name)

    tasks = [asyncio.create_task(sleep("late", 9)), asyncio.create_task(sleep("early", 1))]
    await asyncio.sleep(0)
    clock.advance(timedelta(days=2).total_seconds())
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    assert woken == ["early"]
    clock.advance(timedelta(days=7).total_seconds())
    await asyncio.gather(*tasks)
    assert woken == ["early", "late"]


async def test_a_short_sleep_needs_no_moving() -> None:
    clock = Clock()
    before = clock.time()
    await clock.sleep(0.01)
    assert 0.01 <= clock.time() - before < 1


def test_the_clock_never_goes_back() -> None:
    with pytest.raises(ValueError, match="forward"):
        Clock().advance(-1)
