"""Plans: conditional moves (premoves) a player prepares in secret, one per user and game."""

from dataclasses import dataclass, field

from sqlalchemy import bindparam, select
from sqlalchemy import delete as sql_delete

from db import rows
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Plan:
    """A prepared turn as serialised text, saved when the log had `ply` entries."""

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    seat: int
    text: str = field(repr=False)
    ply: int
    at: Milliseconds


table = rows.table("plans", Plan)

_OF_GAME = select(*rows.columns(table, Plan)).where(table.c.game == bindparam("game")).order_by(table.c.seat)
_OWN = _OF_GAME.where(table.c.person == bindparam("person"))


async def list_for_game(reads: Reads, game: str) -> tuple[Plan, ...]:
    return tuple(from_row(Plan, row) for row in await reads.rows(_OF_GAME, {"game": game}))


async def find(reads: Reads, game: str, user_id: int) -> Plan | None:
    row = await reads.row(_OWN, {"game": game, "person": user_id})
    return None if row is None else from_row(Plan, row)


async def upsert(tx: Transaction, *, game: str, person: int, seat: int, text: str, ply: int) -> None:
    """Save a plan, replacing the user's earlier plan for the game."""
    row = {"game": game, "person": person, "seat": seat, "text": text, "ply": ply, "at": tx.now}
    await tx.upsert(table, row, key=("game", "person"))


async def delete(tx: Transaction, game: str, user_id: int) -> bool:
    """Delete a user's plan. Returns False if there was none."""
    return await tx.execute(sql_delete(table).where(table.c.game == game, table.c.person == user_id)) == 1


async def delete_all(tx: Transaction, game: str, seat: int | None = None) -> None:
    """Delete the plans of a game, or that of one seat."""
    statement = sql_delete(table).where(table.c.game == game)
    await tx.execute(statement if seat is None else statement.where(table.c.seat == seat))
