"""The options of Shipwrights."""

from typing import Literal

from rules.game import Options


class ShipwrightsOptions(Options):
    """The deck: the one of the box, or one with more craftsmen and fewer attacks for a shorter game."""

    deck: Literal["full", "short"] = "full"
