"""The events of Runes."""

from typing import Literal

from rules.game import Event, Seat
from tests.example_game.rules.components import Rune, Stones


class StoneLaid(Event):
    """A player laid a stone, face down until all have laid theirs."""

    kind: Literal["stone_laid"] = "stone_laid"
    seat: Seat


class StoneCast(Event):
    kind: Literal["stone_cast"] = "stone_cast"
    seat: Seat
    stone: Rune


class StoneDrawn(Event):
    """A stone that a player drew, visible to them only."""

    kind: Literal["stone_drawn"] = "stone_drawn"
    seat: Seat
    stone: Rune


class StoneShown(Event):
    kind: Literal["stone_shown"] = "stone_shown"
    seat: Seat
    stone: Rune


class StonesTaken(Event):
    kind: Literal["stones_taken"] = "stones_taken"
    seat: Seat
    stones: Stones


class RoundTied(Event):
    kind: Literal["round_tied"] = "round_tied"


EVENTS: tuple[type[Event], ...] = (StoneLaid, StoneCast, StoneDrawn, StoneShown, StonesTaken, RoundTied)
