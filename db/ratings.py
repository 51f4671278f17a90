"""Ratings: how strong people are believed to be, and what each game changed about that.

All of it is made from the logs of finished games and can be made again at any time.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, delete, select

from db import rows
from db.rows import Moment, Snowflake, column, made, values_of
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is believed to be on a server, at one title or at all, after so many games."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    key: str = field(metadata=column(primary_key=True))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    mu: float
    sigma: float
    games: int
    last: Moment


@dataclass(frozen=True, slots=True)
class RatingStep:
    """What one game changed about a rating, and the chance to win that was given before it."""

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    key: str = field(metadata=column(primary_key=True))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    server: Snowflake = field(metadata=column(foreign_key="servers.id"))
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    odds: float
    at: Moment


table = rows.table("ratings", Rating, Index(None, "person"))
steps = rows.table(
    "rating_steps", RatingStep, Index(None, "server", "key", "person", "at"), Index(None, "person")
)

_EVERY = select(*rows.columns(table, Rating))
_ON_SERVER = _EVERY.where(table.c.server == bindparam("server"))
_AT_TITLE = _ON_SERVER.where(table.c.key == bindparam("key")).order_by(table.c.mu.desc(), table.c.person)
_AMONG = _ON_SERVER.where(
    table.c.key.in_(bindparam("keys", expanding=True)),
    table.c.person.in_(bindparam("people", expanding=True)),
)
_OF_PERSON = _ON_SERVER.where(table.c.person == bindparam("person"))
_STEPS = select(*rows.columns(steps, RatingStep))
_CURVE = _STEPS.where(steps.c.person == bindparam("person"), steps.c.server == bindparam("server")).order_by(
    steps.c.at, steps.c.game
)
_STEPS_OF = _STEPS.where(steps.c.game == bindparam("game")).order_by(steps.c.key, steps.c.person)


async def at_title(reads: Reads, server: int, key: str) -> tuple[Rating, ...]:
    """Everybody rated at that title of a server, the strongest first."""
    found = await reads.rows(_AT_TITLE, {"server": server, "key": key})
    return tuple(made(Rating, row) for row in found)


async def among(
    reads: Reads, server: int, keys: Collection[str], people: Collection[int]
) -> tuple[Rating, ...]:
    """What is believed of these people at these titles of a server."""
    found = await reads.rows(_AMONG, {"server": server, "keys": [*keys], "people": [*people]})
    return tuple(made(Rating, row) for row in found)


async def on_server(reads: Reads, server: int) -> tuple[Rating, ...]:
    return tuple(made(Rating, row) for row in await reads.rows(_ON_SERVER, {"server": server}))


async def of_person(reads: Reads, person: int, server: int) -> dict[str, Rating]:
    """Somebody's ratings on a server by title."""
    found = await reads.rows(_OF_PERSON, {"person": person, "server": server})
    return {row["key"]: made(Rating, row) for row in found}


async def curve(reads: Reads, person: int, server: int) -> dict[str, tuple[RatingStep, ...]]:
    """How somebody's ratings on a server went, title by title, in order."""
    found: dict[str, tuple[RatingStep, ...]] = {}
    for row in await reads.rows(_CURVE, {"person": person, "server": server}):
        found[row["key"]] = (*found.get(row["key"], ()), made(RatingStep, row))
    return found


async def steps_of(reads: Reads, game: str) -> tuple[RatingStep, ...]:
    """What a game changed about the ratings of those who played it."""
    return tuple(made(RatingStep, row) for row in await reads.rows(_STEPS_OF, {"game": game}))


async def keep(tx: Transaction, ratings: Iterable[Rating]) -> None:
    """The new ratings of some people; others keep theirs."""
    await tx.put(table, *map(values_of, ratings), key=("server", "key", "person"))


async def keep_steps(tx: Transaction, steps_made: Iterable[RatingStep]) -> None:
    await tx.insert(steps, *map(values_of, steps_made))


async def replace(
    tx: Transaction, server: int, ratings: Iterable[Rating], steps_made: Iterable[RatingStep]
) -> None:
    """All ratings of a server anew, with all that led to them."""
    for each in (table, steps):
        await tx.run(delete(each).where(each.c.server == server))
    await tx.insert(table, *map(values_of, ratings))
    await tx.insert(steps, *map(values_of, steps_made))
