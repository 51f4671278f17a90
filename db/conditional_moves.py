"""Plans: a move that somebody has in mind, seen by nobody else. One a person and game."""

from dataclasses import dataclass, field

from sqlalchemy import bindparam, delete, select

from db import rows
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Plan:
    """A move somebody has in mind, kept as its notation since entry `ply`."""

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    seat: int
    text: str = field(repr=False)
    ply: int
    at: Moment


table = rows.table("plans", Plan)

_OF_GAME = select(*rows.columns(table, Plan)).where(table.c.game == bindparam("game")).order_by(table.c.seat)
_OWN = _OF_GAME.where(table.c.person == bindparam("person"))


async def of_game(reads: Reads, game: str) -> tuple[Plan, ...]:
    return tuple(made(Plan, row) for row in await reads.rows(_OF_GAME, {"game": game}))


async def find(reads: Reads, game: str, person: int) -> Plan | None:
    row = await reads.row(_OWN, {"game": game, "person": person})
    return None if row is None else made(Plan, row)


async def keep(tx: Transaction, *, game: str, person: int, seat: int, text: str, ply: int) -> None:
    """One plan a game: a new one takes the place of the old."""
    row = {"game": game, "person": person, "seat": seat, "text": text, "ply": ply, "at": tx.now}
    await tx.put(table, row, key=("game", "person"))


async def drop(tx: Transaction, game: str, person: int) -> bool:
    """False where there was none."""
    return await tx.run(delete(table).where(table.c.game == game, table.c.person == person)) == 1


async def drop_all(tx: Transaction, game: str, seat: int | None = None) -> None:
    """Drop the plans of a game, or that of one seat."""
    dropping = delete(table).where(table.c.game == game)
    await tx.run(dropping if seat is None else dropping.where(table.c.seat == seat))
