"""What people achieved, kept across their games."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, select

from db import rows
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Success:
    """Something a person achieved for the first time, at which title and in which game."""

    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    key: str = field(metadata=column(primary_key=True))
    success: str = field(metadata=column(primary_key=True))
    game: str = field(metadata=column(foreign_key="games.code"))
    at: Moment


table = rows.table("successes", Success, Index(None, "game"))

_EVERY = select(*rows.columns(table, Success)).order_by(table.c.at, table.c.person, table.c.success)
_OF_PERSON = _EVERY.where(table.c.person == bindparam("person"))
_OF_GAME = _EVERY.where(table.c.game == bindparam("game"))


async def of_person(reads: Reads, person: int) -> tuple[Success, ...]:
    """What somebody has achieved, in the order it came."""
    return tuple(made(Success, row) for row in await reads.rows(_OF_PERSON, {"person": person}))


async def of_game(reads: Reads, game: str) -> tuple[Success, ...]:
    """What was first achieved in a game, in the order it came."""
    return tuple(made(Success, row) for row in await reads.rows(_OF_GAME, {"game": game}))


async def earn(tx: Transaction, person: int, key: str, successes: Iterable[str], *, game: str) -> None:
    """Keep what somebody achieved; what they had achieved before stays as it was."""
    new = ({"person": person, "key": key, "success": one, "game": game, "at": tx.now} for one in successes)
    await tx.insert(table, *new, unless_known=("person", "key", "success"))
