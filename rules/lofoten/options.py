"""What a table of Lofoten may agree on before the game."""

from typing import Literal

from rules.game import Options


class LofotenOptions(Options):
    """The variants the rulebook offers, and those where it leaves a choice."""

    begins: Literal["random", "host", "guest"] = "random"
    ties: Literal["nothing", "both"] = "nothing"
    second_trigger: Literal["at_once", "one_more_round"] = "at_once"
    overall_tie: Literal["draw", "goods_then_coins"] = "draw"
