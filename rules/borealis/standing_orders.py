"""The standing orders of Borealis."""

from rules.borealis.pieces import SITES
from rules.game import StandingOrder

STANDING_ORDERS = (
    StandingOrder("draw_unseen", (("draw",),)),
    StandingOrder("take_first", (("take", "a"),)),
    *(StandingOrder(f"gather_{site}", (("gather", site),)) for site in SITES),
)
