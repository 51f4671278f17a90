"""The computer player of Explorers."""

from opponents.explorers.ai import ExplorersMind
from rules.explorers.game import Explorers
from rules.game import AnyGame


def create_ai(game: AnyGame) -> ExplorersMind:
    assert isinstance(game, Explorers)
    return ExplorersMind(game)
