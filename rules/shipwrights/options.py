"""What a table of Shipwrights may agree on before the game."""

from rules.game import Options


class ShipwrightsOptions(Options):
    """Nothing: the rulebook offers no variants."""
