"""Guesses of onlookers about the next move of a player, and their points."""

from collections.abc import Collection
from dataclasses import dataclass, field

import sqlalchemy as sa

from db import games, rows, users
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction, list_rows


@dataclass(frozen=True, slots=True)
class Guess:
    """A kind of move that a user expects of a seat after entry `ply`.

    `points` is None until the player's turn is over. `played` is the entry with the move then, 0 if the
    player did not choose one.
    """

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    ply: int = field(metadata=column(primary_key=True))
    seat: int
    kind: str
    at: Milliseconds
    points: int | None = None
    played: int | None = None
    resolved: Milliseconds | None = None


@dataclass(frozen=True, slots=True)
class GuessTally:
    """The points of a user in a span of time, and how many of their guesses were right."""

    person: Snowflake
    points: int
    right: int
    total: int


table = rows.table(
    "guesses", Guess, sa.Index(None, "person"), sa.Index(None, "game", "played"), on_erasure="delete"
)

_OPEN = rows.query(table, "game").where(table.c.points.is_(None)).order_by(table.c.at, table.c.person)
_RESOLVED = (
    rows.query(table, "game")
    .where(table.c.played.between(sa.bindparam("first"), sa.bindparam("last")))
    .order_by(table.c.played, table.c.points.desc(), table.c.at, table.c.person)
)
_points = sa.func.sum(table.c.points)
_TALLIES = (
    sa.select(
        table.c.person,
        _points.label("points"),
        sa.func.sum(sa.case((table.c.points > 0, 1), else_=0)).label("right"),
        sa.func.count().label("total"),
    )
    .join(games.table, games.table.c.code == table.c.game)
    .where(
        games.table.c.server == sa.bindparam("server"),
        table.c.resolved >= sa.bindparam("since", type_=sa.BigInteger),
        table.c.played > 0,
    )
    .group_by(table.c.person)
    .order_by(_points.desc(), table.c.person)
)


async def list_open(reads: Reads, game: str) -> tuple[Guess, ...]:
    return await list_rows(reads, Guess, _OPEN, game=game)


async def list_resolved(reads: Reads, game: str, first: int, last: int) -> tuple[Guess, ...]:
    """Return the guesses about moves of these entries, in the order of play, right ones first."""
    return await list_rows(reads, Guess, _RESOLVED, game=game, first=first, last=last)


async def tallies(reads: Reads, server: int, since: int) -> tuple[GuessTally, ...]:
    """Return the points of all users of a server since that time, the most first."""
    found = await reads.rows(_TALLIES, {"server": server, "since": since})
    return tuple(from_row(GuessTally, row) for row in found)


async def replace(tx: Transaction, guess: Guess, replaced: Collection[Guess]) -> None:
    """Store a guess in place of these open ones of the same user in this game."""
    await users.ensure_exists(tx, guess.person)
    for other in replaced:
        this = rows.matching(table, game=guess.game, person=guess.person, ply=other.ply)
        await tx.execute(sa.delete(table).where(*this, table.c.points.is_(None)))
    await tx.insert(table, rows.to_row(guess), conflict_id=guess.game)


async def resolve(tx: Transaction, guesses: Collection[Guess], points: int, played: int) -> None:
    """Store the points of these guesses, and the entry of the move."""
    for guess in guesses:
        this = rows.matching(table, game=guess.game, person=guess.person, ply=guess.ply)
        new = {"points": points, "played": played, "resolved": tx.now}
        await tx.execute(sa.update(table).where(*this).values(new))
