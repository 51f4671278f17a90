"""Positions of the numbers of answers on market, fleet and warehouses, on the board and in focus pictures."""

from collections.abc import Iterable

from render.kit.icons import icon
from render.kit.page import Page
from render.lofoten.fleets import Fleets
from render.lofoten.hand_slots import SLOT_STYLES
from render.lofoten.highlights import POSITIONS, ship_at
from render.lofoten.numbering import NumberedAnswer, Spot
from render.lofoten.picture_context import PictureContext
from render.lofoten.warehouses import Warehouses


def place_of(context: PictureContext, spot: Spot) -> tuple[float, float] | None:
    """The position of an answer's number; None if its target is elsewhere."""
    key, seat = spot.key, context.view.active
    x, y = context.fleet_x(seat), context.fleet_y(seat)
    match spot.what:
        case "zone" if isinstance(key, int):
            # Beside the amount and the shields of a tile.
            shift, rise = (spot.side * 37, 0) if spot.side else (50, 54)
            return context.zone_x(key) + shift, context.market_y - rise
        case "turn":
            return x + (150 if key == "right" else -150), y - 162
        case "ship":
            fleet = context.view.fleets[seat]
            position = next(each for each in POSITIONS if ship_at(fleet, each).ship == key)
            dx, dy, _ = Fleets(context).heading(seat, position)
            return x + dx * 104 - 42, y + dy * 104 + 38
        case "tile" if isinstance(key, tuple):
            number, place = key
            warehouses = Warehouses(context)
            return warehouses.tile_x(number, seat, place), warehouses.side_top(seat) + 40
    return None


def put_turn_arrows(page: Page, context: PictureContext, answers: Iterable[NumberedAnswer]) -> None:
    """Draw the direction of each turn on offer beside its number, on the free quarter of the wheel."""
    x, y = context.fleet_x(context.view.active), context.fleet_y(context.view.active)
    for answer in answers:
        if answer.spot.what == "turn":
            side = -1 if answer.spot.key == "left" else 1
            colour = SLOT_STYLES["left" if side < 0 else "right"].bright
            page.put(icon("turn", 104, colour, mirrored=side < 0), x + side * 104, y - 96)
