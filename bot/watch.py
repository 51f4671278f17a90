"""Watches the timers: what is due happens, once, also after the process was down when it fell due."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime

import db
from bot.house import House
from bot.tables import Denied

log = logging.getLogger(__name__)

AT_ONCE = 10
LEASE = 30_000
PATIENCE = 5_000

Fire = Callable[[House, db.Timer], Awaitable[None]]
"""What a timer does. It takes the timer off (`w.finish_timer`) in the transaction of what it does, and does
nothing when the timer is not there any more or the game has moved on since it was set."""


class Watch:
    """Sleeps until the earliest timer is due; woken whenever there may be an earlier one."""

    def __init__(self, house: House, fires: Mapping[str, Fire]) -> None:
        self._house = house
        self._fires = fires
        self._round: asyncio.Task[None] | None = None
        self._sleep: asyncio.Task[None] | None = None
        self._called_again = False

    def wake(self) -> None:
        self._called_again = True
        if self._round is None or self._round.done():
            self._round = asyncio.create_task(self._go_round())

    async def close(self) -> None:
        tasks = [task for task in (self._sleep, self._round) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _go_round(self) -> None:
        timers: tuple[db.Timer, ...] = ()
        now = self._house.tables.now
        try:
            while self._called_again or timers:
                self._called_again = False
                timers = await self._house.store.claim_timers(now=now(), limit=AT_ONCE, lease=LEASE)
                await asyncio.gather(*(self._fire(timer) for timer in timers))
            due = await self._house.store.next_due()
        except db.DatabaseTrouble as trouble:
            log.error("the timers cannot be read: %s", trouble.kind)
            due = now()
        if due is not None:
            self._come_back(due if due > now() else now() + PATIENCE)

    async def _fire(self, timer: db.Timer) -> None:
        """One that fails is tried again when its lease has run out; the others do not wait for it."""
        try:
            fire = self._fires.get(timer.kind)
            if fire is None:
                log.error("nobody knows what to do at a timer of kind %s", timer.kind)
                await self._drop(timer)
                return
            await fire(self._house, timer)
        except Denied:
            await self._drop(timer)
        except db.Conflict:
            log.info("a %s of game %s met a change and is tried again", timer.kind, timer.game)
        except db.DatabaseTrouble:
            raise
        except Exception:
            log.exception("a %s of game %s failed", timer.kind, timer.game)
        else:
            self._house.wake()

    async def _drop(self, timer: db.Timer) -> None:
        async with self._house.store.write() as w:
            await w.finish_timer(timer)

    def _come_back(self, at: int) -> None:
        if self._sleep is not None:
            self._sleep.cancel()
        self._sleep = asyncio.create_task(self._sleep_until(at))

    async def _sleep_until(self, at: int) -> None:
        await self._house.clock.sleep_until(datetime.fromtimestamp(at / 1000, UTC))
        self._sleep = None
        self.wake()
