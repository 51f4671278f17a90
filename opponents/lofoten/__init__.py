"""The AI of Lofoten: plans for a whole turn, ranked by a static evaluation or by playouts."""

from opponents.lofoten.ai import LofotenAI
from rules.game import AnyGame
from rules.lofoten.game import Lofoten


def create_ai(game: AnyGame) -> LofotenAI:
    assert isinstance(game, Lofoten)
    return LofotenAI(game.components)
