"""The events of Runes."""

from rules.game import Event, PlayerEvent, defined_in
from tests.example_game.rules.components import Rune, Stones


class StoneLaid(PlayerEvent):
    """A player laid a stone, face down until all have laid theirs."""


class StoneCast(PlayerEvent):
    stone: Rune


class StoneDrawn(PlayerEvent):
    """A stone that a player drew, visible to them only."""

    stone: Rune


class StoneShown(PlayerEvent):
    stone: Rune


class StonesTaken(PlayerEvent):
    stones: Stones


class RoundTied(Event): ...


EVENTS = defined_in(globals(), Event)
