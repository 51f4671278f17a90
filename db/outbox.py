"""What the chat must be told: kept in the transaction of what happened, delivered in order, at least once.

A claim is a lease: what its holder does not deliver in time, others may take up. What is delivered stays for
the sake of its key, so that it is not told again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Index,
    UniqueConstraint,
    Update,
    bindparam,
    case,
    func,
    literal,
    literal_column,
    or_,
    select,
    text,
    update,
)

from db import games, rows
from db.rows import NOT_STORED, Moment, column, made
from db.transaction import Reads, Transaction

if TYPE_CHECKING:
    from db.store import Store

FIRST_PAUSE = 1_000
LONGEST_PAUSE = 300_000


@dataclass(frozen=True, slots=True)
class Post:
    """Something the chat must be told. `attempts` counts the claims, this one included.

    `followed` says whether another of the same lane and kind waits behind it.
    """

    id: int = field(metadata=column(primary_key=True, counter=True))
    key: str
    lane: str
    game: str | None = field(metadata=column(foreign_key="games.code"))
    kind: str
    payload: Mapping[str, Any] = field(repr=False)
    created: Moment
    not_before: Moment
    attempts: int
    claimed_until: Moment
    done_at: Moment | None
    result: str | None
    problem: str | None
    followed: bool = field(default=False, metadata=NOT_STORED)


@dataclass(frozen=True, slots=True)
class NewPost:
    """Something to tell once this is committed, once under its key.

    Posts of one lane are delivered in order, each waiting for the one before. The lane is the game's unless
    named otherwise; a post of neither waits for nobody.
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
    UniqueConstraint("key"),
    # What is delivered stays for the sake of its key, and must not slow down the search for what is not.
    Index(
        "ix_posts_waiting",
        "lane",
        "id",
        sqlite_where=text("done_at IS NULL"),
        postgresql_where=text("done_at IS NULL"),
    ),
)


# In words of its own, for SQLAlchemy leaves the names of tables out of what SQLite returns from an update.
_FOLLOWED: ColumnElement[bool] = literal_column(
    "EXISTS (SELECT 1 FROM posts AS later WHERE later.lane = posts.lane AND later.done_at IS NULL"
    " AND later.id > posts.id AND later.kind = posts.kind)",
    Boolean,
)
_NOW = bindparam("now", type_=BigInteger)
_ready_at = case(
    (table.c.not_before > table.c.claimed_until, table.c.not_before), else_=table.c.claimed_until
)
_waiting = table.alias("waiting")
_lanes = (
    select(func.min(_waiting.c.id).label("first"))
    .where(_waiting.c.done_at.is_(None))
    .group_by(_waiting.c.lane)
)
"""The first post of each lane: no other of the lane is delivered before it."""
_first = _lanes.subquery("first_of_lanes")
_held = table.c.id.in_(bindparam("held", expanding=True))
_NEXT_DUE = select(func.min(_ready_at)).join_from(table, _first, table.c.id == _first.c.first).where(~_held)
_KNOWN = select(table.c.id).where(table.c.key == bindparam("known"))
_IN_LANE = select(table.c.id).where(table.c.lane == bindparam("of_lane"), table.c.done_at.is_(None)).limit(1)


@cache
def _claim(urgency: tuple[tuple[str, int], ...]) -> Update:
    """Takes the most urgent lanes first, by the most urgent post that waits in each; then the oldest."""
    ranks = dict(urgency)
    rank = case(ranks, value=_waiting.c.kind, else_=0) if ranks else literal(0)
    lanes = _lanes.add_columns(func.min(rank).label("rank")).subquery("lanes")
    due = (
        select(table.c.id)
        .join_from(table, lanes, table.c.id == lanes.c.first)
        .where(
            table.c.done_at.is_(None),
            table.c.not_before <= _NOW,
            table.c.claimed_until <= _NOW,
            ~_held,
        )
        .order_by(lanes.c.rank, table.c.id)
        .limit(bindparam("most"))
        .with_for_update(skip_locked=True, of=table)
        .cte("due")
    )
    return (
        update(table)
        .where(table.c.id.in_(select(due.c.id)))
        .values(attempts=table.c.attempts + 1, claimed_until=bindparam("until", type_=BigInteger))
        .returning(*rows.columns(table, Post), _FOLLOWED.label("followed"))
    )


_HOLD = (
    update(table)
    .where(table.c.id.in_(bindparam("posts", expanding=True)), table.c.done_at.is_(None))
    .values(claimed_until=bindparam("until", type_=BigInteger))
)
_still_waiting = update(table).where(table.c.id == bindparam("post"), table.c.done_at.is_(None))
_DELIVERED = _still_waiting.values(done_at=_NOW, result=bindparam("said"))
_ABANDON = _still_waiting.values(done_at=_NOW, problem=bindparam("why"))
_FAILED = _still_waiting.where(table.c.attempts == bindparam("tried")).values(
    not_before=bindparam("again", type_=BigInteger),
    claimed_until=0,
    problem=bindparam("why"),
    lane=bindparam("in_lane"),
)


_games = games.table
_HURRY = (
    update(table)
    .where(
        table.c.done_at.is_(None),
        table.c.not_before > _NOW,
        table.c.game.in_(select(_games.c.code).where(_games.c.server == bindparam("of_server"))),
    )
    .values(not_before=_NOW)
)


async def add(tx: Transaction, *posts: NewPost) -> None:
    """Leave these to be told, but for those whose keys are known."""
    await tx.insert(table, *(_row(post, tx.now) for post in posts), unless_known="key")


async def claim(
    store: "Store",
    *,
    now: int,
    limit: int = 10,
    lease: int = 30_000,
    urgency: Mapping[str, int] = MappingProxyType({}),
    held: Collection[int] = (),
) -> tuple[Post, ...]:
    """Posts to deliver now, at most one of each lane, held for `lease` milliseconds.

    Of the lanes those come first in which a post of the least `urgency` waits, by its kind. What is in `held`
    is being delivered by the one who asks, however long that takes.
    """
    ranks = tuple(sorted(urgency.items()))
    values = {"now": now, "until": now + lease, "most": limit, "held": tuple(held)}
    async with store.write() as tx:
        found = await tx.fetch(_claim(ranks), values)
    claimed = [made(Post, row, followed=bool(row["followed"])) for row in found]
    return tuple(sorted(claimed, key=lambda post: (urgency.get(post.kind, 0), post.id)))


async def hold(tx: Transaction, posts: Collection[int], until: int) -> None:
    """Whoever delivers these is still at it."""
    if posts:
        await tx.run(_HOLD, {"posts": tuple(posts), "until": until})


async def hurry(tx: Transaction, server: int, lanes: Collection[str]) -> None:
    """What waits in the games of a server, in lanes that begin so, need not wait longer."""
    in_lanes = or_(*(table.c.lane.startswith(f"{lane} ") for lane in lanes))
    await tx.run(_HURRY.where(in_lanes), {"now": tx.now, "of_server": server})


async def delivered(tx: Transaction, post: Post, result: str | None = None) -> bool:
    """It reached the chat, even if the claim has run out meanwhile; False if that was known already."""
    return await tx.run(_DELIVERED, {"post": post.id, "now": tx.now, "said": result}) == 1


async def abandon(tx: Transaction, post: Post, problem: str) -> bool:
    """It can never be delivered; those behind it need not wait longer."""
    return await tx.run(_ABANDON, {"post": post.id, "now": tx.now, "why": problem}) == 1


async def failed(
    tx: Transaction, post: Post, problem: str, retry_after: int | None = None, lane: str | None = None
) -> int:
    """Try again after a pause that doubles each time, or after this one; says when.

    Where another `lane` is named it waits there, so that nobody waits behind it.
    """
    pause = min(FIRST_PAUSE << min(post.attempts - 1, 20), LONGEST_PAUSE)
    again = tx.now + (pause if retry_after is None else retry_after)
    values = {"post": post.id, "tried": post.attempts, "again": again, "why": problem}
    await tx.run(_FAILED, {**values, "in_lane": post.lane if lane is None else lane})
    return again


async def next_due(reads: Reads, *, held: Collection[int] = ()) -> int | None:
    """When the earliest of the posts that stand first in their lanes may be claimed, but for those `held`."""
    earliest: int | None = await reads.scalar(_NEXT_DUE, {"held": tuple(held)})
    return earliest


async def is_known(reads: Reads, key: str) -> bool:
    """Whether something was left under this key, delivered or not."""
    return await reads.scalar(_KNOWN, {"known": key}) is not None


async def is_waiting(reads: Reads, lane: str) -> bool:
    """Whether something waits in this lane."""
    return await reads.scalar(_IN_LANE, {"of_lane": lane}) is not None


def _row(post: NewPost, now: int) -> dict[str, Any]:
    lane = post.lane
    if lane is None:
        lane = f"post {post.key}" if post.game is None else f"game {post.game}"
    return {
        "key": post.key,
        "lane": lane,
        "game": post.game,
        "kind": post.kind,
        "payload": dict(post.payload),
        "created": now,
        "not_before": post.not_before,
        "attempts": 0,
        "claimed_until": 0,
    }
