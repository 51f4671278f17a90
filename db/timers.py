"""What shall happen at a time: one row each, taken off in the transaction of what it did.

A claim is a lease: what its holder does not finish in time, others may take up.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Index,
    Insert,
    UniqueConstraint,
    bindparam,
    case,
    delete,
    func,
    select,
    update,
)

from db import rows
from db.engine import insert_into
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction

if TYPE_CHECKING:
    from db.store import Store


@dataclass(frozen=True, slots=True)
class Timer:
    """Something that shall happen at a time.

    `attempts` counts the claims and how often it was set anew, so that whoever fires a timer can tell whether
    it is still the one that they claimed.
    """

    id: int = field(metadata=column(primary_key=True, counter=True))
    key: str
    game: str | None = field(metadata=column(foreign_key="games.code"))
    person: Snowflake | None
    kind: str
    payload: Mapping[str, Any] = field(repr=False)
    due: Moment
    attempts: int
    claimed_until: Moment


@dataclass(frozen=True, slots=True)
class NewTimer:
    """Something to happen then, in place of what was set under the same key."""

    kind: str
    key: str
    due: int
    payload: Mapping[str, Any] = field(default_factory=dict, repr=False)
    game: str | None = None
    person: int | None = None


table = rows.table("timers", Timer, UniqueConstraint("key"), Index(None, "due"), Index(None, "game"))

_EVERY = select(*rows.columns(table, Timer))
_ONE = _EVERY.where(table.c.key == bindparam("key"))
_NOW = bindparam("now", type_=BigInteger)
_NEXT_DUE = select(
    func.min(case((table.c.due > table.c.claimed_until, table.c.due), else_=table.c.claimed_until))
)
_due = (
    select(table.c.id)
    .where(table.c.due <= _NOW, table.c.claimed_until <= _NOW)
    .order_by(table.c.due, table.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True, of=table)
    .cte("ready")
)
_CLAIM = (
    update(table)
    .where(table.c.id.in_(select(_due.c.id)))
    .values(attempts=table.c.attempts + 1, claimed_until=bindparam("until", type_=BigInteger))
    .returning(*rows.columns(table, Timer))
)
_BY_KEYS = delete(table).where(table.c.key.in_(bindparam("keys", expanding=True)))
_PROLONG = (
    update(table)
    .where(table.c.id.in_(bindparam("held", expanding=True)), table.c.claimed_until > 0)
    .values(claimed_until=bindparam("until", type_=BigInteger))
)
_FINISH = delete(table).where(table.c.id == bindparam("timer"), table.c.attempts == bindparam("tried"))


async def find(reads: Reads, key: str) -> Timer | None:
    row = await reads.row(_ONE, {"key": key})
    return None if row is None else made(Timer, row)


async def of(
    reads: Reads, kind: str, game: str | None = None, person: int | None = None
) -> tuple[Timer, ...]:
    """The timers of a kind that are set for a game or for a person, the earliest first."""
    query = _EVERY.where(table.c.kind == kind)
    if game is not None:
        query = query.where(table.c.game == game)
    if person is not None:
        query = query.where(table.c.person == person)
    return tuple(made(Timer, row) for row in await reads.rows(query.order_by(table.c.due, table.c.id)))


async def next_due(reads: Reads) -> int | None:
    """When the earliest timer may be claimed, for whoever sleeps until then."""
    earliest: int | None = await reads.scalar(_NEXT_DUE)
    return earliest


async def set(tx: Transaction, *timers: NewTimer) -> None:  # noqa: A001 - read as `timers.set`
    """Set these; a timer of the same key is replaced, even one just being fired."""
    by_key = {timer.key: _row(timer) for timer in timers}
    if by_key:
        await tx.run(_setting(tx.dialect), [*by_key.values()])
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
    """Drop the timers that fit all that is given; says how many there were."""
    given = {"game": game, "person": person, "kind": kind}
    where = [table.c[name] == value for name, value in given.items() if value is not None]
    if keys is not None:
        return await tx.run(_BY_KEYS.where(*where), {"keys": [*keys]}) if keys else 0
    if not where:
        raise ValueError("say which timers")
    return await tx.run(delete(table).where(*where))


async def claim(store: "Store", *, now: int, limit: int = 10, lease: int = 30_000) -> tuple[Timer, ...]:
    """Timers to fire now, held for `lease` milliseconds, the earliest first."""
    async with store.write() as tx:
        found = await tx.fetch(_CLAIM, {"now": now, "until": now + lease, "most": limit})
    claimed = [made(Timer, row) for row in found]
    return tuple(sorted(claimed, key=lambda timer: (timer.due, timer.id)))


async def prolong(tx: Transaction, held: Collection[int], until: int) -> None:
    """Hold these for longer, except those that were replaced since they were claimed."""
    await tx.run(_PROLONG, {"held": [*held], "until": until})


async def finish(tx: Transaction, timer: Timer) -> bool:
    """It has fired; to be said in the transaction of what it did. False if it was replaced meanwhile."""
    return await tx.run(_FINISH, {"timer": timer.id, "tried": timer.attempts}) == 1


@cache
def _setting(dialect: str) -> Insert:
    statement = insert_into(table, dialect)
    new: dict[str, ColumnElement[Any]] = {
        name: statement.excluded[name] for name in ("game", "person", "kind", "payload", "due")
    }
    # Whoever claimed the one before counts fewer attempts than this one will, and cannot finish it.
    new |= {"attempts": table.c.attempts + 1, "claimed_until": statement.excluded.claimed_until}
    return statement.on_conflict_do_update(index_elements=["key"], set_=new)


def _row(timer: NewTimer) -> dict[str, Any]:
    return {
        "key": timer.key,
        "game": timer.game,
        "person": timer.person,
        "kind": timer.kind,
        "payload": dict(timer.payload),
        "due": timer.due,
        "attempts": 0,
        "claimed_until": 0,
    }
