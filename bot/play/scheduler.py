"""What happens when a timer is due, kind by kind; once, also after the process was down when it fell due."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime

import db
from bot.play.clock import reminders
from bot.play.club import cups, digests, leagues, maintenance, voyages
from bot.play.core import timers
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.lobby import archive, matchmaking
from bot.play.turns import autoplay, caretaker, delayed_moves, overdue, votes

log = logging.getLogger(__name__)

AT_ONCE = 10
LEASE = 30_000
PATIENCE = 5_000
LOOK_AGAIN = 10_000
"""Where other processes set timers too, nobody sleeps for longer: one of them may have died."""
SLOW = frozenset({timers.CARETAKER, timers.LEAGUE, timers.VOYAGE})
"""What takes its time, while the others go on."""

Fire = Callable[[GameService, db.Timer], Awaitable[None]]
"""What a timer does. It takes the timer off (`db.timers.finish`) in the transaction of what it does, and does
nothing when the timer is not there any more or the game has moved on since it was set."""
Act = Callable[[GameService, db.Transaction, db.Timer], Awaitable[object]]


def _at_once(act: Act) -> Fire:
    """Something that is done wholly in the transaction that takes its timer off."""

    async def fire(service: GameService, timer: db.Timer) -> None:
        async with service.store.write() as tx:
            if await db.timers.finish(tx, timer):
                await act(service, tx, timer)

    return fire


FIRES: Mapping[str, Fire] = {
    timers.REMIND: _at_once(reminders.remind),
    timers.UNENDED: _at_once(reminders.ask_whether_ended),
    timers.OVERDUE: _at_once(overdue.ask_table),
    timers.TIME_OUT: _at_once(overdue.run_out),
    timers.VOTE: _at_once(votes.time_is_up),
    timers.ASK_AGAIN: _at_once(overdue.waited_enough),
    timers.SILENCE: _at_once(archive.fell_silent),
    timers.SAILED: _at_once(autoplay.sailed),
    timers.SEASON: _at_once(maintenance.season_over),
    timers.CUP: _at_once(cups.look),
    timers.HELD: _at_once(delayed_moves.let_go),
    timers.SEAL: _at_once(voyages.forget_seal),
    timers.WAITING: _at_once(matchmaking.look),
    timers.DAY_DIGEST: _at_once(digests.day_over),
    timers.WEEK_DIGEST: _at_once(digests.week_over),
    timers.LEAGUE: leagues.turn,
    timers.VOYAGE: voyages.turn,
    timers.NIGHT: maintenance.work,
    timers.ORDER: autoplay.look,
    timers.CARETAKER: caretaker.move,
}


class Timers:
    """Sleeps until the earliest timer is due; woken whenever there may be an earlier one.

    `shared` says that other processes set timers in the same database.
    """

    def __init__(
        self, service: GameService, clock: db.Clock, fired: Callable[[], None], *, shared: bool = False
    ) -> None:
        self._tables = service
        self._shared = shared
        self._clock = clock
        self._fired = fired
        self._round: asyncio.Task[None] | None = None
        self._sleep: asyncio.Task[None] | None = None
        self._until = 0
        self._slow: dict[int, asyncio.Task[None]] = {}
        self._replaced: dict[int, db.Timer] = {}
        self._holding: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look at what fell due while nobody looked."""
        self._round = asyncio.create_task(self._go_round())

    def wake(self) -> None:
        """A timer may have been set that is due before the one that is slept for."""
        moment = self._tables.store.new_timer()
        if moment is not None:
            self._look_at(moment)

    async def close(self) -> None:
        self._replaced.clear()
        known = (self._sleep, self._round, self._holding, *self._slow.values())
        tasks = [task for task in known if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _look_at(self, moment: int) -> None:
        """Look no later than then; a sleep that ends before is let be."""
        if self._sleep is not None:
            if self._until <= moment:
                return
            self._sleep.cancel()
        self._until = moment
        self._sleep = asyncio.create_task(self._sleep_until(moment))

    async def _sleep_until(self, at: int) -> None:
        await self._clock.sleep_until(datetime.fromtimestamp(at / 1000, UTC))
        self._sleep = None
        if self._round is None or self._round.done():
            self._round = asyncio.create_task(self._go_round())
        else:
            self._look_at(self._tables.now() + PATIENCE)

    async def _go_round(self) -> None:
        """Fire all that is due, then sleep until the next; a failing database is waited out."""
        service, store = self._tables, self._tables.store
        try:
            due = await db.timers.next_due(store)
            while due is not None and due <= service.now():
                claimed = await db.timers.claim(store, now=service.now(), limit=AT_ONCE, lease=LEASE)
                for timer in claimed:
                    if timer.kind in SLOW:
                        self._fire_slowly(timer)
                await asyncio.gather(*(self._fire(timer) for timer in claimed if timer.kind not in SLOW))
                due = await db.timers.next_due(store) if claimed else service.now() + PATIENCE
        except db.DatabaseTrouble as trouble:
            log.error("the timers cannot be read: %s", trouble.kind)
            due = service.now() + PATIENCE
        if self._shared:
            again = service.now() + LOOK_AGAIN
            due = again if due is None else min(due, again)
        if due is not None:
            self._look_at(due)

    def _fire_slowly(self, timer: db.Timer) -> None:
        """Nobody waits for it. One that is set anew meanwhile has its turn afterwards."""
        if timer.id in self._slow:
            self._replaced[timer.id] = timer
            return
        self._slow[timer.id] = asyncio.create_task(self._fire_alone(timer))
        if self._holding is None or self._holding.done():
            self._holding = asyncio.create_task(self._hold())

    async def _fire_alone(self, timer: db.Timer) -> None:
        try:
            await self._fire(timer)
        except db.DatabaseTrouble as trouble:
            log.error("a %s of game %s is tried again: %s", timer.kind, timer.game, trouble.kind)
        finally:
            del self._slow[timer.id]
            if replaced := self._replaced.pop(timer.id, None):
                self._fire_slowly(replaced)

    async def _hold(self) -> None:
        """What takes longer than a lease, as where many wait for their turn to think, stays claimed."""
        await self._clock.sleep(LEASE / 3000)
        while self._slow:
            try:
                async with self._tables.store.write() as tx:
                    await db.timers.prolong(tx, self._slow, tx.now + LEASE)
            except db.DatabaseTrouble as trouble:
                log.error("timers cannot be held: %s", trouble.kind)
            await self._clock.sleep(LEASE / 3000)

    async def _fire(self, timer: db.Timer) -> None:
        """One that fails is tried again when its lease has run out; the others do not wait for it."""
        try:
            fire = FIRES.get(timer.kind)
            if fire is None:
                log.error("nobody knows what to do at a timer of kind %s", timer.kind)
                await self._drop(timer)
                return
            await fire(self._tables, timer)
        except Denied:
            await self._drop(timer)
        except db.Conflict:
            log.info("a %s of game %s met a change and is tried again", timer.kind, timer.game)
        except db.DatabaseTrouble:
            raise
        except Exception:
            log.exception("a %s of game %s failed", timer.kind, timer.game)
        else:
            self._fired()

    async def _drop(self, timer: db.Timer) -> None:
        async with self._tables.store.write() as tx:
            await db.timers.finish(tx, timer)
