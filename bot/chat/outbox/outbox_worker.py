"""Delivers outbox posts to Discord: at least once, in order within a lane, retried with backoff.

Each channel and each user is a lane. One post of a lane is in flight at a time, the most urgent lanes first.
A lane that waits for Discord does not delay the others. Posts are claimed with a lease, so that another
process takes over after a crash.

A feature declares how a kind of post is delivered above its function, with `@delivers(TurnCard)`. Any
delivery may be repeated, so it must be idempotent.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord

import db
from bot.chat.interactions import Context
from bot.chat.messages.emoji import clear_if_refused
from bot.chat.outbox import permission_fallbacks
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.permission_fallbacks import MissingPermission, Undeliverable
from bot.chat.outbox.sending import UNKNOWN_CHANNEL
from bot.chat.outbox.throttle import RetryLater
from bot.play.core import Denied, outbox_messages
from bot.play.lobby import relocation
from bot.play.notify import deliveries
from db.clock import SECOND

log = logging.getLogger(__name__)

MAX_CONCURRENT = 10  # Not counting slow deliveries.
SLOW_AFTER_S = 1.0  # From then on a delivery no longer counts, and makes room for another.
MAX_IN_FLIGHT = 300  # Including slow deliveries.
POLL_INTERVAL_S = 0.1  # While more posts are due than can be in flight.
LEASE_MS = 15 * SECOND
IDLE_DELAY_MS = 5 * SECOND  # After a database error, or while due posts are leased to another process.
SHARED_POLL_INTERVAL_MS = 10 * SECOND  # If several processes share the outbox: one of them may crash.
TOO_MANY_REQUESTS = 429
MAX_ATTEMPTS = 7  # About two minutes, for errors that a retry is unlikely to cure.

P = TypeVar("P", bound=outbox_messages.OutboxMessage)
Delivery = Callable[[Messenger, db.Post, P], Awaitable[bool | None]]
"""Sends a post. Returns True if it marked the post delivered in the transaction that stores the message."""

DELIVERIES: dict[str, Delivery[Any]] = {}
"""Delivery functions by the kind of post."""


def delivers(model: type[P]) -> Callable[[Delivery[P]], Delivery[P]]:
    """Register the decorated function as the delivery of a kind of post.

    :raises ValueError: If the kind has one already.
    """

    def register(deliver: Delivery[P]) -> Delivery[P]:
        if model.kind in DELIVERIES:
            raise ValueError(f"two deliveries of a {model.kind}")
        DELIVERIES[model.kind] = deliver
        return deliver

    return register


class OutboxWorker:
    """Starts a task per claimed post, whenever it is woken or a post is due.

    `shared` says that other processes write to the same outbox.
    """

    def __init__(self, client: discord.Client, context: Context, *, shared: bool = False) -> None:
        self._shared = shared
        self._messenger = Messenger.connect(client, context)
        self._context = context
        self._is_woken = False
        self._poll_task: asyncio.Task[None] | None = None
        self._wake_task: asyncio.Task[None] | None = None
        self._in_flight: dict[int, asyncio.Task[None]] = {}
        self._slow: set[int] = set()
        self._leases_extended_at = 0
        self._closed = False

    def wake(self) -> None:
        """Poll the outbox soon: there may be new posts."""
        self._is_woken = True
        if not self._closed and (self._poll_task is None or self._poll_task.done()):
            self._poll_task = asyncio.create_task(self._poll())

    async def on_permissions_changed(self, server: int) -> None:
        """Retry posts that were parked for lack of a permission on this server."""
        self._messenger.tables.forget_degraded(server)
        await deliveries.retry_parked(self._context.service, server)

    async def open_dm(self, user_id: int) -> int:
        """Return the direct message channel of a user, within the throttle that all deliveries share.

        :raises Denied: If a new channel must wait for its slot.
        """
        try:
            return (await self._messenger.sender.dm_channel(user_id)).channel
        except RetryLater as retry:
            raise Denied("dms_limited", when=(self._context.service.now() + retry.delay_ms) // 1000) from None

    async def close(self) -> None:
        """Stop at once. Deliveries in flight are repeated at the next start."""
        self._closed = True
        tasks = [
            task for task in (self._wake_task, self._poll_task, *self._in_flight.values()) if task is not None
        ]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Polling

    async def _poll(self) -> None:
        """Dispatch until no wake-up came in between, then schedule the next one. Survives database errors."""
        delay_ms: int | None = None
        while self._is_woken:
            self._is_woken = False
            try:
                delay_ms = await self._dispatch()
            except db.DatabaseError as error:
                log.error("the outbox cannot be read: %s", error.kind)
                delay_ms = IDLE_DELAY_MS
        if self._shared:
            delay_ms = SHARED_POLL_INTERVAL_MS if delay_ms is None else min(delay_ms, SHARED_POLL_INTERVAL_MS)
        if self._wake_task is not None:
            self._wake_task.cancel()
        self._wake_task = None if delay_ms is None else asyncio.create_task(self._wake_after(delay_ms))

    async def _wake_after(self, delay_ms: int) -> None:
        await self._context.store.clock.sleep(delay_ms / 1000)
        self._wake_task = None
        self.wake()

    async def _dispatch(self) -> int | None:
        """Claim the most urgent due posts and start their deliveries.

        Returns the delay in ms until the next poll, or None to wait for `wake`.
        """
        service, delay_ms = self._context.service, None
        room = min(MAX_CONCURRENT + len(self._slow), MAX_IN_FLIGHT) - len(self._in_flight)
        if room > 0:
            claimed = await deliveries.claim_posts(
                service, limit=room, lease_ms=LEASE_MS, leased=self._in_flight
            )
            for post in claimed:
                self._in_flight[post.id] = asyncio.create_task(self._run_delivery(post))
            if len(claimed) == room:
                await asyncio.sleep(POLL_INTERVAL_S)
            elif (due := await db.outbox.next_due(service.store, in_flight=self._in_flight)) is not None:
                delay_ms = due - service.now() if due > service.now() else IDLE_DELAY_MS
        if self._in_flight:
            await self._extend_leases()
            delay_ms = min(LEASE_MS // 3, LEASE_MS if delay_ms is None else delay_ms)
        return delay_ms

    async def _extend_leases(self) -> None:
        """Extend the leases of posts in flight, so that no other process claims them."""
        now = self._context.service.now()
        if self._slow and now - self._leases_extended_at >= LEASE_MS // 3:
            self._leases_extended_at = now
            await deliveries.extend_leases(self._context.service, self._in_flight, lease_ms=LEASE_MS)

    # One post

    async def _run_delivery(self, post: db.Post) -> None:
        """Deliver a post, then poll for the next one of its lane."""
        slow_timer = asyncio.get_running_loop().call_later(SLOW_AFTER_S, self._mark_slow, post)
        try:
            await self._deliver(post)
        except db.DatabaseError as error:
            log.error("the result of delivering a %s cannot be stored: %s", post.kind, error.kind)
        finally:
            slow_timer.cancel()
            del self._in_flight[post.id]
            self._slow.discard(post.id)
            self.wake()

    def _mark_slow(self, post: db.Post) -> None:
        self._slow.add(post.id)
        self.wake()

    async def _deliver(self, post: db.Post) -> None:
        """Send a post and store the result: delivered, rescheduled, parked or abandoned."""
        service = self._context.service
        try:
            is_marked = await self._send(post)
        except RetryLater as retry:
            await deliveries.reschedule(service, post, "its turn comes later", retry_after_ms=retry.delay_ms)
        except Denied:
            await self._abandon(post, "the game is gone")
        except Undeliverable as problem:
            await self._park(post, problem.missing)
        except (discord.HTTPException, OSError) as problem:
            await self._handle_refusal(post, problem)
        except db.DatabaseError:
            raise
        except Exception:
            log.exception("a %s for game %s cannot be delivered", post.kind, post.game)
            await self._retry(post, "unexpected", permanent=True)
        else:
            if not is_marked:
                await deliveries.mark_delivered(service, post)
            self._observe_age(post)

    def _observe_age(self, post: db.Post) -> None:
        # A retry moves `not_before`, so only at the first attempt it is when the post was meant to be sent.
        due = post.created if post.attempts > 1 else max(post.created, post.not_before)
        age_s = (self._context.service.now() - due) / 1000
        self._context.metrics.delivery_age.labels(post.kind).observe(age_s)

    async def _send(self, post: db.Post) -> bool:
        """Send a post; relocate its table if the channel is gone. Returns True if it is marked delivered."""
        messenger = self._messenger.for_post(post)
        try:
            return bool(await DELIVERIES[post.kind](messenger, post, outbox_messages.parse(post)))
        except discord.NotFound as problem:
            if problem.code != UNKNOWN_CHANNEL or post.game is None:
                raise
            row = (await messenger.snapshot(post)).row
            await relocation.handle_deleted_channel(self._context.service, row.thread or row.channel)
            return False

    async def _handle_refusal(self, post: db.Post, problem: discord.HTTPException | OSError) -> None:
        """Park for lack of a permission, retry after an outage, abandon if it can never be delivered."""
        if not isinstance(problem, discord.HTTPException):
            await self._retry(post, type(problem).__name__, permanent=False)
        elif permission_fallbacks.is_permission_error(problem):
            await self._park(post, None)
        elif isinstance(problem, discord.Forbidden | discord.NotFound):
            await self._abandon(post, f"{type(problem).__name__} {problem.code}")
        else:
            clear_if_refused(self._context.views.emoji, problem)
            permanent = 400 <= problem.status < 500 and problem.status != TOO_MANY_REQUESTS
            await self._retry(post, f"HTTP {problem.status} {problem.code}", permanent=permanent)

    async def _retry(self, post: db.Post, problem: str, *, permanent: bool) -> None:
        """Reschedule with backoff. Abandons a `permanent` error after `MAX_ATTEMPTS`, to free the lane."""
        if permanent and post.attempts >= MAX_ATTEMPTS:
            await self._abandon(post, problem)
        else:
            log.warning("a %s for game %s is tried again: %s", post.kind, post.game, problem)
            await deliveries.reschedule(self._context.service, post, problem)

    async def _park(self, post: db.Post, missing: MissingPermission | None) -> None:
        """Move the post out of its lane until the permission returns; notifies the host."""
        needed = (missing.permission, missing.channel) if missing else None
        log.warning("a %s for game %s waits for a right: %s", post.kind, post.game, needed)
        retry_at = await deliveries.park(self._context.service, post, needed)
        if post.kind == outbox_messages.PermissionRecovery.kind and post.game is not None:
            self._messenger.tables.update_degraded(post.game, recheck_at=retry_at)

    async def _abandon(self, post: db.Post, problem: str) -> None:
        log.warning("a %s for game %s is given up: %s", post.kind, post.game, problem)
        await deliveries.abandon(self._context.service, post, problem)
