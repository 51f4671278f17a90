"""The computer player of Lofoten."""

from opponents.lofoten.ai import LofotenAI
from rules.game import AnyGame
from rules.lofoten.game import Lofoten


def create_ai(game: AnyGame) -> LofotenAI:
    assert isinstance(game, Lofoten)
    return LofotenAI(game.components)
