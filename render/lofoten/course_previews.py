"""Previews of the ways to use the card in play: the fleet's final position, the ship in front, the gains."""

from dataclasses import dataclass

from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import INK, SHIELD
from render.kit.plates import NUMBER_PLATE_PX, put_number_plate, put_tab, vellum_panel
from render.lofoten.hand_slots import SLOT_STYLES
from render.lofoten.highlights import zone_beyond
from render.lofoten.numbering import NumberedAnswer
from render.lofoten.pieces import goods_tile, order_chip, table
from rules.game import Move
from rules.lofoten.moves import Row, Slide, Turn, Wheel
from rules.lofoten.pieces import Side, Tile
from rules.lofoten.view import FleetView, ShipView, View

HEIGHT = 900
GRIDS = ((2, 2), (3, 3), (4, 4), (5, 5))
"""Columns and rows of the grid; the first that holds all courses is used."""
MAX_COLUMNS_FOR_LARGE = 2
"""Up to this many columns, icons are large."""
GAP = 12
MIN_WIDTH_FOR_TILE = 300
"""A plate of at least this width also shows the tile in front."""


@dataclass(frozen=True, slots=True)
class IconSizes:
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


SMALL = IconSizes(NUMBER_PLATE_PX, 84, 82, 54, 76, 80, 60, 44, 46)
LARGE = IconSizes(92, 118, 118, 78, 108, 112, 84, 62, 64, 1.4)


def icon_sizes(columns: int) -> IconSizes:
    return LARGE if columns <= MAX_COLUMNS_FOR_LARGE else SMALL


def cell_size(columns: int, rows: int) -> tuple[int, int]:
    return (WIDTH - GAP * (columns + 1)) // columns, (HEIGHT - GAP * (rows + 1)) // rows


@dataclass(frozen=True, slots=True)
class CourseOutcome:
    fleet: FleetView
    turns: int
    turning: Side
    loaded: tuple[Tile, ...]
    stored: tuple[Tile, ...]
    market: tuple[Tile | None, ...]


def simulate_course(view: View, moves: tuple[Move, ...]) -> CourseOutcome:
    """Apply the movements to public information."""
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
                turns, fleet = turns + 1, _turn_fleet(fleet, turning)
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
    return CourseOutcome(fleet, turns, turning, loaded, stored, tuple(market))


def _turn_fleet(fleet: FleetView, way: Side) -> FleetView:
    market, right, dock, left = fleet.market, fleet.right, fleet.dock, fleet.left
    if way == "right":
        return FleetView(zone=fleet.zone, market=left, right=market, dock=right, left=dock)
    return FleetView(zone=fleet.zone, market=right, right=dock, dock=left, left=market)


def paint_course_previews(view: View, found: tuple[NumberedAnswer, ...]) -> Page:
    page = Page(table(WIDTH, HEIGHT).image)
    columns, rows = next(grid for grid in GRIDS if len(found) <= grid[0] * grid[1])
    width, height = cell_size(columns, rows)
    used = -(-len(found) // columns)
    above = (HEIGHT - used * height - (used - 1) * GAP) // 2
    for place, answer in enumerate(found):
        x = GAP + place % columns * (width + GAP)
        y = above + place // columns * (height + GAP)
        page.put_corner(vellum_panel(width, height, 20, 15, SHIELD, 5), x, y)
        _put_course(page, view, answer, (x, y, width, height), icon_sizes(columns))
        page.part("course", x, y, x + width, y + height)
    return page


def _put_course(
    page: Page, view: View, answer: NumberedAnswer, box: tuple[int, int, int, int], sizes: IconSizes
) -> None:
    """Draw a course: above, the final zone and its tile; below, the ship in front and the one at the dock."""
    x, y, width, height = box
    scale = sizes.scale
    end = simulate_course(view, answer.moves)
    top, bottom = y + 48 * scale, y + height - 54 * scale
    put_number_plate(page, x + 44 * scale, top, answer.number, sizes.choice)
    put_tab(page, x + 112 * scale, top, "ABCDE"[end.fleet.zone])
    if end.turns:
        colour = SLOT_STYLES["left" if end.turning == "left" else "right"].bright
        turn = icon("turn", sizes.turn, colour, mirrored=end.turning == "left")
        page.put(turn, x + width - 86 * scale, top)
        page.number(x + width - 30 * scale, top, end.turns, sizes.font_px, INK, stroke=0)
    there = end.market[end.fleet.zone]
    if there and width >= MIN_WIDTH_FOR_TILE:
        page.put(goods_tile(there.good, there.amount, sizes.tile), x + 192 * scale, top + 6)
    _put_ship(page, end.fleet.market, x + 58 * scale, bottom, sizes)
    right = x + width - 58 * scale
    if end.stored:
        page.put(icon("cabin", sizes.cabin), right - 14 * scale, bottom)
        page.put(icon(end.stored[0].good, sizes.good), right - 8 * scale, bottom + 14 * scale)
        amount = sum(tile.amount for tile in end.stored)
        page.number(right + 32 * scale, bottom + 8 * scale, amount, sizes.font_px)
    elif end.loaded and not end.fleet.market.load:
        tile = end.loaded[0]
        page.put(goods_tile(tile.good, tile.amount, sizes.tile), right, bottom)
    else:
        _put_ship(page, end.fleet.dock, right, bottom, sizes)
        page.put(icon("anchor", sizes.anchor), right - 44 * scale, bottom + 26 * scale)


def _put_ship(page: Page, ship: ShipView, x: float, y: float, sizes: IconSizes) -> None:
    """Draw a ship's load, its order, or the empty ship."""
    if ship.load:
        page.put(goods_tile(ship.load[0].good, ship.load[0].amount, sizes.tile), x, y)
    elif ship.order:
        page.put(order_chip(ship.order.good, sizes.order), x, y)
    else:
        page.put(icon("longship", sizes.ship), x, y)
