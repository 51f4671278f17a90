"""What a table of Lofoten may agree on before the game."""

from typing import Literal

from rules.game import Options

NewWarehouses = Literal["none", "one", "two", "three", "four", "random"]


class LofotenOptions(Options):
    """The variants the rulebook offers, those where it leaves a choice, and the three modules."""

    begins: Literal["random", "host", "guest"] = "random"
    ties: Literal["nothing", "both"] = "nothing"
    second_trigger: Literal["at_once", "one_more_round"] = "at_once"
    overall_tie: Literal["draw", "goods_then_coins"] = "draw"
    new_warehouses: NewWarehouses = "none"
    alliances: Literal["no", "yes"] = "no"
    better_longships: Literal["no", "yes"] = "no"

    @property
    def shields(self) -> bool:
        """Whether the shields on the goods tiles mean anything at this table."""
        return self.new_warehouses != "none" or self.alliances == "yes"
