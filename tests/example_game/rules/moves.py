"""The moves of Runes."""

from rules.game import Move
from tests.example_game.rules.components import Rune


class Lay(Move):
    """Lay a stone face down for this round."""

    stone: Rune


class Cast(Move):
    """Once a game: lay a stone aside, face up, and draw another from the bag."""

    stone: Rune


RunesMove = Lay | Cast
MOVES: tuple[type[Move], ...] = (Lay, Cast)
