"""Paces: time bank, increment per turn and cap of a player's clock, in milliseconds."""

from collections.abc import Mapping
from dataclasses import dataclass

import db
from db.clock import HOUR


@dataclass(frozen=True, slots=True)
class Pace:
    bank: int
    increment: int
    cap: int


PACES: Mapping[str, Pace] = {
    "live": Pace(24 * HOUR, 4 * HOUR, 72 * HOUR),
    "fast": Pace(72 * HOUR, 12 * HOUR, 120 * HOUR),
    "slow": Pace(72 * HOUR, 36 * HOUR, 240 * HOUR),
}
UNTIMED = "none"
PACE_CHOICES = (*PACES, UNTIMED)
FIRST_MOVE_BONUS_MS = 24 * HOUR  # Unused bonus expires with the first turn.


def pace_of(row: db.Game, seats: int) -> Pace | None:
    """The pace of a game. Returns None if it is untimed or has a single player."""
    return PACES.get(row.pace) if seats > 1 else None


def bank_at_turn_start(pace: Pace, bank: int | None) -> int:
    """Time on a clock when a turn begins: at least one increment, also after a timeout.

    >>> bank_at_turn_start(PACES["fast"], bank=2 * HOUR) // HOUR
    12
    """
    return pace.bank + FIRST_MOVE_BONUS_MS if bank is None else max(bank, pace.increment)


def bank_after_turn(pace: Pace, bank: int, *, is_first_turn: bool) -> int:
    """Time on a clock after a finished turn: one increment more, up to the cap.

    >>> bank_after_turn(PACES["fast"], 70 * HOUR, is_first_turn=False) // HOUR
    82
    >>> bank_after_turn(PACES["fast"], 90 * HOUR, is_first_turn=True) // HOUR  # unused bonus expires
    84
    """
    return min((min(bank, pace.bank) if is_first_turn else bank) + pace.increment, pace.cap)
