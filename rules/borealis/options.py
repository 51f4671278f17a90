"""The options of Borealis."""

from rules.borealis.pieces import Side
from rules.game import Options


class BorealisOptions(Options):
    """Side I has equal tracks for all players; on side II each board has its own."""

    side: Side = "i"
