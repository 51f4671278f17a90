"""Positions of the numbers of answers on market, fleet and warehouses, on the board and in focus pictures."""

from collections.abc import Iterable
from typing import NamedTuple

from render.kit import Page, icon
from render.kit.regions import Outline, rectangle
from render.lofoten.fleets import Fleets
from render.lofoten.hand_slots import SLOT_STYLES
from render.lofoten.highlights import POSITIONS, ship_at
from render.lofoten.numbering import NumberedAnswer, Spot
from render.lofoten.picture_context import PictureContext
from render.lofoten.warehouses import ROW, Warehouses

ZONE_REACH = 86
"""From the middle of a zone of the market to its edge."""


class NumberPlace(NamedTuple):
    """The centre of a number, and the outline of its target."""

    x: float
    y: float
    target: Outline


def place_of(context: PictureContext, spot: Spot) -> NumberPlace | None:
    """The position of an answer's number; None if its target is elsewhere."""
    key, seat = spot.key, context.view.active
    x, y = context.fleet_x(seat), context.fleet_y(seat)
    match spot.what:
        case "zone" if isinstance(key, int):
            # Beside the amount and the shields of a tile.
            shift, rise = (spot.side * 37, 0) if spot.side else (50, 54)
            x, y = context.zone_x(key), context.market_y
            target = rectangle(x - ZONE_REACH, y - ZONE_REACH, x + ZONE_REACH, y + ZONE_REACH)
            return NumberPlace(x + shift, y - rise, target)
        case "turn":
            side = 1 if key == "right" else -1
            target = rectangle(x + side * 56, y - 200, x + side * 190, y - 46)
            return NumberPlace(x + side * 150, y - 162, target)
        case "ship":
            fleet = context.view.fleets[seat]
            position = next(each for each in POSITIONS if ship_at(fleet, each).ship == key)
            dx, dy, _ = Fleets(context).heading(seat, position)
            x, y = x + dx * 104, y + dy * 104
            return NumberPlace(x - 42, y + 38, rectangle(x - 78, y - 58, x + 58, y + 74))
        case "tile" if isinstance(key, tuple):
            number, place = key
            warehouses = Warehouses(context)
            middle, top = warehouses.tile_x(number, seat, place), warehouses.side_top(seat)
            return NumberPlace(middle, top + 40, rectangle(middle - 31, top, middle + 31, top + ROW))
    return None


def put_turn_arrows(page: Page, context: PictureContext, answers: Iterable[NumberedAnswer]) -> None:
    """Draw the direction of each turn on offer beside its number, on the free quarter of the wheel."""
    x, y = context.fleet_x(context.view.active), context.fleet_y(context.view.active)
    for answer in answers:
        if answer.spot.what == "turn":
            side = -1 if answer.spot.key == "left" else 1
            colour = SLOT_STYLES["left" if side < 0 else "right"].bright
            page.put(icon("turn", 104, colour, mirrored=side < 0), x + side * 104, y - 96)
