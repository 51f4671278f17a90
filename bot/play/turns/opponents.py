"""Opponents: computer players who sit at a table like anybody, each with a name and a level of their own."""

from collections.abc import Sequence
from dataclasses import dataclass

import db
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from db.users import MARK, OPPONENTS
from opponents import LEVELS, Level
from rules.game import Seat

NAMES: dict[Level, tuple[str, ...]] = {
    "apprentice": ("Ask", "Embla", "Liv", "Ketil"),
    "sailor": ("Sigrid", "Torsten", "Gro", "Hakon"),
    "captain": ("Aud", "Eirik", "Ragnhild", "Snorri"),
}
"""Enough of each level to fill a table beside one person."""
CARETAKER: Level = "sailor"
"""How well the caretaker plays a seat."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """One of them; `id` is what stands for them in the database."""

    id: int
    name: str
    level: Level


def _everybody() -> dict[int, Opponent]:
    named = ((level, name) for level in LEVELS for name in NAMES[level])
    ids = reversed(OPPONENTS)
    return {
        number: Opponent(number, f"{name} {MARK}", level)
        for number, (level, name) in zip(ids, named, strict=False)
    }


EVERYBODY = _everybody()


def house(level: str) -> Opponent:
    """Who plays for the house at a level: always the same."""
    return next(one for one in EVERYBODY.values() if one.level == level)


def level_at(snapshot: GameSnapshot, seat: Seat) -> Level:
    """How well Skald plays a seat."""
    opponent = EVERYBODY.get(snapshot.users[seat].id)
    return CARETAKER if opponent is None else opponent.level


def levels_at(snapshot: GameSnapshot) -> list[Level]:
    """The levels of the opponents at a table, seat by seat."""
    return [EVERYBODY[snapshot.users[seat].id].level for seat in sorted(snapshot.opponents)]


async def sit_down(tx: db.Transaction, row: db.Game, level: str, number: int = 1) -> db.Game:
    """So many opponents of a level take the next seats of a table; as many as there are."""
    if level not in LEVELS:
        raise Denied("not_a_choice")
    seated = {player.person for player in await db.players.at(tx, row.code)}
    free = [one for one in EVERYBODY.values() if one.level == level and one.id not in seated]
    for opponent in free[:number]:
        await db.users.update(tx, opponent.id, name=opponent.name)
        row = await db.players.join(tx, row, opponent.id)
    return row


async def free_one(tx: db.Transaction, snapshot: GameSnapshot) -> int | None:
    """An opponent as good as a caretaker who does not sit there yet; made known, so as to sit down."""
    seated = {person.id for person in snapshot.users}
    free = [one for one in EVERYBODY.values() if one.level == CARETAKER and one.id not in seated]
    if not free:
        return None
    await db.users.update(tx, free[0].id, name=free[0].name)
    return free[0].id


async def take_over(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """When a game starts Skald plays their seats."""
    seats = snapshot.opponents
    await db.players.update(tx, snapshot.code, {seat: {"caretaker_since": tx.now} for seat in seats})


def last_of(snapshot: GameSnapshot) -> int | None:
    """Who makes room where a table is full and somebody else would like to play."""
    found: Sequence[int] = [snapshot.users[seat].id for seat in sorted(snapshot.opponents)]
    return found[-1] if found else None
