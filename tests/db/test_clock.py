"""The clock counts whole milliseconds, and a store uses the clock it was given."""

import asyncio
import time
from datetime import UTC, datetime

import pytest

from db import Store
from db.clock import SystemClock, now_ms
from tests.manual_clock import HandClock


@pytest.mark.parametrize("moment", [0, 1, 1001, 4035, 1_893_456_000_003, 1_893_456_000_999])
def test_no_millisecond_is_lost(moment: int) -> None:
    assert now_ms(HandClock(moment)) == moment


@pytest.mark.parametrize(
    ("left", "runs_fast_by", "naps"),
    [(150, 0, [60, 60, 30]), (60, 0, [60]), (0, 0, []), (-5, 0, []), (150, 100, [60])],
)
async def test_a_long_sleep_looks_at_the_wall_clock_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, left: int, runs_fast_by: int, naps: list[int]
) -> None:
    shown, slept = 1_000, list[float]()

    async def sleep(seconds: float) -> None:
        nonlocal shown
        slept.append(seconds)
        shown += int(seconds) + runs_fast_by

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(time, "time", lambda: shown)
    await SystemClock().sleep_until(datetime.fromtimestamp(shown + left, UTC))
    assert slept == naps


def test_the_system_clock_shows_the_time_in_utc() -> None:
    clock = SystemClock()
    assert clock.now().tzinfo == UTC
    assert abs(clock.now().timestamp() - clock.time()) < 5


async def test_a_transaction_happens_at_one_moment_and_the_store_at_every_moment(
    store: Store, clock: HandClock
) -> None:
    clock.at = 5
    async with store.write() as tx, store.read() as reads:
        clock.at = 9
        assert (tx.now, reads.now, store.now) == (5, 5, 9)
