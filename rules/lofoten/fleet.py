"""Movement of a fleet: slides along the five zones and quarter turns of its wheel."""

from rules.game import Seat
from rules.lofoten.pieces import ZONES, Side
from rules.lofoten.state import Fleet

MIDDLE_ZONE = len(ZONES) // 2


def next_zone(zone: int, seat: Seat, way: Side) -> int | None:
    """Return the next zone to a player's left or right; None beyond the edge of the market.

    The players sit opposite each other: zones are counted as seat 0 sees them, and the right of one player
    is the left of the other.
    """
    beyond = zone + 1 if (way == "right") == (seat == 0) else zone - 1
    return beyond if 0 <= beyond < len(ZONES) else None


def rotate(fleet: Fleet, way: Side) -> Fleet:
    """Return the fleet after a quarter turn: clockwise to the right, anticlockwise to the left."""
    zone, market, right, dock, left = fleet
    if way == "right":
        return Fleet(zone, market=left, right=market, dock=right, left=dock)
    return Fleet(zone, market=right, right=dock, dock=left, left=market)
