"""The computer player of Explorers."""

from opponents.explorers.ai import ExplorersAI
from rules.explorers.game import Explorers
from rules.game import AnyGame


def create_ai(game: AnyGame) -> ExplorersAI:
    assert isinstance(game, Explorers)
    return ExplorersAI(game)
