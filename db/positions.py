"""Positions to learn from: a decision of a finished game, and what each of some moves would have brought."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from db import games, players, rows
from db.rows import Milliseconds, column
from db.transaction import Reads, Transaction, find_row, list_rows

Rules = tuple[str, int, str]
"""Key, rules version and component pack of a title."""


@dataclass(frozen=True, slots=True)
class Position:
    """A decision of one seat, as it knew the game: hidden cards in `state` are dealt anew.

    `source` names the decision, so that none is stored twice. `game` is None if computer players played it
    for practice. `answers` are moves with their chances, the strongest first; `played` is the number of the
    one that was played, `loss` what it cost, `gap` how far the second best is behind.
    """

    source: str
    key: str
    rules_version: int
    pack: str
    seats: int
    seat: int
    state: str = field(repr=False)
    answers: tuple[Mapping[str, Any], ...]
    played: int
    loss: float
    gap: float
    game: str | None = field(default=None, metadata=column(foreign_key="games.code"))
    ply: int | None = None
    created: Milliseconds = 0
    id: int = field(default=0, metadata=column(primary_key=True, serial=True))


@dataclass(frozen=True, slots=True)
class PositionSearch:
    """A seat of a game, or a game of computer players, that has been searched for positions."""

    source: str = field(metadata=column(primary_key=True))
    at: Milliseconds


table = rows.table("positions", Position, sa.UniqueConstraint("source"), sa.Index(None, "game"))
searches_table = rows.table("position_searches", PositionSearch)

_ONE = rows.query(table, "id")
_SEARCHED = sa.select(searches_table.c.source).where(
    searches_table.c.source.in_(sa.bindparam("sources", expanding=True))
)


_seat_source = games.table.c.code + " " + sa.cast(players.table.c.seat, sa.String)
_UNSEARCHED = (
    sa.select(games.table.c.code, players.table.c.seat)
    .join(players.table, players.table.c.game == games.table.c.code)
    .where(
        games.table.c.status == "over",
        games.table.c.continues.is_(None),
        games.table.c.rules_since.is_(None),
        sa.func.coalesce(games.table.c.sealed_until, 0) <= sa.bindparam("now", type_=sa.BigInteger),
        players.table.c.person > 0,
        ~sa.exists().where(searches_table.c.source == _seat_source),
    )
    .order_by(games.table.c.ended.desc(), games.table.c.code, players.table.c.seat)
)


def is_readable(rules: Collection[Rules]) -> sa.ColumnElement[bool]:
    """Return the condition that a position is of one of these titles, at these versions."""
    return sa.tuple_(table.c.key, table.c.rules_version, table.c.pack).in_([*rules])


async def find(reads: Reads, position: int) -> Position | None:
    return await find_row(reads, Position, _ONE, id=position)


async def list_for_game(reads: Reads, game: str, rules: Collection[Rules]) -> tuple[Position, ...]:
    """Return the positions of a game, the costliest first."""
    query = rows.query(table).where(table.c.game == game, is_readable(rules))
    return await list_rows(reads, Position, query.order_by(table.c.loss.desc(), table.c.id))


async def searched(reads: Reads, sources: Collection[str]) -> frozenset[str]:
    """Return which of these sources have been searched."""
    found = await reads.rows(_SEARCHED, {"sources": [*sources]})
    return frozenset(row["source"] for row in found)


async def list_unsearched(
    reads: Reads,
    rules: Collection[Rules],
    limit: int,
    *,
    person: int | None = None,
    server: int | None = None,
) -> tuple[tuple[str, int], ...]:
    """Return the code and seat of players in finished games that were not searched yet, the latest first.

    Only games of these rules, optionally of one user or server; none whose deal others still play.
    """
    game = games.table.c
    query = _UNSEARCHED.where(sa.tuple_(game.key, game.rules_version, game.pack).in_([*rules]))
    if person is not None:
        query = query.where(players.table.c.person == person)
    if server is not None:
        query = query.where(game.server == server)
    found = await reads.rows(query.limit(limit), {"now": reads.now})
    return tuple((row["code"], row["seat"]) for row in found)


async def insert_search(tx: Transaction, source: str, found: Collection[Position]) -> None:
    """Store the positions found in a source, once."""
    await tx.insert(searches_table, {"source": source, "at": tx.now}, skip_existing="source")
    new = [rows.to_row(each) | {"created": tx.now} for each in found]
    for row in new:
        del row["id"]
    await tx.insert(table, *new, skip_existing="source")
