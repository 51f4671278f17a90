"""The standing orders of Explorers."""

from rules.game import StandingOrder

STANDING_ORDERS = (StandingOrder("redraw", (("redraw",),)),)
