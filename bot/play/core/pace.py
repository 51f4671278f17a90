"""Paces: how much time a player has, and what a turn adds to it. In milliseconds."""

from collections.abc import Mapping
from dataclasses import dataclass

import db
from db.clock import HOUR


@dataclass(frozen=True, slots=True)
class Pace:
    """The time on a clock at the start, what a finished turn adds to it, and the most it can hold."""

    bank: int
    increment: int
    cap: int


PACES: Mapping[str, Pace] = {
    "live": Pace(24 * HOUR, 4 * HOUR, 72 * HOUR),
    "fast": Pace(72 * HOUR, 12 * HOUR, 120 * HOUR),
    "slow": Pace(72 * HOUR, 36 * HOUR, 240 * HOUR),
}
UNTIMED = "none"
CHOICES = (*PACES, UNTIMED)
FIRST_MOVE = 24 * HOUR
"""What comes on top before a player's first move, and is gone after it."""


def pace_of(row: db.Game, seats: int) -> Pace | None:
    """The pace of a table; nobody waits for whoever plays alone."""
    return PACES.get(row.pace) if seats > 1 else None


def first_bank(pace: Pace) -> int:
    return pace.bank + FIRST_MOVE


def at_start(pace: Pace, bank: int | None) -> int:
    """What is on a clock when it starts to run; never less than a turn earns, whatever became of the seat."""
    return first_bank(pace) if bank is None else max(bank, pace.increment)


def earned(pace: Pace, bank: int, *, first: bool) -> int:
    """What is on a clock after a finished turn; what was extra for the first one is gone."""
    return min((min(bank, pace.bank) if first else bank) + pace.increment, pace.cap)
