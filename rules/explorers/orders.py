"""What people decide once for many turns of Explorers."""

from rules.game import StandingOrder

STANDING_ORDERS = (StandingOrder("redraw", (("redraw",),)),)
