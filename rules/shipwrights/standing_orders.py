"""The standing orders of Shipwrights."""

from rules.game import StandingOrder
from rules.shipwrights.pieces import GOODS

AT_NIGHT = frozenset({"dusk", "night"})


def _keep_order(kept: str) -> StandingOrder:
    """Return all other resources first."""
    last = sorted(GOODS, key=lambda good: good == kept)
    return StandingOrder(f"keep_{kept}", tuple(("return", good) for good in last), owed=AT_NIGHT)


STANDING_ORDERS = (
    StandingOrder("finish", (("finish", "a"), ("finish", "b"))),
    *(_keep_order(good) for good in GOODS),
    StandingOrder("decline_swaps", (("enough",),), owed=frozenset({"trader"})),
)
