"""Scheduler: leases due timers from the database and dispatches each to the handler of its kind.

Timers are rows, so they survive restarts. Each fires once, late if the process was down at its time.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime

import db
from bot.play.clock import reminders
from bot.play.club import (
    continuations,
    cups,
    daily_positions,
    digests,
    ladder,
    leagues,
    maintenance,
    practice,
    voyages,
)
from bot.play.core import Denied, GameService, timers
from bot.play.lobby import archive, matchmaking, pause
from bot.play.turns import autoplay, caretaker, delayed_moves, overdue, votes

log = logging.getLogger(__name__)

CLAIM_LIMIT = 10
LEASE_MS = 30_000
RETRY_DELAY_MS = 5_000
POLL_INTERVAL_MS = 10_000  # Only with several processes: the one that set a timer may have died.
SLOW_KINDS = frozenset(
    {timers.CARETAKER, timers.DAILY_POSITION, timers.LEAGUE, timers.PRACTICE, timers.VOYAGE}
)
"""Timers that run in the background, because their handlers compute for long."""

Handler = Callable[[GameService, db.Timer], Awaitable[None]]
"""Handles a due timer, idempotently: it completes the timer in the transaction of its effect.

It does nothing if the timer was replaced, or if the game has changed since the timer was set."""
TransactionHandler = Callable[[GameService, db.Transaction, db.Timer], Awaitable[object]]


def in_one_transaction(handle: TransactionHandler) -> Handler:
    """Wrap a handler whose whole effect belongs in the transaction that completes its timer."""

    async def handler(service: GameService, timer: db.Timer) -> None:
        async with service.store.write() as tx:
            if await db.timers.complete(tx, timer):
                await handle(service, tx, timer)

    return handler


HANDLERS: Mapping[str, Handler] = {
    timers.REMIND: in_one_transaction(reminders.send_reminder),
    timers.UNENDED_TURN: in_one_transaction(reminders.ask_if_turn_ended),
    timers.OVERDUE: in_one_transaction(overdue.ask_table),
    timers.TIME_OUT: in_one_transaction(overdue.handle_time_out),
    timers.VOTE: in_one_transaction(votes.close_expired),
    timers.ASK_AGAIN: in_one_transaction(overdue.ask_after_wait),
    timers.SILENCE: in_one_transaction(archive.check_inactivity),
    timers.RESUME: in_one_transaction(pause.end_pause),
    timers.AUTOPLAY_SUMMARY: in_one_transaction(autoplay.post_summary),
    timers.SEASON: in_one_transaction(maintenance.close_season),
    timers.CUP: in_one_transaction(cups.close_unfilled),
    timers.DELAYED_MOVE: in_one_transaction(delayed_moves.commit),
    timers.VOYAGE_SEAL: in_one_transaction(voyages.forget_seal),
    timers.MATCHMAKING: in_one_transaction(matchmaking.check_waiting),
    timers.DAY_DIGEST: in_one_transaction(digests.post_daily_digest),
    timers.WEEK_DIGEST: in_one_transaction(digests.post_weekly_digests),
    timers.LADDER: in_one_transaction(ladder.let_idle_drift),
    timers.CHALLENGE: in_one_transaction(continuations.close_challenge),
    timers.LADDER_CHALLENGE: in_one_transaction(ladder.expire_challenge),
    timers.LEAGUE: leagues.start_month,
    timers.VOYAGE: voyages.start_week,
    timers.PRACTICE: practice.search_ahead,
    timers.DAILY_POSITION: daily_positions.start_day,
    timers.MAINTENANCE: maintenance.run_batch,
    timers.AUTOPLAY: autoplay.run,
    timers.CARETAKER: caretaker.play_turn,
}


class Scheduler:
    """Sleeps until the earliest timer is due, or until `wake` announces an earlier one.

    With `shared` set it also polls for timers of other processes.
    """

    def __init__(self, service: GameService, clock: db.Clock, *, shared: bool = False) -> None:
        self._service = service
        self._shared = shared
        self._clock = clock
        self._firing: asyncio.Task[None] | None = None
        self._sleep: asyncio.Task[None] | None = None
        self._sleeping_until = 0
        self._background: dict[int, asyncio.Task[None]] = {}
        self._replaced: dict[int, db.Timer] = {}
        self._lease_task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Fire overdue timers, then wait for the next one."""
        self._firing = asyncio.create_task(self._fire_due())

    def wake(self) -> None:
        """Wake earlier if a timer was set since the last call that is due before the current one."""
        due = self._service.store.take_earliest_timer()
        if due is not None:
            self._wake_at(due)

    async def close(self) -> None:
        self._replaced.clear()
        known = (self._sleep, self._firing, self._lease_task, *self._background.values())
        tasks = [task for task in known if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _wake_at(self, at: int) -> None:
        """Sleep no longer than until `at`. An earlier wake-up remains."""
        if self._sleep is not None:
            if self._sleeping_until <= at:
                return
            self._sleep.cancel()
        self._sleeping_until = at
        self._sleep = asyncio.create_task(self._sleep_until(at))

    async def _sleep_until(self, at: int) -> None:
        await self._clock.sleep_until(datetime.fromtimestamp(at / 1000, UTC))
        self._sleep = None
        if self._firing is None or self._firing.done():
            self._firing = asyncio.create_task(self._fire_due())
        else:
            self._wake_at(self._service.now() + RETRY_DELAY_MS)

    async def _fire_due(self) -> None:
        """Fire all due timers, then sleep until the next one. Retries later if the database fails."""
        service, store = self._service, self._service.store
        try:
            due = await db.timers.next_due(store)
            while due is not None and due <= service.now():
                claimed = await db.timers.claim(
                    store, now=service.now(), limit=CLAIM_LIMIT, lease_ms=LEASE_MS
                )
                for timer in claimed:
                    if timer.kind in SLOW_KINDS:
                        self._fire_in_background(timer)
                await asyncio.gather(
                    *(self._fire(timer) for timer in claimed if timer.kind not in SLOW_KINDS)
                )
                due = await db.timers.next_due(store) if claimed else service.now() + RETRY_DELAY_MS
        except db.DatabaseError as trouble:
            log.error("the timers cannot be read: %s", trouble.kind)
            due = service.now() + RETRY_DELAY_MS
        if self._shared:
            again = service.now() + POLL_INTERVAL_MS
            due = again if due is None else min(due, again)
        if due is not None:
            self._wake_at(due)

    def _fire_in_background(self, timer: db.Timer) -> None:
        """Fire a slow timer in a task. If it is set again meanwhile, it fires again afterwards."""
        if timer.id in self._background:
            self._replaced[timer.id] = timer
            return
        self._background[timer.id] = asyncio.create_task(self._fire_and_release(timer))
        if self._lease_task is None or self._lease_task.done():
            self._lease_task = asyncio.create_task(self._extend_leases())

    async def _fire_and_release(self, timer: db.Timer) -> None:
        try:
            await self._fire(timer)
        except db.DatabaseError as trouble:
            log.error("a %s of game %s is tried again: %s", timer.kind, timer.game, trouble.kind)
        finally:
            del self._background[timer.id]
            if replaced := self._replaced.pop(timer.id, None):
                self._fire_in_background(replaced)

    async def _extend_leases(self) -> None:
        """Extend the leases of background timers, which may wait long for the worker pool."""
        await self._clock.sleep(LEASE_MS / 3000)
        while self._background:
            try:
                async with self._service.store.write() as tx:
                    await db.timers.extend_lease(tx, self._background, tx.now + LEASE_MS)
            except db.DatabaseError as trouble:
                log.error("the leases of timers cannot be extended: %s", trouble.kind)
            await self._clock.sleep(LEASE_MS / 3000)

    async def _fire(self, timer: db.Timer) -> None:
        """Dispatch a timer. If its handler fails, it is retried when its lease expires."""
        try:
            handler = HANDLERS.get(timer.kind)
            if handler is None:
                log.error("no handler for a timer of kind %s", timer.kind)
                await self._discard(timer)
                return
            await handler(self._service, timer)
        except Denied:
            await self._discard(timer)
        except db.Conflict:
            log.info("a %s of game %s met a change and is tried again", timer.kind, timer.game)
        except db.DatabaseError:
            raise
        except Exception:
            log.exception("a %s of game %s failed", timer.kind, timer.game)

    async def _discard(self, timer: db.Timer) -> None:
        async with self._service.store.write() as tx:
            await db.timers.complete(tx, timer)
