"""Carries the outbox to the chat: in order, at least once, tried again until Discord has taken it."""

import asyncio
import logging

import discord

import db
from bot.deliveries import Deliveries
from bot.house import House
from bot.tables import Denied

log = logging.getLogger(__name__)

AT_ONCE = 10
PATIENCE = 5_000
LEASE = 15_000
"""How long a post is held: after a crash it is taken up again when this has passed."""
LEAST_PAUSE = 50
TOO_MANY = 429
MOST_ATTEMPTS = 7
"""How often something is tried that Discord refuses, or that fails on our side: about two minutes."""
SLOW = frozenset({"saga"})
"""Kinds that take many pictures: nobody waits for them, and no other post does."""


class Courier:
    """Goes round whenever it is woken, delivers each lane's first post, and sleeps when nothing is due."""

    def __init__(self, client: discord.Client, house: House) -> None:
        self._deliveries = Deliveries(client, house)
        self._house = house
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
        posts: tuple[db.Post, ...] = ()
        now = self._house.tables.now
        try:
            while self._called_again or posts:
                self._called_again = False
                posts = await self._house.store.claim_outbox(now=now(), limit=AT_ONCE, lease=LEASE)
                for post in posts:
                    if post.kind in SLOW:
                        self._take_along(post)
                await asyncio.gather(*(self._deliver(post) for post in posts if post.kind not in SLOW))
            waiting = await self._house.store.next_post()
        except db.DatabaseTrouble as trouble:
            log.error("the outbox cannot be read: %s", trouble.kind)
            waiting = now()
        if self._sleep is not None:
            self._sleep.cancel()
            self._sleep = None
        if waiting is not None:
            # What is due but not ours to take stands behind another post or is being carried elsewhere.
            self._sleep = asyncio.create_task(
                self._sleep_until(waiting if waiting > now() else now() + PATIENCE)
            )

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
        await self._house.clock.sleep(max(at - self._house.tables.now(), LEAST_PAUSE) / 1000)
        self._sleep = None
        self.wake()

    async def _deliver(self, post: db.Post) -> None:
        now = self._house.tables.now
        try:
            await self._deliveries.carry(post)
        except Denied:
            await self._settle(post, "the game is gone")
        except discord.Forbidden as problem:
            await self._settle(post, f"forbidden {problem.code}")
        except discord.NotFound as problem:
            await self._settle(post, f"not found {problem.code}")
        except (discord.HTTPException, OSError) as problem:
            detail = f"{type(problem).__name__} {getattr(problem, 'status', '')}"
            if isinstance(problem, discord.HTTPException):
                self._house.emoji.refused(problem)
            log.warning("a %s for game %s could not be delivered yet: %s", post.kind, post.game, detail)
            await self._try_again(post, detail, hopeless=_is_refusal(problem))
        except Exception:
            log.exception("a %s for game %s cannot be delivered", post.kind, post.game)
            await self._try_again(post, "unexpected", hopeless=True)
        else:
            async with self._house.store.write() as w:
                await w.delivered(post, at=now())

    async def _try_again(self, post: db.Post, problem: str, *, hopeless: bool) -> None:
        """Later; but what can never succeed is given up in the end, so that those behind it come through."""
        if hopeless and post.attempts >= MOST_ATTEMPTS:
            await self._settle(post, problem)
            return
        async with self._house.store.write() as w:
            await w.failed(post, now=self._house.tables.now(), problem=problem)

    async def _settle(self, post: db.Post, problem: str) -> None:
        log.warning("a %s for game %s is given up: %s", post.kind, post.game, problem)
        async with self._house.store.write() as w:
            await w.abandon(post, at=self._house.tables.now(), problem=problem)


def _is_refusal(problem: Exception) -> bool:
    """Whether Discord will never take it as it is: not an outage, not a limit."""
    status = getattr(problem, "status", 0)
    return isinstance(problem, discord.HTTPException) and 400 <= status < 500 and status != TOO_MANY
