"""Successes (achievements) of users across their games."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import sqlalchemy as sa

from db import rows
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, list_rows


@dataclass(frozen=True, slots=True)
class Success:
    """A success of a user in a title, with the game in which it was first achieved."""

    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    key: str = field(metadata=column(primary_key=True))
    success: str = field(metadata=column(primary_key=True))
    game: str = field(metadata=column(foreign_key="games.code"))
    at: Milliseconds


table = rows.table("successes", Success, sa.Index(None, "game"), on_erasure="delete")

_EVERY = rows.query(table).order_by(table.c.at, table.c.person, table.c.success)
_OF_PERSON = _EVERY.where(*rows.equals(table, "person"))
_OF_GAME = _EVERY.where(*rows.equals(table, "game"))


async def list_for_user(reads: Reads, user_id: int) -> tuple[Success, ...]:
    """Return the successes of a user, oldest first."""
    return await list_rows(reads, Success, _OF_PERSON, person=user_id)


async def list_for_game(reads: Reads, game: str) -> tuple[Success, ...]:
    """Return the successes first achieved in a game, oldest first."""
    return await list_rows(reads, Success, _OF_GAME, game=game)


async def insert_missing(
    tx: Transaction, user_id: int, key: str, successes: Iterable[str], *, game: str
) -> None:
    """Save the successes that the user had not achieved before."""
    new = ({"person": user_id, "key": key, "success": one, "game": game, "at": tx.now} for one in successes)
    await tx.insert(table, *new, skip_existing=("person", "key", "success"))
