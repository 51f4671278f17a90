"""Plans: conditional moves (premoves) a player prepares in secret, one per user and game."""

from dataclasses import dataclass, field

import sqlalchemy as sa

from db import rows
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, find_row, list_rows


@dataclass(frozen=True, slots=True)
class Plan:
    """A prepared turn as serialised text, saved when the log had `ply` entries."""

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    seat: int
    text: str = field(repr=False)
    ply: int
    at: Milliseconds


table = rows.table("plans", Plan, on_erasure="delete")

_OF_GAME = rows.query(table, "game").order_by(table.c.seat)
_OWN = _OF_GAME.where(table.c.person == sa.bindparam("person"))


async def list_for_game(reads: Reads, game: str) -> tuple[Plan, ...]:
    return await list_rows(reads, Plan, _OF_GAME, game=game)


async def find(reads: Reads, game: str, user_id: int) -> Plan | None:
    return await find_row(reads, Plan, _OWN, game=game, person=user_id)


async def upsert(tx: Transaction, *, game: str, person: int, seat: int, text: str, ply: int) -> None:
    """Save a plan, replacing the user's earlier plan for the game."""
    row = {"game": game, "person": person, "seat": seat, "text": text, "ply": ply, "at": tx.now}
    await tx.upsert(table, row, key=("game", "person"))


async def delete(tx: Transaction, game: str, user_id: int) -> bool:
    """Delete a user's plan. Returns False if there was none."""
    return await tx.execute(sa.delete(table).where(*rows.matching(table, game=game, person=user_id))) == 1


async def delete_all(tx: Transaction, game: str, seat: int | None = None) -> None:
    """Delete the plans of a game, or that of one seat."""
    await tx.execute(sa.delete(table).where(*rows.matching(table, game=game, seat=seat)))
