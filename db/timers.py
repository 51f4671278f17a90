"""Timers of the scheduler: one row each, deleted in the transaction of its effect.

A claim is a lease: a timer that is not completed before it runs out can be claimed again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from db import rows
from db.engine import insert_into
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction, find_row, list_rows

if TYPE_CHECKING:
    from db.store import Store


@dataclass(frozen=True, slots=True)
class Timer:
    """A row of the scheduler.

    `attempts` counts claims and reschedules. A worker compares it to learn whether the timer it fires is
    still the one it claimed.
    """

    id: int = field(metadata=column(primary_key=True, serial=True))
    key: str
    game: str | None = field(metadata=column(foreign_key="games.code"))
    person: Snowflake | None
    kind: str
    payload: Mapping[str, Any] = field(repr=False)
    due: Milliseconds
    attempts: int
    claimed_until: Milliseconds


@dataclass(frozen=True, slots=True)
class NewTimer:
    """A timer to schedule. It replaces the timer with the same key."""

    kind: str
    key: str
    due: int
    payload: Mapping[str, Any] = field(default_factory=dict, repr=False)
    game: str | None = None
    person: int | None = None


table = rows.table(
    "timers",
    Timer,
    sa.UniqueConstraint("key"),
    sa.Index(None, "due"),
    sa.Index(None, "game"),
    sa.Index(None, "claimed_until"),
    on_erasure="delete",
)

_EVERY = rows.query(table)
_ONE = rows.query(table, "key")
_NOW = sa.bindparam("now", type_=sa.BigInteger)
# Two reads of an index each: the earliest unclaimed timer, and the end of the earliest lease.
_earliest_due = (
    sa.select(table.c.due).where(table.c.due > table.c.claimed_until).order_by(table.c.due).limit(1)
)
_earliest_lease = (
    sa.select(table.c.claimed_until)
    .where(table.c.claimed_until > 0, table.c.claimed_until >= table.c.due)
    .order_by(table.c.claimed_until)
    .limit(1)
)
_candidates = sa.union_all(
    sa.select(_earliest_due.scalar_subquery().label("at")),
    sa.select(_earliest_lease.scalar_subquery().label("at")),
).subquery()
_NEXT_DUE = sa.select(sa.func.min(_candidates.c.at))
_due = (
    sa.select(table.c.id)
    .where(table.c.due <= _NOW, table.c.claimed_until <= _NOW)
    .order_by(table.c.due, table.c.id)
    .limit(sa.bindparam("most"))
    .with_for_update(skip_locked=True, of=table)
    .cte("ready")
)
_CLAIM = (
    sa.update(table)
    .where(table.c.id.in_(sa.select(_due.c.id)))
    .values(attempts=table.c.attempts + 1, claimed_until=sa.bindparam("until", type_=sa.BigInteger))
    .returning(*rows.columns(table))
)
_BY_KEYS = sa.delete(table).where(table.c.key.in_(sa.bindparam("keys", expanding=True)))
_EXTEND_LEASE = (
    sa.update(table)
    .where(table.c.id.in_(sa.bindparam("timers", expanding=True)), table.c.claimed_until > 0)
    .values(claimed_until=sa.bindparam("until", type_=sa.BigInteger))
)
_COMPLETE = sa.delete(table).where(
    table.c.id == sa.bindparam("timer"), table.c.attempts == sa.bindparam("tried")
)


async def find(reads: Reads, key: str) -> Timer | None:
    return await find_row(reads, Timer, _ONE, key=key)


async def list_of_kind(
    reads: Reads, kind: str, game: str | None = None, person: int | None = None
) -> tuple[Timer, ...]:
    """Return the timers of a kind, optionally of one game or user, earliest first."""
    query = _EVERY.where(*rows.matching(table, kind=kind, game=game, person=person))
    return await list_rows(reads, Timer, query.order_by(table.c.due, table.c.id))


async def next_due(reads: Reads) -> int | None:
    """Return when the next timer can be claimed. None if there is no timer."""
    earliest: int | None = await reads.scalar(_NEXT_DUE)
    return earliest


async def schedule(tx: Transaction, *timers: NewTimer) -> None:
    """Schedule timers. A timer with a known key is replaced, even while it is being fired."""
    new = {"attempts": 0, "claimed_until": 0}
    by_key = {timer.key: rows.to_row(timer) | new for timer in timers}
    if by_key:
        await tx.execute(_upsert(tx.dialect), [*by_key.values()])
        earliest = min(timer.due for timer in timers)
        tx.earliest_timer = min(earliest, tx.earliest_timer or earliest)


async def cancel(
    tx: Transaction,
    *,
    keys: Collection[str] | None = None,
    game: str | None = None,
    person: int | None = None,
    kind: str | None = None,
) -> int:
    """Delete the timers that match all given filters. Returns how many there were.

    Raises ValueError if no filter is given.
    """
    where = rows.matching(table, game=game, person=person, kind=kind)
    if keys is not None:
        return await tx.execute(_BY_KEYS.where(*where), {"keys": [*keys]}) if keys else 0
    if not where:
        raise ValueError("say which timers")
    return await tx.execute(sa.delete(table).where(*where))


async def claim(store: "Store", *, now: int, limit: int = 10, lease_ms: int = 30_000) -> tuple[Timer, ...]:
    """Claim timers that are due and lease them for `lease_ms`. Returns them earliest first."""
    async with store.write() as tx:
        found = await tx.fetch(_CLAIM, {"now": now, "until": now + lease_ms, "most": limit})
    claimed = [from_row(Timer, row) for row in found]
    return tuple(sorted(claimed, key=lambda timer: (timer.due, timer.id)))


async def extend_lease(tx: Transaction, timer_ids: Collection[int], until: int) -> None:
    """Extend the lease of claimed timers, except those that were rescheduled since."""
    await tx.execute(_EXTEND_LEASE, {"timers": [*timer_ids], "until": until})


async def complete(tx: Transaction, timer: Timer) -> bool:
    """Delete a timer that has fired, in the transaction of its effect.

    Returns False if it was rescheduled or claimed again since.
    """
    return await tx.execute(_COMPLETE, {"timer": timer.id, "tried": timer.attempts}) == 1


@cache
def _upsert(dialect: str) -> sa.Insert:
    statement = insert_into(table, dialect)
    new: dict[str, sa.ColumnElement[Any]] = {
        name: statement.excluded[name] for name in ("game", "person", "kind", "payload", "due")
    }
    # A worker that claimed the replaced timer counts fewer attempts, so it cannot complete the new one.
    new |= {"attempts": table.c.attempts + 1, "claimed_until": statement.excluded.claimed_until}
    return statement.on_conflict_do_update(index_elements=["key"], set_=new)
