"""The computer player of Lofoten."""

from opponents.lofoten.mind import LofotenMind
from rules.game import AnyGame
from rules.lofoten.game import Lofoten


def mind(game: AnyGame) -> LofotenMind:
    assert isinstance(game, Lofoten)
    return LofotenMind(game.components)
