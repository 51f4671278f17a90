"""Carries what waits in the outbox to the chat: in order, at least once, tried again until Discord took it.

How a kind of post is delivered is declared above the function that does it, with `@delivers(posts.Card)`.
Everything may be tried more than once.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord

import db
from bot.chat.context import Context
from bot.chat.messenger import Messenger
from bot.play import deliveries, places, posts
from bot.play.refusals import Denied

log = logging.getLogger(__name__)

AT_ONCE = 10
PATIENCE = 5_000
LEASE = 15_000
"""How long a post is held: after a crash it is taken up again when this has passed."""
LEAST_PAUSE = 50
TOO_MANY = 429
UNKNOWN_CHANNEL = 10003
MOST_ATTEMPTS = 7
"""How often something is tried that Discord refuses, or that fails on our side: about two minutes."""
SLOW = frozenset({posts.Saga.kind})
"""Kinds that take many pictures: nobody waits for them, and no other post does."""

P = TypeVar("P", bound=posts.Payload)
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


class Deliveries:
    """Goes round whenever it is woken, delivers each lane's first post, and sleeps when nothing is due."""

    def __init__(self, client: discord.Client, context: Context) -> None:
        self._messenger = Messenger(client, context)
        self._context = context
        self._round: asyncio.Task[None] | None = None
        self._sleep: asyncio.Task[None] | None = None
        self._slow: dict[int, asyncio.Task[None]] = {}
        self._called_again = False

    def wake(self) -> None:
        """There may be something to deliver."""
        self._called_again = True
        if self._round is None or self._round.done():
            self._round = asyncio.create_task(self._go_round())

    async def close(self) -> None:
        tasks = [task for task in (self._sleep, self._round, *self._slow.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _go_round(self) -> None:
        """Deliver until nothing is due; a failing database is waited out."""
        now = self._context.tables.now
        try:
            due = await self._deliver_all()
        except db.DatabaseTrouble as trouble:
            log.error("the outbox cannot be read: %s", trouble.kind)
            due = now()
        if self._sleep is not None:
            self._sleep.cancel()
            self._sleep = None
        if due is not None:
            # What is due but not ours to take stands behind another post or is being carried elsewhere.
            self._sleep = asyncio.create_task(self._sleep_until(due if due > now() else now() + PATIENCE))

    async def _deliver_all(self) -> int | None:
        """Deliver whatever can be taken now; says when something is due next."""
        tables = self._context.tables
        while True:
            self._called_again = False
            claimed = await deliveries.claim(tables, limit=AT_ONCE, lease=LEASE)
            for post in claimed:
                if post.kind in SLOW:
                    self._take_along(post)
            await asyncio.gather(*(self._deliver(post) for post in claimed if post.kind not in SLOW))
            due = await db.posts.next_due(tables.store)
            more = bool(claimed) and due is not None and due <= tables.now()
            if not more and not self._called_again:
                return due

    def _take_along(self, post: db.Post) -> None:
        """Deliver a post beside the rounds; one that is taken up again meanwhile is under way already."""
        if post.id not in self._slow:
            self._slow[post.id] = task = asyncio.create_task(self._deliver(post))
            task.add_done_callback(lambda done: self._put_down(post, done))

    def _put_down(self, post: db.Post, done: "asyncio.Task[None]") -> None:
        del self._slow[post.id]
        if not done.cancelled():
            self.wake()

    async def _sleep_until(self, at: int) -> None:
        await self._context.clock.sleep(max(at - self._context.tables.now(), LEAST_PAUSE) / 1000)
        self._sleep = None
        self.wake()

    async def _deliver(self, post: db.Post) -> None:
        try:
            settled = await self._carry(post)
        except Denied:
            await self._give_up(post, "the game is gone")
        except discord.Forbidden as problem:
            await self._give_up(post, f"forbidden {problem.code}")
        except discord.NotFound as problem:
            await self._give_up(post, f"not found {problem.code}")
        except (discord.HTTPException, OSError) as problem:
            detail = f"{type(problem).__name__} {getattr(problem, 'status', '')}"
            if isinstance(problem, discord.HTTPException):
                self._context.emoji.refused(problem)
            log.warning("a %s for game %s could not be delivered yet: %s", post.kind, post.game, detail)
            await self._try_again(post, detail, hopeless=_is_refusal(problem))
        except Exception:
            log.exception("a %s for game %s cannot be delivered", post.kind, post.game)
            await self._try_again(post, "unexpected", hopeless=True)
        else:
            if not settled:
                await deliveries.delivered(self._context.tables, post)

    async def _carry(self, post: db.Post) -> bool:
        """Put a post into the chat; says whether it is settled."""
        payload = posts.read(post)
        deliver = DELIVERIES[post.kind]
        try:
            return bool(await deliver(self._messenger, post, payload))
        except discord.NotFound as problem:
            if problem.code != UNKNOWN_CHANNEL or post.game is None:
                raise
            row = (await self._messenger.position(post)).row
            await places.lost(self._context.tables, row.thread or row.channel)
            self._context.wake()
            return False

    async def _try_again(self, post: db.Post, problem: str, *, hopeless: bool) -> None:
        """Later; but what can never succeed is given up in the end, so that those behind it come through."""
        if hopeless and post.attempts >= MOST_ATTEMPTS:
            await self._give_up(post, problem)
        else:
            await deliveries.failed(self._context.tables, post, problem)

    async def _give_up(self, post: db.Post, problem: str) -> None:
        log.warning("a %s for game %s is given up: %s", post.kind, post.game, problem)
        await deliveries.abandoned(self._context.tables, post, problem)


def _is_refusal(problem: Exception) -> bool:
    """Whether Discord will never take it as it is: not an outage, not a limit."""
    status = getattr(problem, "status", 0)
    return isinstance(problem, discord.HTTPException) and 400 <= status < 500 and status != TOO_MANY
