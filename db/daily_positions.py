"""Positions of the day: one a day on a server, and the members' answers."""

from collections.abc import Collection
from dataclasses import dataclass, field

import sqlalchemy as sa

from db import games, positions, rows, users
from db.positions import Position, Rules
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, find_row, list_rows


@dataclass(frozen=True, slots=True)
class DailyPosition:
    """The position of a day (its start in UTC) on a server. Answers are private until it is revealed."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    day: Milliseconds = field(metadata=column(primary_key=True))
    position: int = field(metadata=column(foreign_key="positions.id", serial=True))
    channel: Snowflake
    message: Snowflake | None = None
    revealed: Milliseconds | None = None


@dataclass(frozen=True, slots=True)
class DailyAnswer:
    """The answer of a member, as a number among the position's answers."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    day: Milliseconds = field(metadata=column(primary_key=True))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    answer: int
    at: Milliseconds


table = rows.table("daily_positions", DailyPosition)
answers_table = rows.table("daily_answers", DailyAnswer, sa.Index(None, "person"), on_erasure="delete")

_ONE = rows.query(table, "server", "day")
_LATEST = rows.query(table, "server").order_by(table.c.day.desc()).limit(sa.bindparam("most"))
_ANSWERS = (
    rows.query(answers_table, "server")
    .where(answers_table.c.day >= sa.bindparam("since", type_=sa.BigInteger))
    .order_by(answers_table.c.day, answers_table.c.at, answers_table.c.person)
)
_is_unused = ~sa.exists().where(
    table.c.position == positions.table.c.id, table.c.server == sa.bindparam("server")
)
_UNUSED_OF_SERVER = (
    rows.query(positions.table)
    .join(games.table, games.table.c.code == positions.table.c.game)
    .where(games.table.c.server == sa.bindparam("server"), _is_unused)
    .order_by(games.table.c.ended.desc(), positions.table.c.loss.desc(), positions.table.c.id)
)
_UNUSED_OF_HOUSE = (
    rows.query(positions.table)
    .where(positions.table.c.game.is_(None), _is_unused)
    .order_by(positions.table.c.gap.desc(), positions.table.c.id)
)


async def find(reads: Reads, server: int, day: int) -> DailyPosition | None:
    return await find_row(reads, DailyPosition, reads.for_update(_ONE), server=server, day=day)


async def list_latest(reads: Reads, server: int, limit: int) -> tuple[DailyPosition, ...]:
    """Return the last positions of a server, the latest first."""
    return await list_rows(reads, DailyPosition, _LATEST, server=server, most=limit)


async def list_answers(reads: Reads, server: int, since: int) -> tuple[DailyAnswer, ...]:
    """Return the answers on a server from that day on, oldest first."""
    return await list_rows(reads, DailyAnswer, _ANSWERS, server=server, since=since)


async def list_unused(
    reads: Reads, server: int, rules: Collection[Rules], *, house: bool
) -> tuple[Position, ...]:
    """Return the positions that this server has not had, of its own games or of computer players."""
    query = (_UNUSED_OF_HOUSE if house else _UNUSED_OF_SERVER).where(positions.is_readable(rules))
    return await list_rows(reads, Position, query, server=server)


async def insert(tx: Transaction, daily: DailyPosition) -> bool:
    """Insert the position of a day. Returns False if the day has one already."""
    return await tx.insert_if_new(table, rows.to_row(daily), ("server", "day"))


async def set_message(tx: Transaction, daily: DailyPosition, message: int) -> None:
    await tx.execute(_this(daily).values(message=message))


async def mark_revealed(tx: Transaction, daily: DailyPosition) -> None:
    await tx.execute(_this(daily).values(revealed=tx.now))


async def upsert_answer(tx: Transaction, answer: DailyAnswer) -> None:
    await users.ensure_exists(tx, answer.person)
    await tx.upsert(answers_table, rows.to_row(answer), key=("server", "day", "person"))


def _this(daily: DailyPosition) -> sa.Update:
    return sa.update(table).where(table.c.server == daily.server, table.c.day == daily.day)
