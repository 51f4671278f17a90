"""The ways to use the card in play, each drawn: where the fleet ends, which ship leads, what it brings."""

from dataclasses import dataclass

from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import INK, SHIELD
from render.kit.plates import NUMBER_PLATE_PX, put_number_plate, put_tab, vellum_panel
from render.lofoten.hand_slots import PLACES
from render.lofoten.highlights import zone_beyond
from render.lofoten.numbering import Numbered
from render.lofoten.pieces import goods_tile, order_chip, table
from rules.game import Move
from rules.lofoten.moves import Row, Slide, Turn, Wheel
from rules.lofoten.pieces import Side, Tile
from rules.lofoten.view import FleetView, ShipView, View

HEIGHT = 900
GRIDS = ((2, 2), (3, 3), (4, 4), (5, 5))
"""Columns and rows: as large as the number of ways allows."""
FEW = 2
"""So many columns leave room for larger signs."""
GAP = 12
ROOMY = 300
"""A plate this wide has room for the tile in front, too."""


@dataclass(frozen=True, slots=True)
class Signs:
    """How large the signs of a way are drawn."""

    choice: int
    tile: int
    order: int
    ship: int
    turn: int
    cabin: int
    good: int
    anchor: int
    font_px: int
    scale: float = 1.0


SMALL = Signs(NUMBER_PLATE_PX, 84, 82, 54, 76, 80, 60, 44, 46)
LARGE = Signs(92, 118, 118, 78, 108, 112, 84, 62, 64, 1.4)


def signs(columns: int) -> Signs:
    return LARGE if columns <= FEW else SMALL


def cell(columns: int, rows: int) -> tuple[int, int]:
    return (WIDTH - GAP * (columns + 1)) // columns, (HEIGHT - GAP * (rows + 1)) // rows


@dataclass(frozen=True, slots=True)
class End:
    """How a way ends."""

    fleet: FleetView
    turns: int
    turning: Side
    loaded: tuple[Tile, ...]
    stored: tuple[Tile, ...]
    market: tuple[Tile | None, ...]


def end_of(view: View, moves: tuple[Move, ...]) -> End:
    """Follow the movements on what everybody sees."""
    seat = view.active
    fleet, market = view.fleets[seat], list(view.market)
    side: Side = "left" if view.in_play and view.in_play.hand == "left" else "right"
    turns, turning = 0, side
    loaded: tuple[Tile, ...] = ()
    stored: tuple[Tile, ...] = ()
    for move in moves:
        match move:
            case Slide() | Row():
                way = move.way if isinstance(move, Row) else side
                moved = view.model_copy(update={"fleets": (fleet, fleet)})
                fleet = fleet.model_copy(update={"zone": zone_beyond(moved, seat, way)})
            case Turn() | Wheel():
                turning = move.way if isinstance(move, Wheel) else side
                turns, fleet = turns + 1, _turned(fleet, turning)
            case _:
                continue
        front, tile = fleet.market, market[fleet.zone]
        if tile and front.order and not front.load and front.order.good == tile.good:
            fleet = fleet.model_copy(update={"market": front.model_copy(update={"load": (tile,)})})
            market[fleet.zone] = None
            loaded = (*loaded, tile)
        if fleet.dock.load:
            stored = (*stored, *fleet.dock.load)
            fleet = fleet.model_copy(update={"dock": ShipView(ship=fleet.dock.ship)})
    return End(fleet, turns, turning, loaded, stored, tuple(market))


def _turned(fleet: FleetView, way: Side) -> FleetView:
    market, right, dock, left = fleet.market, fleet.right, fleet.dock, fleet.left
    if way == "right":
        return FleetView(zone=fleet.zone, market=left, right=market, dock=right, left=dock)
    return FleetView(zone=fleet.zone, market=right, right=dock, dock=left, left=market)


def paint_courses(view: View, found: tuple[Numbered, ...]) -> Page:
    page = Page(table(WIDTH, HEIGHT).image)
    columns, rows = next(grid for grid in GRIDS if len(found) <= grid[0] * grid[1])
    width, height = cell(columns, rows)
    used = -(-len(found) // columns)
    above = (HEIGHT - used * height - (used - 1) * GAP) // 2
    for place, answer in enumerate(found):
        x = GAP + place % columns * (width + GAP)
        y = above + place // columns * (height + GAP)
        page.put_corner(vellum_panel(width, height, 20, 15, SHIELD, 5), x, y)
        _course(page, view, answer, (x, y, width, height), signs(columns))
        page.part("course", x, y, x + width, y + height)
    return page


def _course(page: Page, view: View, answer: Numbered, box: tuple[int, int, int, int], signs_: Signs) -> None:
    """Above, where the fleet ends and what lies there; below, the ship in front and the one at the dock."""
    x, y, width, height = box
    scale = signs_.scale
    end = end_of(view, answer.moves)
    top, bottom = y + 48 * scale, y + height - 54 * scale
    put_number_plate(page, x + 44 * scale, top, answer.number, signs_.choice)
    put_tab(page, x + 112 * scale, top, "ABCDE"[end.fleet.zone])
    if end.turns:
        colour = PLACES["left" if end.turning == "left" else "right"].bright
        turn = icon("turn", signs_.turn, colour, mirrored=end.turning == "left")
        page.put(turn, x + width - 86 * scale, top)
        page.number(x + width - 30 * scale, top, end.turns, signs_.font_px, INK, stroke=0)
    there = end.market[end.fleet.zone]
    if there and width >= ROOMY:
        page.put(goods_tile(there.good, there.amount, signs_.tile), x + 192 * scale, top + 6)
    _ship(page, end.fleet.market, x + 58 * scale, bottom, signs_)
    right = x + width - 58 * scale
    if end.stored:
        page.put(icon("cabin", signs_.cabin), right - 14 * scale, bottom)
        page.put(icon(end.stored[0].good, signs_.good), right - 8 * scale, bottom + 14 * scale)
        amount = sum(tile.amount for tile in end.stored)
        page.number(right + 32 * scale, bottom + 8 * scale, amount, signs_.font_px)
    elif end.loaded and not end.fleet.market.load:
        tile = end.loaded[0]
        page.put(goods_tile(tile.good, tile.amount, signs_.tile), right, bottom)
    else:
        _ship(page, end.fleet.dock, right, bottom, signs_)
        page.put(icon("anchor", signs_.anchor), right - 44 * scale, bottom + 26 * scale)


def _ship(page: Page, ship: ShipView, x: float, y: float, signs_: Signs) -> None:
    """What a ship carries, its order, or the empty ship."""
    if ship.load:
        page.put(goods_tile(ship.load[0].good, ship.load[0].amount, signs_.tile), x, y)
    elif ship.order:
        page.put(order_chip(ship.order.good, signs_.order), x, y)
    else:
        page.put(icon("longship", signs_.ship), x, y)
