"""Practice: the positions that a user has answered, and when those answered wrongly come back."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

import sqlalchemy as sa

from db import daily_positions, players, positions, rows, users
from db.positions import Position, Rules
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, find_row, list_rows


@dataclass(frozen=True, slots=True)
class PracticeCard:
    """A position that a user has answered. It comes back when it is `due`; None: it is done with.

    `stage` counts the right answers since the last wrong one.
    """

    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    position: int = field(metadata=column(primary_key=True, foreign_key="positions.id", serial=True))
    stage: int
    due: Milliseconds | None
    answered: Milliseconds
    right: int = 0
    wrong: int = 0


table = rows.table("practice_cards", PracticeCard, sa.Index(None, "person", "due"), on_erasure="delete")

_ONE = rows.query(table, "person", "position")
_own_cards = table.c.person == sa.bindparam("person")
_is_due = sa.and_(_own_cards, table.c.due <= sa.bindparam("now", type_=sa.BigInteger))
_of_position = table.c.position == positions.table.c.id
_is_unseen = ~sa.exists().where(_of_position, _own_cards)
_DUE = (
    rows.query(positions.table)
    .join(table, _of_position)
    .where(_is_due)
    .order_by(table.c.due, table.c.position)
)
_COUNT_DUE = sa.select(sa.func.count()).select_from(table.join(positions.table, _of_position)).where(_is_due)
_is_own = sa.exists().where(
    players.table.c.game == positions.table.c.game,
    players.table.c.seat == positions.table.c.seat,
    players.table.c.person == sa.bindparam("person"),
)
_UNSEEN_OWN = (
    rows.query(positions.table)
    .where(_is_own, _is_unseen)
    .order_by(positions.table.c.loss.desc(), positions.table.c.id)
)
# The answer to a position of the day stays private until the next day, so nobody is shown it before.
_is_secret = sa.exists().where(
    daily_positions.table.c.position == positions.table.c.id, daily_positions.table.c.revealed.is_(None)
)
_UNSEEN_HOUSE = (
    rows.query(positions.table)
    .where(positions.table.c.game.is_(None), _is_unseen, ~_is_secret)
    .order_by(positions.table.c.gap.desc(), positions.table.c.id)
)
_TRIED = (
    sa.select(table.c.position)
    .distinct()
    .where(table.c.position.in_(sa.bindparam("positions", expanding=True)))
)
_ANSWERED = (
    sa.select(positions.table.c.key, sa.func.count().label("n"))
    .join(table, _of_position)
    .where(_own_cards)
    .group_by(positions.table.c.key)
)


async def find(reads: Reads, user_id: int, position: int) -> PracticeCard | None:
    return await find_row(reads, PracticeCard, reads.for_update(_ONE), person=user_id, position=position)


async def list_due(reads: Reads, user_id: int, rules: Collection[Rules]) -> tuple[Position, ...]:
    """Return the positions that have come back for a user, longest due first."""
    query = _DUE.where(positions.is_readable(rules))
    return await list_rows(reads, Position, query, person=user_id, now=reads.now)


async def count_due(reads: Reads, user_id: int, rules: Collection[Rules]) -> int:
    values = {"person": user_id, "now": reads.now}
    return int(await reads.scalar(_COUNT_DUE.where(positions.is_readable(rules)), values) or 0)


async def list_unseen_own(reads: Reads, user_id: int, rules: Collection[Rules]) -> tuple[Position, ...]:
    """Return the decisions of a user's own games that they have not tried again, the costliest first."""
    return await list_rows(reads, Position, _UNSEEN_OWN.where(positions.is_readable(rules)), person=user_id)


async def list_unseen_house(reads: Reads, user_id: int, rules: Collection[Rules]) -> tuple[Position, ...]:
    """Return the positions of computer players' games that a user has not tried, the easiest first."""
    return await list_rows(reads, Position, _UNSEEN_HOUSE.where(positions.is_readable(rules)), person=user_id)


async def tried(reads: Reads, position_ids: Collection[int]) -> frozenset[int]:
    """Return which of these positions some user has answered."""
    found = await reads.rows(_TRIED, {"positions": [*position_ids]})
    return frozenset(row["position"] for row in found)


async def count_by_title(reads: Reads, user_id: int) -> Counter[str]:
    """Return how many positions of each title a user has answered."""
    return Counter({row["key"]: row["n"] for row in await reads.rows(_ANSWERED, {"person": user_id})})


async def upsert(tx: Transaction, card: PracticeCard) -> None:
    await users.ensure_exists(tx, card.person)
    await tx.upsert(table, rows.to_row(card), key=("person", "position"))
