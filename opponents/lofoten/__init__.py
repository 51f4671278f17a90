"""The computer player of Lofoten."""

from opponents.lofoten.ai import LofotenMind
from rules.game import AnyGame
from rules.lofoten.game import Lofoten


def create_ai(game: AnyGame) -> LofotenMind:
    assert isinstance(game, Lofoten)
    return LofotenMind(game.components)
