"""Successes (achievements) of users across their games."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, select

from db import rows
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Success:
    """A success of a user in a title, with the game in which it was first achieved."""

    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    key: str = field(metadata=column(primary_key=True))
    success: str = field(metadata=column(primary_key=True))
    game: str = field(metadata=column(foreign_key="games.code"))
    at: Milliseconds


table = rows.table("successes", Success, Index(None, "game"))

_EVERY = select(*rows.columns(table, Success)).order_by(table.c.at, table.c.person, table.c.success)
_OF_PERSON = _EVERY.where(table.c.person == bindparam("person"))
_OF_GAME = _EVERY.where(table.c.game == bindparam("game"))


async def list_for_user(reads: Reads, user_id: int) -> tuple[Success, ...]:
    """Return the successes of a user, oldest first."""
    return tuple(from_row(Success, row) for row in await reads.rows(_OF_PERSON, {"person": user_id}))


async def list_for_game(reads: Reads, game: str) -> tuple[Success, ...]:
    """Return the successes first achieved in a game, oldest first."""
    return tuple(from_row(Success, row) for row in await reads.rows(_OF_GAME, {"game": game}))


async def insert_missing(
    tx: Transaction, user_id: int, key: str, successes: Iterable[str], *, game: str
) -> None:
    """Save the successes that the user had not achieved before."""
    new = ({"person": user_id, "key": key, "success": one, "game": game, "at": tx.now} for one in successes)
    await tx.insert(table, *new, skip_existing=("person", "key", "success"))
