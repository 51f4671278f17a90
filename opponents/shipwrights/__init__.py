"""The AI of Shipwrights: whole afternoons by a static evaluation, playouts over several days."""

from opponents.shipwrights.ai import ShipwrightsAI
from rules.game import AnyGame
from rules.shipwrights.game import Shipwrights


def create_ai(game: AnyGame) -> ShipwrightsAI:
    assert isinstance(game, Shipwrights)
    return ShipwrightsAI(game)
