"""The moves of Runes."""

from typing import Literal

from rules.game import Move
from tests.example_game.rules.components import Rune


class Lay(Move):
    """Lay a stone face down for this round."""

    kind: Literal["lay"] = "lay"
    stone: Rune


class Cast(Move):
    """Once a game: lay a stone aside, face up, and draw another from the bag."""

    kind: Literal["cast"] = "cast"
    stone: Rune


RunesMove = Lay | Cast
MOVES: tuple[type[Move], ...] = (Lay, Cast)
