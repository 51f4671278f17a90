"""The AI of Explorers: beam search over the actions of this turn and the next, with a static evaluation."""

from opponents.explorers.ai import ExplorersAI
from rules.explorers.game import Explorers
from rules.game import AnyGame


def create_ai(game: AnyGame) -> ExplorersAI:
    assert isinstance(game, Explorers)
    return ExplorersAI(game)
