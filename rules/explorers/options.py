"""What a table of Explorers may agree on before the game."""

from typing import Literal

from rules.game import Options


class ExplorersOptions(Options):
    """The starting board, and what a longship may carry.

    The earlier edition lets a longship carry any three; the later one no more than two livestock.
    """

    board: Literal["capes", "strait", "headland", "long_coast", "random"] = "capes"
    cargo: Literal["two_livestock", "any_three"] = "two_livestock"
