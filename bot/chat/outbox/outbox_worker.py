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
from bot.chat.messages.emoji import emoji_refused
from bot.chat.outbox import permissions
from bot.chat.outbox.messenger import UNKNOWN_CHANNEL, Messenger
from bot.chat.outbox.permissions import NowhereError, Want
from bot.chat.outbox.throttle import Later
from bot.play.core import outbox_messages
from bot.play.core.refusals import Denied
from bot.play.lobby import relocation
from bot.play.notify import deliveries
from db.clock import SECOND

log = logging.getLogger(__name__)

AT_ONCE = 10
"""So many posts are being delivered at a time, beside those that take long."""
LONG = 1.0
"""After so many seconds a delivery takes long, and makes room for another."""
MOST = 300
"""So many are under way in all, whatever Discord does."""
BREATH = 0.1
"""While more waits than can be delivered, the outbox is asked no more often than this, in seconds."""
LEASE = 15 * SECOND
"""How long a post is held at a time: after a crash it is taken up again when this has passed."""
PATIENCE = 5 * SECOND
"""How long something is left alone that is due and not ours to take, or a database that fails."""
LOOK_AGAIN = 10 * SECOND
"""Where other processes leave posts too, the outbox is asked this often: one of them may have died."""
TOO_MANY = 429
MOST_ATTEMPTS = 7
"""How often something is tried that Discord refuses, or that fails on our side: about two minutes."""

P = TypeVar("P", bound=outbox_messages.Payload)
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
    """Gives posts to workers whenever it is woken or something falls due.

    `shared` says that other processes leave posts in the same database.
    """

    def __init__(self, client: discord.Client, context: Context, *, shared: bool = False) -> None:
        self._shared = shared
        self._messenger = Messenger(client, context)
        self._context = context
        self._woken = False
        self._round: asyncio.Task[None] | None = None
        self._alarm: asyncio.Task[None] | None = None
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._long: set[int] = set()
        self._held = 0
        self._closed = False

    def wake(self) -> None:
        """There may be something to deliver."""
        self._woken = True
        if not self._closed and (self._round is None or self._round.done()):
            self._round = asyncio.create_task(self._go_round())

    async def rights_changed(self, server: int) -> None:
        """Perhaps for the better: what waits for a right there is tried again."""
        self._messenger.forget_hindrances(server)
        await deliveries.rights_changed(self._context.service, server)
        self.wake()

    async def close(self) -> None:
        """At once: what is under way is taken up again at the next start."""
        self._closed = True
        tasks = [task for task in (self._alarm, self._round, *self._workers.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Handing out

    async def _go_round(self) -> None:
        """Hand out for as long as somebody wakes it meanwhile; a failing database is waited out."""
        pause: int | None = None
        while self._woken:
            self._woken = False
            try:
                pause = await self._hand_out()
            except db.DatabaseTrouble as trouble:
                log.error("the outbox cannot be read: %s", trouble.kind)
                pause = PATIENCE
        if self._shared:
            pause = LOOK_AGAIN if pause is None else min(pause, LOOK_AGAIN)
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if pause is None else asyncio.create_task(self._wake_after(pause))

    async def _wake_after(self, pause: int) -> None:
        await self._context.clock.sleep(pause / 1000)
        self._alarm = None
        self.wake()

    async def _hand_out(self) -> int | None:
        """Give the most urgent posts to workers; says when to come back, unless woken before."""
        service, pause = self._context.service, None
        room = min(AT_ONCE + len(self._long), MOST) - len(self._workers)
        if room > 0:
            claimed = await deliveries.claim(service, limit=room, lease=LEASE, held=self._workers)
            for post in claimed:
                self._workers[post.id] = asyncio.create_task(self._work(post))
            if len(claimed) == room:
                await asyncio.sleep(BREATH)
            elif (due := await db.outbox.next_due(service.store, held=self._workers)) is not None:
                pause = due - service.now() if due > service.now() else PATIENCE
        if self._workers:
            await self._hold_on()
            pause = min(LEASE // 3, LEASE if pause is None else pause)
        return pause

    async def _hold_on(self) -> None:
        """What is under way for a while is not for others to take up."""
        now = self._context.service.now()
        if self._long and now - self._held >= LEASE // 3:
            self._held = now
            await deliveries.hold(self._context.service, self._workers, lease=LEASE)

    # One post

    async def _work(self, post: db.Post) -> None:
        """Deliver the first post of a lane."""
        makes_room = asyncio.get_running_loop().call_later(LONG, self._take_long, post)
        try:
            await self._deliver(post)
        except db.DatabaseTrouble as trouble:
            log.error("what became of a %s cannot be written down: %s", post.kind, trouble.kind)
        finally:
            makes_room.cancel()
            del self._workers[post.id]
            self._long.discard(post.id)
            self.wake()

    def _take_long(self, post: db.Post) -> None:
        self._long.add(post.id)
        self.wake()

    async def _deliver(self, post: db.Post) -> None:
        """Put a post into the chat, and write down what came of it."""
        service = self._context.service
        try:
            settled = await self._carry(post)
        except Later as later:
            await deliveries.failed(service, post, "its turn comes later", retry_after=later.pause)
        except Denied:
            await self._give_up(post, "the game is gone")
        except NowhereError as problem:
            await self._set_aside(post, problem.want)
        except (discord.HTTPException, OSError) as problem:
            await self._refused(post, problem)
        except db.DatabaseTrouble:
            raise
        except Exception:
            log.exception("a %s for game %s cannot be delivered", post.kind, post.game)
            await self._try_again(post, "unexpected", hopeless=True)
        else:
            if not settled:
                await deliveries.delivered(service, post)

    async def _carry(self, post: db.Post) -> bool:
        """Put a post into the chat; says whether it is settled."""
        messenger = self._messenger.carrying(post)
        try:
            return bool(await DELIVERIES[post.kind](messenger, post, outbox_messages.read(post)))
        except discord.NotFound as problem:
            if problem.code != UNKNOWN_CHANNEL or post.game is None:
                raise
            row = (await messenger.snapshot(post)).row
            await relocation.lost(self._context.service, row.thread or row.channel)
            self._context.wake()
            return False

    async def _refused(self, post: db.Post, problem: discord.HTTPException | OSError) -> None:
        """For want of a right it is kept; in an outage it is tried again; else it cannot be."""
        if not isinstance(problem, discord.HTTPException):
            await self._try_again(post, type(problem).__name__, hopeless=False)
        elif permissions.is_refusal(problem):
            await self._set_aside(post, None)
        elif isinstance(problem, discord.Forbidden | discord.NotFound):
            await self._give_up(post, f"{type(problem).__name__} {problem.code}")
        else:
            emoji_refused(self._context.emoji, problem)
            hopeless = 400 <= problem.status < 500 and problem.status != TOO_MANY
            await self._try_again(post, f"HTTP {problem.status} {problem.code}", hopeless=hopeless)

    async def _try_again(self, post: db.Post, problem: str, *, hopeless: bool) -> None:
        """Later; but what can never succeed is given up in the end, so that those behind it come through."""
        if hopeless and post.attempts >= MOST_ATTEMPTS:
            await self._give_up(post, problem)
        else:
            log.warning("a %s for game %s is tried again: %s", post.kind, post.game, problem)
            await deliveries.failed(self._context.service, post, problem)

    async def _set_aside(self, post: db.Post, want: Want | None) -> None:
        """Kept for when the right is there, while others go on; the host is told what is missing."""
        missing = (want.right, want.place) if want else None
        log.warning("a %s for game %s waits for a right: %s", post.kind, post.game, missing)
        again = await deliveries.set_aside(self._context.service, post, missing)
        if post.kind == outbox_messages.Mend.kind and post.game is not None:
            self._messenger.mended(post.game, until=again)

    async def _give_up(self, post: db.Post, problem: str) -> None:
        log.warning("a %s for game %s is given up: %s", post.kind, post.game, problem)
        await deliveries.abandoned(self._context.service, post, problem)
