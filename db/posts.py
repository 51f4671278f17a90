"""What the chat must be told: kept in the transaction of what happened, delivered in order, at least once.

A claim is a lease: what its holder does not deliver in time, others may take up. What is delivered stays for
the sake of its key, so that it is not told again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Index,
    UniqueConstraint,
    bindparam,
    case,
    exists,
    func,
    literal_column,
    select,
    text,
    update,
)

from db import rows
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


def _first_in_lane() -> ColumnElement[bool]:
    """Whether no earlier post of the same lane is still to be delivered."""
    earlier = table.alias("earlier")
    before = exists().where(
        earlier.c.lane == table.c.lane, earlier.c.done_at.is_(None), earlier.c.id < table.c.id
    )
    return ~before.correlate(table)


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
_NEXT_DUE = select(func.min(_ready_at)).where(table.c.done_at.is_(None), _first_in_lane())
_due = (
    select(table.c.id)
    .where(
        table.c.done_at.is_(None), table.c.not_before <= _NOW, table.c.claimed_until <= _NOW, _first_in_lane()
    )
    .order_by(table.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True, of=table)
    .cte("due")
)
_CLAIM = (
    update(table)
    .where(table.c.id.in_(select(_due.c.id)))
    .values(attempts=table.c.attempts + 1, claimed_until=bindparam("until", type_=BigInteger))
    .returning(*rows.columns(table, Post), _FOLLOWED.label("followed"))
)
_still_waiting = update(table).where(table.c.id == bindparam("post"), table.c.done_at.is_(None))
_DELIVERED = _still_waiting.values(done_at=_NOW, result=bindparam("said"))
_ABANDON = _still_waiting.values(done_at=_NOW, problem=bindparam("why"))
_FAILED = _still_waiting.where(table.c.attempts == bindparam("tried")).values(
    not_before=bindparam("again", type_=BigInteger), claimed_until=0, problem=bindparam("why")
)


async def add(tx: Transaction, *posts: NewPost) -> None:
    """Leave these to be told, but for those whose keys are known."""
    await tx.insert(table, *(_row(post, tx.now) for post in posts), unless_known="key")


async def claim(store: "Store", *, now: int, limit: int = 10, lease: int = 30_000) -> tuple[Post, ...]:
    """Posts to deliver now, at most one of each lane, held for `lease` milliseconds."""
    async with store.write() as tx:
        found = await tx.fetch(_CLAIM, {"now": now, "until": now + lease, "most": limit})
    claimed = [made(Post, row, followed=bool(row["followed"])) for row in found]
    return tuple(sorted(claimed, key=lambda post: post.id))


async def delivered(tx: Transaction, post: Post, result: str | None = None) -> bool:
    """It reached the chat, even if the claim has run out meanwhile; False if that was known already."""
    return await tx.run(_DELIVERED, {"post": post.id, "now": tx.now, "said": result}) == 1


async def abandon(tx: Transaction, post: Post, problem: str) -> bool:
    """It can never be delivered; those behind it need not wait longer."""
    return await tx.run(_ABANDON, {"post": post.id, "now": tx.now, "why": problem}) == 1


async def failed(tx: Transaction, post: Post, problem: str, retry_after: int | None = None) -> int:
    """Try again after a pause that doubles each time, or that Discord asked for; says when."""
    pause = min(FIRST_PAUSE << min(post.attempts - 1, 20), LONGEST_PAUSE)
    again = tx.now + (pause if retry_after is None else retry_after)
    await tx.run(_FAILED, {"post": post.id, "tried": post.attempts, "again": again, "why": problem})
    return again


async def next_due(reads: Reads) -> int | None:
    """When the earliest of the posts that stand first in their lanes may be claimed."""
    earliest: int | None = await reads.scalar(_NEXT_DUE)
    return earliest


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
