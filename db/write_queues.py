"""Writes about what must still happen: the outbox of things to tell, and the timers."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Select, Table, delete, exists, insert, literal, select, update

from db import tables
from db.read_games import first_in_lane
from db.rows import Post, Timer
from db.transaction import Writing

FIRST_PAUSE = 1_000
LONGEST_PAUSE = 300_000


def due_posts(now: int, limit: int) -> Select[Any]:
    """The posts to try now: of each lane only the first that is not delivered, so that order is kept."""
    post = tables.outbox.c
    return (
        select(tables.outbox)
        .where(post.done_at.is_(None), post.not_before <= now, post.claimed_until <= now, first_in_lane())
        .order_by(post.id)
        .limit(limit)
    )


def due_timers(now: int, limit: int) -> Select[Any]:
    timer = tables.timers.c
    return (
        select(tables.timers)
        .where(timer.due <= now, timer.claimed_until <= now)
        .order_by(timer.due, timer.id)
        .limit(limit)
    )


class WritesQueues(Writing):
    """A claim is a lease: what its holder does not finish in time, others may take up."""

    async def post(
        self,
        kind: str,
        payload: Mapping[str, Any],
        *,
        key: str,
        at: int,
        game: str | None = None,
        lane: str | None = None,
        not_before: int = 0,
    ) -> bool:
        """Something to tell once this is committed; False when that key was posted before.

        Posts of one lane are delivered in order, each waiting for the one before. The lane is the game's
        unless named otherwise; a post of neither waits for nobody.
        """
        if lane is None:
            lane = f"post {key}" if game is None else f"game {game}"
        outbox = tables.outbox.c
        row = {"key": key, "lane": lane, "game": game, "kind": kind, "payload": dict(payload), "created": at}
        row |= {"not_before": not_before, "attempts": 0, "claimed_until": 0}
        unless_known = select(*(literal(value, outbox[name].type) for name, value in row.items())).where(
            ~exists().where(outbox.key == key)
        )
        return await self._add(insert(tables.outbox).from_select(list(row), unless_known), key)

    async def claim_posts(self, *, now: int, limit: int, lease: int) -> tuple[Post, ...]:
        rows = await self._claim(tables.outbox, due_posts(now, limit), now + lease)
        return tuple(Post(**row) for row in rows)

    async def delivered(self, post: Post, *, at: int, result: str | None = None) -> bool:
        """It reached the chat, even if the claim has run out meanwhile; False if that was known already."""
        return await self._settle(post, done_at=at, result=result)

    async def abandon(self, post: Post, *, at: int, problem: str) -> bool:
        """It can never be delivered; those behind it need not wait longer."""
        return await self._settle(post, done_at=at, problem=problem)

    async def failed(self, post: Post, *, now: int, problem: str, retry_after: int | None = None) -> int:
        """Try again after a pause that doubles each time, or that Discord asked for; says when."""
        pause = min(FIRST_PAUSE << min(post.attempts - 1, 20), LONGEST_PAUSE)
        again = now + (pause if retry_after is None else retry_after)
        outbox = tables.outbox.c
        still_ours = (outbox.id == post.id, outbox.attempts == post.attempts, outbox.done_at.is_(None))
        changes = {"not_before": again, "claimed_until": 0, "problem": problem}
        await self._held.execute(update(tables.outbox).where(*still_ours).values(**changes))
        return again

    async def _settle(self, post: Post, **changes: Any) -> bool:
        outbox = tables.outbox.c
        waiting = update(tables.outbox).where(outbox.id == post.id, outbox.done_at.is_(None))
        done = await self._held.execute(waiting.values(**changes))
        return done.rowcount == 1

    async def set_timer(
        self,
        kind: str,
        *,
        key: str,
        due: int,
        payload: Mapping[str, Any] | None = None,
        game: str | None = None,
        person: int | None = None,
    ) -> None:
        """Something to happen then; a timer of the same key is replaced, even one just being fired."""
        await self.cancel_timers(key=key)
        row = {"key": key, "game": game, "person": person, "kind": kind, "payload": dict(payload or {})}
        await self._insert(tables.timers, row | {"due": due, "attempts": 0, "claimed_until": 0}, game=game)

    async def cancel_timers(
        self,
        *,
        key: str | None = None,
        game: str | None = None,
        person: int | None = None,
        kind: str | None = None,
    ) -> int:
        """Drop the timers that fit all that is given; says how many there were."""
        given = {"key": key, "game": game, "person": person, "kind": kind}
        where = [tables.timers.c[name] == value for name, value in given.items() if value is not None]
        if not where:
            raise ValueError("say which timers")
        return (await self._held.execute(delete(tables.timers).where(*where))).rowcount

    async def claim_timers(self, *, now: int, limit: int, lease: int) -> tuple[Timer, ...]:
        rows = await self._claim(tables.timers, due_timers(now, limit), now + lease)
        return tuple(Timer(**row) for row in rows)

    async def finish_timer(self, timer: Timer) -> bool:
        """It has fired; to be said in the transaction of what it did. False if it was replaced meanwhile."""
        timers = tables.timers.c
        claim = (timers.id == timer.id, timers.attempts == timer.attempts)
        return (await self._held.execute(delete(tables.timers).where(*claim))).rowcount == 1

    async def _claim(self, table: Table, due: Select[Any], until: int) -> list[dict[str, Any]]:
        rows = (await self._held.execute(due.with_for_update(skip_locked=True, of=table))).mappings().all()
        claimed = [{**row, "attempts": row["attempts"] + 1, "claimed_until": until} for row in rows]
        if claimed:
            ids = [row["id"] for row in claimed]
            changes = {"attempts": table.c.attempts + 1, "claimed_until": until}
            await self._held.execute(update(table).where(table.c.id.in_(ids)).values(**changes))
        return claimed
