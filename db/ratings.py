"""Skill ratings of users, and the change that each game made to them.

All rows are derived from the logs of finished games and can be recomputed.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

import sqlalchemy as sa

from db import rows
from db.rows import Milliseconds, Snowflake, column, to_row
from db.transaction import Reads, Transaction, list_rows


@dataclass(frozen=True, slots=True)
class Rating:
    """A user's rating on a server for one title, or for all titles together."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    key: str = field(metadata=column(primary_key=True))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    mu: float
    sigma: float
    games: int
    last: Milliseconds


@dataclass(frozen=True, slots=True)
class RatingStep:
    """The change that one game made to a rating. `odds` is the predicted chance to win before it."""

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    key: str = field(metadata=column(primary_key=True))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    server: Snowflake = field(metadata=column(foreign_key="servers.id"))
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    odds: float
    at: Milliseconds


table = rows.table("ratings", Rating, sa.Index(None, "person"), on_erasure="reassign")
steps_table = rows.table(
    "rating_steps",
    RatingStep,
    sa.Index(None, "server", "key", "person", "at"),
    sa.Index(None, "person"),
    on_erasure="reassign",
)

_ON_SERVER = rows.query(table, "server")
_AT_TITLE = rows.query(table, "server", "key").order_by(table.c.mu.desc(), table.c.person)
_OF_USERS = _ON_SERVER.where(
    table.c.key.in_(sa.bindparam("keys", expanding=True)),
    table.c.person.in_(sa.bindparam("people", expanding=True)),
)
_OF_PERSON = rows.query(table, "server", "person")
_HISTORY = rows.query(steps_table, "server", "person").order_by(steps_table.c.at, steps_table.c.game)
_STEPS_OF = rows.query(steps_table, "game").order_by(steps_table.c.key, steps_table.c.person)


async def list_for_title(reads: Reads, server: int, key: str) -> tuple[Rating, ...]:
    """Return all ratings for a title on a server, strongest first."""
    return await list_rows(reads, Rating, _AT_TITLE, server=server, key=key)


async def list_for_users(
    reads: Reads, server: int, keys: Collection[str], user_ids: Collection[int]
) -> tuple[Rating, ...]:
    """Return the ratings of these users for these titles on a server."""
    return await list_rows(reads, Rating, _OF_USERS, server=server, keys=[*keys], people=[*user_ids])


async def list_for_server(reads: Reads, server: int) -> tuple[Rating, ...]:
    return await list_rows(reads, Rating, _ON_SERVER, server=server)


async def ratings_by_title(reads: Reads, user_id: int, server: int) -> dict[str, Rating]:
    found = await list_rows(reads, Rating, _OF_PERSON, person=user_id, server=server)
    return {rating.key: rating for rating in found}


async def steps_by_title(reads: Reads, user_id: int, server: int) -> dict[str, tuple[RatingStep, ...]]:
    """Return the rating history of a user on a server by title, oldest first."""
    found: dict[str, tuple[RatingStep, ...]] = {}
    for step in await list_rows(reads, RatingStep, _HISTORY, person=user_id, server=server):
        found[step.key] = (*found.get(step.key, ()), step)
    return found


async def list_steps(reads: Reads, game: str) -> tuple[RatingStep, ...]:
    """Return the rating changes that a game made."""
    return await list_rows(reads, RatingStep, _STEPS_OF, game=game)


async def upsert(tx: Transaction, ratings: Iterable[Rating]) -> None:
    """Save the new ratings of some users."""
    await tx.upsert(table, *map(to_row, ratings), key=("server", "key", "person"))


async def insert_steps(tx: Transaction, new_steps: Iterable[RatingStep]) -> None:
    await tx.insert(steps_table, *map(to_row, new_steps))


async def replace_for_server(
    tx: Transaction, server: int, ratings: Iterable[Rating], new_steps: Iterable[RatingStep]
) -> None:
    """Replace all ratings and rating changes of a server."""
    for each in (table, steps_table):
        await tx.execute(sa.delete(each).where(each.c.server == server))
    await tx.insert(table, *map(to_row, ratings))
    await tx.insert(steps_table, *map(to_row, new_steps))
