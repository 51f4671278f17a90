"""The AI of Borealis: a heuristic policy, and playouts of it in determinizations.

The apprentice takes immediate points. The sailor also evaluates the potential of groups, flags, objectives
and the hand. The captain plays the sailor's best candidates out to the end in many determinizations.
"""

from opponents.borealis.ai import BorealisAI
from rules.borealis.game import Borealis
from rules.game import AnyGame


def create_ai(game: AnyGame) -> BorealisAI:
    assert isinstance(game, Borealis)
    return BorealisAI(game.components)
