"""The standing orders of Lofoten."""

from rules.game import StandingOrder

AFTER_ACTION = frozenset({"draw", "upkeep", "turn_end"})
STANDING_ORDERS = (
    StandingOrder("place_left", (("place", "left"),)),
    StandingOrder("place_right", (("place", "right"),)),
    StandingOrder("fill_left", (("fill", "left"), ("fill", "right"))),
    StandingOrder("fill_right", (("fill", "right"), ("fill", "left"))),
    StandingOrder("buy_nothing", (("nothing_more",), ("stop",)), owed=AFTER_ACTION),
    StandingOrder("load", (("load", "yes"),)),
    StandingOrder("leave", (("load", "no"),)),
)
