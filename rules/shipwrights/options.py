"""The options of Shipwrights."""

from rules.game import Options


class ShipwrightsOptions(Options):
    """None: the rulebook has no variants."""
