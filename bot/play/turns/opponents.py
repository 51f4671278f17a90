"""Computer opponents as users: each has a reserved user id, a name and a level, and takes a seat."""

from collections.abc import Sequence
from dataclasses import dataclass

import db
from bot.play.core import Denied, GameSnapshot
from db.users import COMPUTER_MARK, COMPUTER_PLAYER_IDS
from opponents import LEVELS, Level
from rules.game import Seat

NAMES: dict[Level, tuple[str, ...]] = {
    "apprentice": ("Ask", "Embla", "Liv", "Ketil"),
    "sailor": ("Sigrid", "Torsten", "Gro", "Hakon"),
    "captain": ("Aud", "Eirik", "Ragnhild", "Snorri"),
}
"""Enough names of each level to fill a table beside one player."""
CARETAKER_LEVEL: Level = "sailor"


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer opponent; `id` is its user id in the database."""

    id: int
    name: str
    level: Level


def _opponents_by_id() -> dict[int, Opponent]:
    named = ((level, name) for level in LEVELS for name in NAMES[level])
    ids = reversed(COMPUTER_PLAYER_IDS)
    return {
        number: Opponent(number, f"{name} {COMPUTER_MARK}", level)
        for number, (level, name) in zip(ids, named, strict=False)
    }


OPPONENTS_BY_ID = _opponents_by_id()


def house_opponent(level: str) -> Opponent:
    """The opponent that plays for the house at a level: the first of that level."""
    return next(one for one in OPPONENTS_BY_ID.values() if one.level == level)


def level_at(snapshot: GameSnapshot, seat: Seat) -> Level:
    """The level at which Skald plays a seat: the opponent's own, or the caretaker's."""
    opponent = OPPONENTS_BY_ID.get(snapshot.users[seat].id)
    return CARETAKER_LEVEL if opponent is None else opponent.level


def opponent_levels(snapshot: GameSnapshot) -> list[Level]:
    """The levels of the opponents at a table, in the order of their seats."""
    return [OPPONENTS_BY_ID[snapshot.users[seat].id].level for seat in sorted(snapshot.opponent_seats)]


async def seat_opponents(tx: db.Transaction, row: db.Game, level: str, number: int = 1) -> db.Game:
    """Seat up to `number` opponents of a level, as far as unused names last. Returns the changed game."""
    if level not in LEVELS:
        raise Denied("not_a_choice")
    seated = {player.person for player in await db.players.list_for_game(tx, row.code)}
    free = [one for one in OPPONENTS_BY_ID.values() if one.level == level and one.id not in seated]
    for opponent in free[:number]:
        await db.users.update(tx, opponent.id, name=opponent.name)
        row = await db.players.join(tx, row, opponent.id)
    return row


async def register_free_opponent(tx: db.Transaction, snapshot: GameSnapshot) -> int | None:
    """Create the user row of a caretaker-level opponent who is not at the table.

    Returns its user id, or None if all of that level are seated.
    """
    seated = {user_id.id for user_id in snapshot.users}
    free = [one for one in OPPONENTS_BY_ID.values() if one.level == CARETAKER_LEVEL and one.id not in seated]
    if not free:
        return None
    await db.users.update(tx, free[0].id, name=free[0].name)
    return free[0].id


async def activate_opponents(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """Mark the opponents' seats as played by Skald, when a game starts."""
    seats = snapshot.opponent_seats
    await db.players.update(tx, snapshot.code, {seat: {"caretaker_since": tx.now} for seat in seats})


def replaceable_opponent(snapshot: GameSnapshot) -> int | None:
    """The opponent who makes room for a player at a full table: the last one seated, or None."""
    found: Sequence[int] = [snapshot.users[seat].id for seat in sorted(snapshot.opponent_seats)]
    return found[-1] if found else None
