"""What a table of Borealis may agree on before the game."""

from rules.borealis.pieces import Side
from rules.game import Options


class BorealisOptions(Options):
    """Side I has the same tracks for everybody; on side II each board has its own."""

    side: Side = "i"
