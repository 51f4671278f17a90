"""The voyage of the week: one deal for everybody, and who tried it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Index, bindparam, select, text, update

from db import rows, users
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Voyage:
    """A deal that is open from the beginning of its `week` until it `closes`, and told of afterwards.

    `level` is how strong the house plays in it; None where people sail alone. `opening` are the moves that it
    has made for both seats, sealed with the seed; it came out `par` points ahead on the seat that is taken
    over when it played on for both.
    """

    week: Moment = field(metadata=column(primary_key=True))
    closes: Moment
    key: str
    options: Mapping[str, Any]
    level: str | None
    seed: bytes = field(repr=False)
    commitment: str
    revealed: Moment | None = None
    opening: str = field(default="", repr=False, metadata=column(server_default=text("''")))
    par: int | None = None


@dataclass(frozen=True, slots=True)
class Try:
    """Somebody's one try, begun on a server or in private. `worth` is what tries are ranked by.

    It and the score are None until the game has ended in time.
    """

    week: Moment = field(metadata=column(primary_key=True, foreign_key="voyages.week"))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    game: str = field(metadata=column(foreign_key="games.code"))
    server: Snowflake | None
    began: Moment
    ended: Moment | None = None
    worth: int | None = None
    score: int | None = None


table = rows.table("voyages", Voyage)
tries_table = rows.table("voyage_tries", Try, Index(None, "game"), Index(None, "person"))

_EVERY = select(*rows.columns(table, Voyage))
_ONE = _EVERY.where(table.c.week == bindparam("week"))
_LATEST = _EVERY.order_by(table.c.week.desc()).limit(1)
_TRIES = select(*rows.columns(tries_table, Try))
_OF_WEEKS = _TRIES.where(tries_table.c.week.in_(bindparam("weeks", expanding=True))).order_by(
    tries_table.c.week, tries_table.c.worth.desc(), tries_table.c.ended, tries_table.c.person
)
_OF_GAME = _TRIES.where(tries_table.c.game == bindparam("game"))
_OF_PERSON = _TRIES.where(tries_table.c.person == bindparam("person")).order_by(tries_table.c.week.desc())
_SINCE = _EVERY.where(table.c.week >= bindparam("since")).order_by(table.c.week)


async def find(reads: Reads, week: int) -> Voyage | None:
    row = await reads.row(_ONE, {"week": week})
    return None if row is None else made(Voyage, row)


async def latest(reads: Reads) -> Voyage | None:
    row = await reads.row(_LATEST)
    return None if row is None else made(Voyage, row)


async def since(reads: Reads, week: int) -> tuple[Voyage, ...]:
    """The voyages from that week on, in order."""
    return tuple(made(Voyage, row) for row in await reads.rows(_SINCE, {"since": week}))


async def tries(reads: Reads, weeks: Collection[int]) -> tuple[Try, ...]:
    """All tries of these weeks, week by week, the best first."""
    return tuple(made(Try, row) for row in await reads.rows(_OF_WEEKS, {"weeks": [*weeks]}))


async def tries_of(reads: Reads, person: int) -> tuple[Try, ...]:
    """Somebody's tries, the latest first."""
    return tuple(made(Try, row) for row in await reads.rows(_OF_PERSON, {"person": person}))


async def try_of_game(reads: Reads, game: str) -> Try | None:
    row = await reads.row(_OF_GAME, {"game": game})
    return None if row is None else made(Try, row)


async def deal(tx: Transaction, voyage: Voyage) -> bool:
    """Keep a deal; False where that week has one already."""
    return await tx.insert_new(table, rows.values_of(voyage), "week")


async def reveal(tx: Transaction, voyage: Voyage) -> bool:
    """Its places may be told; False where that was known already."""
    closing = update(table).where(table.c.week == voyage.week, table.c.revealed.is_(None))
    return await tx.run(closing.values(revealed=tx.now)) == 1


async def set_out(tx: Transaction, voyage: Voyage, person: int, game: str, server: int | None) -> None:
    await users.know(tx, person)
    row = {"week": voyage.week, "person": person, "game": game, "server": server, "began": tx.now}
    await tx.insert(tries_table, row, whose=game)


async def come_home(tx: Transaction, game: str, *, worth: int, score: int) -> None:
    theirs = update(tries_table).where(tries_table.c.game == game)
    await tx.run(theirs.values(ended=tx.now, worth=worth, score=score))
