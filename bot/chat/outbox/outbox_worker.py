"""Carries what waits in the outbox to the chat: in order, at least once, tried again until Discord took it.

Whatever waits stands in lanes, one for each place and person. A lane is served by a worker of its own, one
post at a time, the most urgent lanes first; while Discord makes one wait, the others go on.

How a kind of post is delivered is declared above the function that does it, with `@delivers(posts.Card)`.
Everything may be tried more than once.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord

import db
from bot.chat.interactions.context import Context
from bot.chat.messages.emoji import clear_if_refused
from bot.chat.outbox import permissions
from bot.chat.outbox.messenger import UNKNOWN_CHANNEL, Messenger
from bot.chat.outbox.permissions import MissingPermission, Undeliverable
from bot.chat.outbox.throttle import RetryLater
from bot.play.core import outbox_messages
from bot.play.core.refusals import Denied
from bot.play.lobby import relocation
from bot.play.notify import deliveries
from db.clock import SECOND

log = logging.getLogger(__name__)

MAX_CONCURRENT = 10
"""So many posts are being delivered at a time, beside those that take long."""
SLOW_AFTER_S = 1.0
"""After so many seconds a delivery takes long, and makes room for another."""
MAX_WORKERS = 300
"""So many are under way in all, whatever Discord does."""
POLL_INTERVAL_S = 0.1
"""While more waits than can be delivered, the outbox is asked no more often than this, in seconds."""
LEASE_MS = 15 * SECOND
"""How long a post is held at a time: after a crash it is taken up again when this has passed."""
IDLE_DELAY_MS = 5 * SECOND
"""How long something is left alone that is due and not ours to take, or a database that fails."""
SHARED_POLL_INTERVAL_MS = 10 * SECOND
"""Where other processes leave posts too, the outbox is asked this often: one of them may have died."""
TOO_MANY_REQUESTS = 429
MAX_ATTEMPTS = 7
"""How often something is tried that Discord refuses, or that fails on our side: about two minutes."""

P = TypeVar("P", bound=outbox_messages.OutboxMessage)
Delivery = Callable[[Messenger, db.Post, P], Awaitable[bool | None]]
"""Puts a post into the chat. True says that it is settled already, in the transaction of what was kept of it;
otherwise it is settled afterwards."""

DELIVERIES: dict[str, Delivery[Any]] = {}
"""By the kind of the post."""


def delivers(model: type[P]) -> Callable[[Delivery[P]], Delivery[P]]:
    """Declare that the function below delivers posts of this kind."""

    def register(deliver: Delivery[P]) -> Delivery[P]:
        if model.kind in DELIVERIES:
            raise ValueError(f"two ways to deliver a {model.kind}")
        DELIVERIES[model.kind] = deliver
        return deliver

    return register


class OutboxWorker:
    """Gives posts to workers whenever it is woken or something falls due.

    `shared` says that other processes leave posts in the same database.
    """

    def __init__(self, client: discord.Client, context: Context, *, shared: bool = False) -> None:
        self._shared = shared
        self._messenger = Messenger(client, context)
        self._context = context
        self._woken = False
        self._poll_task: asyncio.Task[None] | None = None
        self._wake_task: asyncio.Task[None] | None = None
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._slow: set[int] = set()
        self._leases_extended_at = 0
        self._closed = False

    def wake(self) -> None:
        """There may be something to deliver."""
        self._woken = True
        if not self._closed and (self._poll_task is None or self._poll_task.done()):
            self._poll_task = asyncio.create_task(self._poll())

    async def on_permissions_changed(self, server: int) -> None:
        """Perhaps for the better: what waits for a right there is tried again."""
        self._messenger.forget_degraded(server)
        await deliveries.retry_parked(self._context.service, server)
        self.wake()

    async def close(self) -> None:
        """At once: what is under way is taken up again at the next start."""
        self._closed = True
        tasks = [
            task for task in (self._wake_task, self._poll_task, *self._workers.values()) if task is not None
        ]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Handing out

    async def _poll(self) -> None:
        """Hand out for as long as somebody wakes it meanwhile; a failing database is waited out."""
        delay_ms: int | None = None
        while self._woken:
            self._woken = False
            try:
                delay_ms = await self._dispatch()
            except db.DatabaseError as trouble:
                log.error("the outbox cannot be read: %s", trouble.kind)
                delay_ms = IDLE_DELAY_MS
        if self._shared:
            delay_ms = SHARED_POLL_INTERVAL_MS if delay_ms is None else min(delay_ms, SHARED_POLL_INTERVAL_MS)
        if self._wake_task is not None:
            self._wake_task.cancel()
        self._wake_task = None if delay_ms is None else asyncio.create_task(self._wake_after(delay_ms))

    async def _wake_after(self, delay_ms: int) -> None:
        await self._context.clock.sleep(delay_ms / 1000)
        self._wake_task = None
        self.wake()

    async def _dispatch(self) -> int | None:
        """Give the most urgent posts to workers; says when to come back, unless woken before."""
        service, delay_ms = self._context.service, None
        room = min(MAX_CONCURRENT + len(self._slow), MAX_WORKERS) - len(self._workers)
        if room > 0:
            claimed = await deliveries.claim_posts(
                service, limit=room, lease_ms=LEASE_MS, leased=self._workers
            )
            for post in claimed:
                self._workers[post.id] = asyncio.create_task(self._run_worker(post))
            if len(claimed) == room:
                await asyncio.sleep(POLL_INTERVAL_S)
            elif (due := await db.outbox.next_due(service.store, in_flight=self._workers)) is not None:
                delay_ms = due - service.now() if due > service.now() else IDLE_DELAY_MS
        if self._workers:
            await self._extend_leases()
            delay_ms = min(LEASE_MS // 3, LEASE_MS if delay_ms is None else delay_ms)
        return delay_ms

    async def _extend_leases(self) -> None:
        """What is under way for a while is not for others to take up."""
        now = self._context.service.now()
        if self._slow and now - self._leases_extended_at >= LEASE_MS // 3:
            self._leases_extended_at = now
            await deliveries.extend_leases(self._context.service, self._workers, lease_ms=LEASE_MS)

    # One post

    async def _run_worker(self, post: db.Post) -> None:
        """Deliver the first post of a lane."""
        slow_timer = asyncio.get_running_loop().call_later(SLOW_AFTER_S, self._mark_slow, post)
        try:
            await self._deliver(post)
        except db.DatabaseError as trouble:
            log.error("what became of a %s cannot be written down: %s", post.kind, trouble.kind)
        finally:
            slow_timer.cancel()
            del self._workers[post.id]
            self._slow.discard(post.id)
            self.wake()

    def _mark_slow(self, post: db.Post) -> None:
        self._slow.add(post.id)
        self.wake()

    async def _deliver(self, post: db.Post) -> None:
        """Put a post into the chat, and write down what came of it."""
        service = self._context.service
        try:
            settled = await self._send(post)
        except RetryLater as later:
            await deliveries.reschedule(service, post, "its turn comes later", retry_after_ms=later.delay_ms)
        except Denied:
            await self._abandon(post, "the game is gone")
        except Undeliverable as problem:
            await self._set_aside_for_permission(post, problem.missing)
        except (discord.HTTPException, OSError) as problem:
            await self._handle_refusal(post, problem)
        except db.DatabaseError:
            raise
        except Exception:
            log.exception("a %s for game %s cannot be delivered", post.kind, post.game)
            await self._retry(post, "unexpected", permanent=True)
        else:
            if not settled:
                await deliveries.mark_delivered(service, post)

    async def _send(self, post: db.Post) -> bool:
        """Put a post into the chat; says whether it is settled."""
        messenger = self._messenger.for_post(post)
        try:
            return bool(await DELIVERIES[post.kind](messenger, post, outbox_messages.parse(post)))
        except discord.NotFound as problem:
            if problem.code != UNKNOWN_CHANNEL or post.game is None:
                raise
            row = (await messenger.snapshot(post)).row
            await relocation.handle_deleted_channel(self._context.service, row.thread or row.channel)
            self._context.wake()
            return False

    async def _handle_refusal(self, post: db.Post, problem: discord.HTTPException | OSError) -> None:
        """For want of a right it is kept; in an outage it is tried again; else it cannot be."""
        if not isinstance(problem, discord.HTTPException):
            await self._retry(post, type(problem).__name__, permanent=False)
        elif permissions.is_permission_error(problem):
            await self._set_aside_for_permission(post, None)
        elif isinstance(problem, discord.Forbidden | discord.NotFound):
            await self._abandon(post, f"{type(problem).__name__} {problem.code}")
        else:
            clear_if_refused(self._context.emoji, problem)
            permanent = 400 <= problem.status < 500 and problem.status != TOO_MANY_REQUESTS
            await self._retry(post, f"HTTP {problem.status} {problem.code}", permanent=permanent)

    async def _retry(self, post: db.Post, problem: str, *, permanent: bool) -> None:
        """Later; but what can never succeed is given up in the end, so that those behind it come through."""
        if permanent and post.attempts >= MAX_ATTEMPTS:
            await self._abandon(post, problem)
        else:
            log.warning("a %s for game %s is tried again: %s", post.kind, post.game, problem)
            await deliveries.reschedule(self._context.service, post, problem)

    async def _set_aside_for_permission(self, post: db.Post, missing: MissingPermission | None) -> None:
        """Kept for when the right is there, while others go on; the host is told what is missing."""
        needed = (missing.permission, missing.channel) if missing else None
        log.warning("a %s for game %s waits for a right: %s", post.kind, post.game, needed)
        again = await deliveries.park(self._context.service, post, needed)
        if post.kind == outbox_messages.PermissionRecovery.kind and post.game is not None:
            self._messenger.update_degraded(post.game, recheck_at=again)

    async def _abandon(self, post: db.Post, problem: str) -> None:
        log.warning("a %s for game %s is given up: %s", post.kind, post.game, problem)
        await deliveries.abandon(self._context.service, post, problem)
