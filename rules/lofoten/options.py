"""The options of Lofoten."""

from typing import Literal

from rules.game import Options

NewWarehouses = Literal["none", "one", "two", "three", "four", "random"]


class LofotenOptions(Options):
    """Variants of the rulebook, points it leaves open, and the three modules."""

    begins: Literal["random", "host", "guest"] = "random"
    ties: Literal["nothing", "both"] = "nothing"
    second_trigger: Literal["at_once", "one_more_round"] = "at_once"
    overall_tie: Literal["draw", "goods_then_coins"] = "draw"
    new_warehouses: NewWarehouses = "none"
    alliances: Literal["no", "yes"] = "no"
    better_longships: Literal["no", "yes"] = "no"

    @property
    def shields(self) -> bool:
        """True if a module in play uses the shields on the goods tiles."""
        return self.new_warehouses != "none" or self.alliances == "yes"
