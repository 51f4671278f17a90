"""The computer player of Explorers."""

from opponents.explorers.mind import ExplorersMind
from rules.explorers.game import Explorers
from rules.game import AnyGame


def mind(game: AnyGame) -> ExplorersMind:
    assert isinstance(game, Explorers)
    return ExplorersMind(game)
