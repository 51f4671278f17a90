"""Scheduler: slow timers keep their lease, replaced timers fire again, failed ones are retried.

Covers `bot/play/core/timers.py`.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import db
from bot.play import scheduler
from bot.play.core import timers
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.scheduler import LEASE_MS, POLL_INTERVAL_MS, RETRY_DELAY_MS, Scheduler
from db import NewTimer
from harbour import Clock
from rules import GAMES
from tests.empty_store import open_empty_store

LOGGER = scheduler.__name__
TIMEOUT_S = 20  # real time, not that of the manual clock


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[GameService]:
    async with open_empty_store(tmp_path, Clock()) as store:
        yield GameService(store, GAMES)


async def wait_until(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while not await condition():  # noqa: ASYNC110 - the database has no events
            await asyncio.sleep(0)


async def schedule_now(service: GameService, key: str = "thought") -> None:
    async with service.store.write() as tx:
        await db.timers.schedule(tx, NewTimer(timers.CARETAKER, key, tx.now))


async def lease_end(service: GameService) -> int:
    timer = await db.timers.find(service.store, "thought")
    return 0 if timer is None else timer.claimed_until


async def test_a_slow_timer_stays_leased_while_its_handler_runs(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = service.store.clock
    assert isinstance(clock, Clock)
    begun, thought = asyncio.Event(), asyncio.Event()
    finished: list[bool] = []

    async def fire(service: GameService, timer: db.Timer) -> None:
        begun.set()
        await thought.wait()
        async with service.store.write() as tx:
            finished.append(await db.timers.complete(tx, timer))

    extend, failed = db.timers.extend_lease, list[int]()

    async def fail_once(tx: db.Transaction, *given: Any) -> None:
        if not failed:
            failed.append(tx.now)
            raise db.DatabaseError("locked", "for once")
        await extend(tx, *given)

    monkeypatch.setattr(db.timers, "extend_lease", fail_once)
    monkeypatch.setattr(scheduler, "HANDLERS", {timers.CARETAKER: fire})
    loop = Scheduler(service, clock)
    await schedule_now(service)
    loop.start()
    async with asyncio.timeout(TIMEOUT_S):
        await begun.wait()
    began = service.now()
    while service.now() < began + 3 * LEASE_MS:
        clock.advance(LEASE_MS / 2000)

        async def is_held() -> bool:
            return await lease_end(service) > service.now()

        await wait_until(is_held)
        assert await db.timers.claim(service.store, now=service.now()) == (), (
            "another process would compute it too"
        )
    thought.set()

    async def is_gone() -> bool:
        return await db.timers.find(service.store, "thought") is None

    await wait_until(is_gone)
    await loop.close()
    assert finished == [True]
    assert failed, "the lease was extended in time although that failed once"


async def test_a_timer_set_again_while_it_fires_does_not_wait_for_its_lease(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This happens if a player undoes a move while an opponent computes the answer."""
    fired: list[int] = []

    async def fire(service: GameService, timer: db.Timer) -> None:
        fired.append(service.now())
        if len(fired) == 1:
            await schedule_now(service)
            loop.wake()

            async def is_claimed() -> bool:
                return await lease_end(service) > 0

            await wait_until(is_claimed)
        async with service.store.write() as tx:
            assert await db.timers.complete(tx, timer) == (len(fired) == 2)

    monkeypatch.setattr(scheduler, "HANDLERS", {timers.CARETAKER: fire})
    loop = Scheduler(service, service.store.clock)
    await schedule_now(service)
    loop.start()

    async def is_through() -> bool:
        return await db.timers.find(service.store, "thought") is None

    await wait_until(is_through)
    await loop.close()
    assert len(fired) == 2
    assert fired[1] - fired[0] < LEASE_MS


async def test_denied_and_unknown_timers_are_discarded_and_failed_ones_retried(
    service: GameService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock, fired = service.store.clock, list[str]()
    assert isinstance(clock, Clock)
    caplog.set_level("INFO", LOGGER)
    errors = {
        "fails": ValueError("for once"),
        "slow": db.DatabaseError("locked", ""),
        "met": db.Conflict("A"),
    }

    async def fire(service: GameService, timer: db.Timer) -> None:
        fired.append(timer.key)
        if timer.key == "gone":
            raise Denied("no_game", code="ABCDE")
        if fired.count(timer.key) == 1:
            raise errors[timer.key]
        async with service.store.write() as tx:
            await db.timers.complete(tx, timer)

    monkeypatch.setattr(scheduler, "HANDLERS", {timers.REMIND: fire, timers.CARETAKER: fire})
    kinds = {"odd": "unheard of", "slow": timers.CARETAKER}
    async with service.store.write() as tx:
        for key in ("odd", "gone", *errors):
            await db.timers.schedule(tx, NewTimer(kinds.get(key, timers.REMIND), key, tx.now))
    loop = Scheduler(service, clock)
    loop.start()

    async def left(*keys: str) -> bool:
        found = {key for key in ("odd", "gone", *errors) if await db.timers.find(service.store, key)}
        return found == {*keys}

    async def is_each_fired() -> bool:
        return {*errors} <= {*fired} and await left(*errors) and not loop._background

    await wait_until(is_each_fired)
    clock.advance(LEASE_MS / 1000)
    await wait_until(left)
    await loop.close()
    assert sorted(fired) == sorted([*errors, *errors, "gone"])
    logged = {each.getMessage(): bool(each.exc_info) for each in caplog.records if each.name == LOGGER}
    assert logged == {
        "no handler for a timer of kind unheard of": False,
        f"a {timers.REMIND} of game None failed": True,
        f"a {timers.REMIND} of game None met a change and is tried again": False,
        f"a {timers.CARETAKER} of game None is tried again: locked": False,
    }


@pytest.mark.parametrize("fails", ["reading", "firing"])
async def test_timers_are_fired_soon_after_a_failure_of_the_database(
    service: GameService, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    clock, fired = service.store.clock, list[int]()
    assert isinstance(clock, Clock)
    next_due, asked = db.timers.next_due, list[int]()

    async def read_next(reads: db.Reads) -> int | None:
        asked.append(service.now())
        if fails == "reading" and len(asked) == 1:
            raise db.DatabaseError("unreachable", "restarting")
        return await next_due(reads)

    async def fire(service: GameService, timer: db.Timer) -> None:
        fired.append(service.now())
        if fails == "firing" and len(fired) == 1:
            raise db.DatabaseError("unreachable", "restarting")
        async with service.store.write() as tx:
            await db.timers.complete(tx, timer)

    monkeypatch.setattr(db.timers, "next_due", read_next)
    monkeypatch.setattr(scheduler, "HANDLERS", {timers.REMIND: fire})
    async with service.store.write() as tx:
        for key in ("first", "second"):
            await db.timers.schedule(tx, NewTimer(timers.REMIND, key, tx.now))
    loop = Scheduler(service, clock)
    loop.start()
    assert loop._firing is not None
    await loop._firing
    failed_at = asked[-1]
    assert RETRY_DELAY_MS <= loop._sleeping_until - failed_at < RETRY_DELAY_MS + 1000
    clock.advance(RETRY_DELAY_MS / 1000)

    async def is_asked_again() -> bool:
        return asked[-1] >= failed_at + RETRY_DELAY_MS

    await wait_until(is_asked_again)
    await loop.close()


async def test_a_timer_that_becomes_due_while_others_fire_is_fired_after_them(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    fired, begun, released = list[str](), asyncio.Event(), asyncio.Event()

    async def fire(service: GameService, timer: db.Timer) -> None:
        fired.append(timer.key)
        begun.set()
        await released.wait()
        async with service.store.write() as tx:
            await db.timers.complete(tx, timer)

    monkeypatch.setattr(scheduler, "HANDLERS", {timers.REMIND: fire})
    loop = Scheduler(service, service.store.clock)
    loop.start()
    assert loop._firing is not None
    await loop._firing
    for key in ("first", "second"):
        async with service.store.write() as tx:
            await db.timers.schedule(tx, NewTimer(timers.REMIND, key, tx.now))
        loop.wake()
        async with asyncio.timeout(TIMEOUT_S):
            await begun.wait()

    async def is_awake() -> bool:
        return loop._sleeping_until > service.now()

    await wait_until(is_awake)
    assert fired == ["first"]
    released.set()

    async def is_gone() -> bool:
        return await db.timers.find(service.store, "second") is None

    await wait_until(is_gone)
    await loop.close()
    assert fired == ["first", "second"]


async def test_a_timer_of_another_process_is_found_by_polling(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = service.store.clock
    assert isinstance(clock, Clock)

    async def fire(service: GameService, timer: db.Timer) -> None:
        async with service.store.write() as tx:
            await db.timers.complete(tx, timer)

    monkeypatch.setattr(scheduler, "HANDLERS", {timers.REMIND: fire})
    loop = Scheduler(service, clock, shared=True)
    loop.start()
    assert loop._firing is not None
    await loop._firing  # nothing is due yet
    async with service.store.write() as tx:
        await db.timers.schedule(tx, NewTimer(timers.REMIND, "theirs", tx.now + 1))
    service.store.take_earliest_timer()  # as of another process, which says nothing to this one

    async def is_through() -> bool:
        clock.advance(POLL_INTERVAL_MS / 1000)
        return await db.timers.find(service.store, "theirs") is None

    await wait_until(is_through)
    await loop.close()
