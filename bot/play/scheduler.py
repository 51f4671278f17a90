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

CLAIM_LIMIT = 10
LEASE_MS = 30_000
RETRY_DELAY_MS = 5_000
POLL_INTERVAL_MS = 10_000
"""Where other processes set timers too, nobody sleeps for longer: one of them may have died."""
SLOW_KINDS = frozenset({timers.CARETAKER, timers.LEAGUE, timers.VOYAGE})
"""What takes its time, while the others go on."""

Handler = Callable[[GameService, db.Timer], Awaitable[None]]
"""What a timer does. It takes the timer off (`db.timers.complete`) in the transaction of what it does, and does
nothing when the timer is not there any more or the game has moved on since it was set."""
TransactionHandler = Callable[[GameService, db.Transaction, db.Timer], Awaitable[object]]


def in_one_transaction(handle: TransactionHandler) -> Handler:
    """Something that is done wholly in the transaction that takes its timer off."""

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
    timers.AUTOPLAY_SUMMARY: in_one_transaction(autoplay.post_summary),
    timers.SEASON: in_one_transaction(maintenance.close_season),
    timers.CUP: in_one_transaction(cups.close_unfilled),
    timers.DELAYED_MOVE: in_one_transaction(delayed_moves.commit),
    timers.VOYAGE_SEAL: in_one_transaction(voyages.forget_seal),
    timers.MATCHMAKING: in_one_transaction(matchmaking.check_waiting),
    timers.DAY_DIGEST: in_one_transaction(digests.post_daily_digest),
    timers.WEEK_DIGEST: in_one_transaction(digests.post_weekly_digests),
    timers.LEAGUE: leagues.start_month,
    timers.VOYAGE: voyages.start_week,
    timers.MAINTENANCE: maintenance.run_batch,
    timers.AUTOPLAY: autoplay.run,
    timers.CARETAKER: caretaker.play_turn,
}


class Scheduler:
    """Sleeps until the earliest timer is due; woken whenever there may be an earlier one.

    `shared` says that other processes set timers in the same database.
    """

    def __init__(
        self, service: GameService, clock: db.Clock, on_fired: Callable[[], None], *, shared: bool = False
    ) -> None:
        self._service = service
        self._shared = shared
        self._clock = clock
        self._on_fired = on_fired
        self._run: asyncio.Task[None] | None = None
        self._sleep: asyncio.Task[None] | None = None
        self._until = 0
        self._background: dict[int, asyncio.Task[None]] = {}
        self._replaced: dict[int, db.Timer] = {}
        self._lease_task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look at what fell due while nobody looked."""
        self._run = asyncio.create_task(self._fire_due())

    def wake(self) -> None:
        """A timer may have been set that is due before the one that is slept for."""
        moment = self._service.store.take_earliest_timer()
        if moment is not None:
            self._wake_at(moment)

    async def close(self) -> None:
        self._replaced.clear()
        known = (self._sleep, self._run, self._lease_task, *self._background.values())
        tasks = [task for task in known if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _wake_at(self, moment: int) -> None:
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
        if self._run is None or self._run.done():
            self._run = asyncio.create_task(self._fire_due())
        else:
            self._wake_at(self._service.now() + RETRY_DELAY_MS)

    async def _fire_due(self) -> None:
        """Fire all that is due, then sleep until the next; a failing database is waited out."""
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
        """Nobody waits for it. One that is set anew meanwhile has its turn afterwards."""
        if timer.id in self._background:
            self._replaced[timer.id] = timer
            return
        self._background[timer.id] = asyncio.create_task(self._fire_slow(timer))
        if self._lease_task is None or self._lease_task.done():
            self._lease_task = asyncio.create_task(self._extend_leases())

    async def _fire_slow(self, timer: db.Timer) -> None:
        try:
            await self._fire(timer)
        except db.DatabaseError as trouble:
            log.error("a %s of game %s is tried again: %s", timer.kind, timer.game, trouble.kind)
        finally:
            del self._background[timer.id]
            if replaced := self._replaced.pop(timer.id, None):
                self._fire_in_background(replaced)

    async def _extend_leases(self) -> None:
        """What takes longer than a lease, as where many wait for their turn to think, stays claimed."""
        await self._clock.sleep(LEASE_MS / 3000)
        while self._background:
            try:
                async with self._service.store.write() as tx:
                    await db.timers.extend_lease(tx, self._background, tx.now + LEASE_MS)
            except db.DatabaseError as trouble:
                log.error("timers cannot be held: %s", trouble.kind)
            await self._clock.sleep(LEASE_MS / 3000)

    async def _fire(self, timer: db.Timer) -> None:
        """One that fails is tried again when its lease has run out; the others do not wait for it."""
        try:
            handler = HANDLERS.get(timer.kind)
            if handler is None:
                log.error("nobody knows what to do at a timer of kind %s", timer.kind)
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
        else:
            self._on_fired()

    async def _discard(self, timer: db.Timer) -> None:
        async with self._service.store.write() as tx:
            await db.timers.complete(tx, timer)
