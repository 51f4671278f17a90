"""The transactional outbox: messages for the chat, written with the change that causes them.

Posts of one lane are delivered in order, at least once, and retried with exponential backoff. A claim is a
lease: a post that is not delivered before it runs out can be claimed again. Delivered rows stay, so that
their keys deduplicate later posts.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from db import games, rows
from db.rows import NOT_STORED, Milliseconds, column, from_row
from db.transaction import Reads, Transaction, list_rows

if TYPE_CHECKING:
    from db.store import Store

FIRST_BACKOFF_MS = 1_000
MAX_BACKOFF_MS = 300_000


@dataclass(frozen=True, slots=True)
class Post:
    """A row of the outbox. `attempts` counts the claims, the current one included.

    `followed` is True if a later undelivered post has the same lane and kind.
    """

    id: int = field(metadata=column(primary_key=True, serial=True))
    key: str
    lane: str
    game: str | None = field(metadata=column(foreign_key="games.code"))
    kind: str
    payload: Mapping[str, Any] = field(repr=False)
    created: Milliseconds
    not_before: Milliseconds
    attempts: int
    claimed_until: Milliseconds
    done_at: Milliseconds | None
    result: str | None
    problem: str | None
    followed: bool = field(default=False, metadata=NOT_STORED)


@dataclass(frozen=True, slots=True)
class NewPost:
    """A post to enqueue, deduplicated by its key.

    The lane defaults to the game's. A post without lane and game gets a lane of its own.
    """

    kind: str
    payload: Mapping[str, Any] = field(repr=False)
    key: str
    game: str | None = None
    lane: str | None = None
    not_before: int = 0


table = rows.table(
    "posts",
    Post,
    sa.UniqueConstraint("key"),
    # Delivered rows stay in the table; a partial index keeps the search for the others fast.
    sa.Index(
        "ix_posts_waiting",
        "lane",
        "id",
        sqlite_where=sa.text("done_at IS NULL"),
        postgresql_where=sa.text("done_at IS NULL"),
    ),
)


# Written by hand: SQLAlchemy leaves out table names in the RETURNING clause of an update for SQLite.
_FOLLOWED: sa.ColumnElement[bool] = sa.literal_column(
    "EXISTS (SELECT 1 FROM posts AS later WHERE later.lane = posts.lane AND later.done_at IS NULL"
    " AND later.id > posts.id AND later.kind = posts.kind)",
    sa.Boolean,
)
_NOW = sa.bindparam("now", type_=sa.BigInteger)
_ready_at = sa.case(
    (table.c.not_before > table.c.claimed_until, table.c.not_before), else_=table.c.claimed_until
)
_waiting = table.alias("waiting")
# The first post of each lane: no other post of the lane is delivered before it.
_lanes = (
    sa.select(sa.func.min(_waiting.c.id).label("first"))
    .where(_waiting.c.done_at.is_(None))
    .group_by(_waiting.c.lane)
)
_first = _lanes.subquery("first_of_lanes")
_in_flight = table.c.id.in_(sa.bindparam("in_flight", expanding=True))
_NEXT_DUE = (
    sa.select(sa.func.min(_ready_at))
    .join_from(table, _first, table.c.id == _first.c.first)
    .where(~_in_flight)
)
_KNOWN = sa.select(table.c.id).where(table.c.key == sa.bindparam("known"))
_IN_LANE = (
    sa.select(table.c.id).where(table.c.lane == sa.bindparam("of_lane"), table.c.done_at.is_(None)).limit(1)
)


_PENDING_IN_LANE = (
    sa.select(*rows.columns(table))
    .where(table.c.lane == sa.bindparam("of_lane"), table.c.done_at.is_(None))
    .order_by(table.c.id)
)


@cache
def _claim(urgency: tuple[tuple[str, int], ...]) -> sa.Update:
    """Return the claim statement. It orders lanes by the most urgent post in each, then by age."""
    ranks = dict(urgency)
    rank = sa.case(ranks, value=_waiting.c.kind, else_=0) if ranks else sa.literal(0)
    lanes = _lanes.add_columns(sa.func.min(rank).label("rank")).subquery("lanes")
    due = (
        sa.select(table.c.id)
        .join_from(table, lanes, table.c.id == lanes.c.first)
        .where(
            table.c.done_at.is_(None), table.c.not_before <= _NOW, table.c.claimed_until <= _NOW, ~_in_flight
        )
        .order_by(lanes.c.rank, table.c.id)
        .limit(sa.bindparam("most"))
        .with_for_update(skip_locked=True, of=table)
        .cte("due")
    )
    return (
        sa.update(table)
        .where(table.c.id.in_(sa.select(due.c.id)))
        .values(attempts=table.c.attempts + 1, claimed_until=sa.bindparam("until", type_=sa.BigInteger))
        .returning(*rows.columns(table), _FOLLOWED.label("followed"))
    )


_EXTEND_LEASE = (
    sa.update(table)
    .where(table.c.id.in_(sa.bindparam("posts", expanding=True)), table.c.done_at.is_(None))
    .values(claimed_until=sa.bindparam("until", type_=sa.BigInteger))
)
_still_waiting = sa.update(table).where(table.c.id == sa.bindparam("post"), table.c.done_at.is_(None))
_MARK_DELIVERED = _still_waiting.values(done_at=_NOW, result=sa.bindparam("said"))
_ABANDON = _still_waiting.values(done_at=_NOW, problem=sa.bindparam("why"))
_RESCHEDULE = _still_waiting.where(table.c.attempts == sa.bindparam("tried")).values(
    not_before=sa.bindparam("again", type_=sa.BigInteger),
    claimed_until=0,
    problem=sa.bindparam("why"),
    lane=sa.bindparam("in_lane"),
)


_games = games.table
_EXPEDITE = (
    sa.update(table)
    .where(
        table.c.done_at.is_(None),
        table.c.not_before > _NOW,
        table.c.game.in_(sa.select(_games.c.code).where(_games.c.server == sa.bindparam("of_server"))),
    )
    .values(not_before=_NOW)
)


async def enqueue(tx: Transaction, *posts: NewPost) -> None:
    """Add posts to be delivered after the commit. Idempotent: posts with a known key are skipped."""
    await tx.insert(table, *(_row(post, tx.now) for post in posts), skip_existing="key")
    tx.has_new_posts |= bool(posts)


async def claim(
    store: "Store",
    *,
    now: int,
    limit: int = 10,
    lease_ms: int = 30_000,
    urgency: Mapping[str, int] = MappingProxyType({}),
    in_flight: Collection[int] = (),
) -> tuple[Post, ...]:
    """Claim posts that are due, at most one of each lane, and lease them for `lease_ms`.

    `urgency` ranks posts by kind; lanes with the lowest rank come first. Posts `in_flight` are still being
    delivered by the caller and are not claimed again, even after their lease.
    """
    ranks = tuple(sorted(urgency.items()))
    values = {"now": now, "until": now + lease_ms, "most": limit, "in_flight": tuple(in_flight)}
    async with store.write() as tx:
        found = await tx.fetch(_claim(ranks), values)
    claimed = [from_row(Post, row, followed=bool(row["followed"])) for row in found]
    return tuple(sorted(claimed, key=lambda post: (urgency.get(post.kind, 0), post.id)))


async def extend_lease(tx: Transaction, post_ids: Collection[int], until: int) -> None:
    """Extend the lease of posts whose delivery is still in flight."""
    if post_ids:
        await tx.execute(_EXTEND_LEASE, {"posts": tuple(post_ids), "until": until})


async def expedite(tx: Transaction, server: int, lane_prefixes: Collection[str]) -> None:
    """Make this server's delayed posts due now, in lanes that start with one of these prefixes."""
    in_lanes = sa.or_(*(table.c.lane.startswith(f"{prefix} ") for prefix in lane_prefixes))
    await tx.execute(_EXPEDITE.where(in_lanes), {"now": tx.now, "of_server": server})
    tx.has_new_posts = True


async def list_pending(reads: Reads, lane: str) -> tuple[Post, ...]:
    """Return the undelivered posts of a lane, in order."""
    return await list_rows(reads, Post, _PENDING_IN_LANE, of_lane=lane)


async def mark_delivered(tx: Transaction, post: Post, result: str | None = None) -> bool:
    """Mark a post as delivered, even if its lease has run out. Returns False if it was done already."""
    return await tx.execute(_MARK_DELIVERED, {"post": post.id, "now": tx.now, "said": result}) == 1


async def abandon(tx: Transaction, post: Post, problem: str) -> bool:
    """Give up on a post, so that its lane continues. Returns False if it was done already."""
    return await tx.execute(_ABANDON, {"post": post.id, "now": tx.now, "why": problem}) == 1


async def reschedule(
    tx: Transaction, post: Post, problem: str, retry_after_ms: int | None = None, lane: str | None = None
) -> int | None:
    """Retry a failed post after `retry_after_ms`, or after an exponential backoff.

    With `lane` the post moves to that lane, so that its own lane is no longer blocked. Returns the time of
    the retry. Has no effect, and returns None, if another process has claimed the post since.
    """
    backoff = min(FIRST_BACKOFF_MS << min(post.attempts - 1, 20), MAX_BACKOFF_MS)
    again = tx.now + (backoff if retry_after_ms is None else retry_after_ms)
    values = {"post": post.id, "tried": post.attempts, "again": again, "why": problem}
    values["in_lane"] = post.lane if lane is None else lane
    return again if await tx.execute(_RESCHEDULE, values) == 1 else None


async def next_due(reads: Reads, *, in_flight: Collection[int] = ()) -> int | None:
    """Return when the next post can be claimed, ignoring those `in_flight`. None if the outbox is empty."""
    earliest: int | None = await reads.scalar(_NEXT_DUE, {"in_flight": tuple(in_flight)})
    return earliest


async def has_key(reads: Reads, key: str) -> bool:
    """True if a post with this key was enqueued, delivered or not."""
    return await reads.scalar(_KNOWN, {"known": key}) is not None


async def has_pending(reads: Reads, lane: str) -> bool:
    """True if the lane has an undelivered post."""
    return await reads.scalar(_IN_LANE, {"of_lane": lane}) is not None


def _row(post: NewPost, now: int) -> dict[str, Any]:
    lane = post.lane
    if lane is None:
        lane = f"post {post.key}" if post.game is None else f"game {post.game}"
    new = {"lane": lane, "created": now, "attempts": 0, "claimed_until": 0}
    return rows.to_row(post) | new
