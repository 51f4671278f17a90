"""The options of Explorers."""

from typing import Literal

from rules.game import Options


class ExplorersOptions(Options):
    """The starting board and the capacity of a longship.

    The earlier edition allows any three aboard; the later one at most two livestock.
    """

    board: Literal["capes", "strait", "headland", "long_coast", "random"] = "capes"
    cargo: Literal["two_livestock", "any_three"] = "two_livestock"
