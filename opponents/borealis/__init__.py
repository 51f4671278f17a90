"""How Borealis is played well: a quick player that weighs cards, flags and scientists, and trial games.

The apprentice takes what the moment gives. The sailor also sees what groups, flags and objectives promise
and what the hand could do next. The captain plays the sailor's best ideas out to the end, in many worlds.
"""

from opponents.borealis.ai import BorealisAI
from rules.borealis.game import Borealis
from rules.game import AnyGame


def create_ai(game: AnyGame) -> BorealisAI:
    assert isinstance(game, Borealis)
    return BorealisAI(game.components)
