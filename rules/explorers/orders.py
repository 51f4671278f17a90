"""What people decide once for many turns of Explorers."""

from rules.game import StandingOrder

ORDERS = (StandingOrder("redraw", (("redraw",),)),)
