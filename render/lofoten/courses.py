"""The ways to use the card in play, each drawn: where the fleet ends, which ship leads, what it brings."""

from dataclasses import dataclass

from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import INK, SHIELD
from render.kit.plates import CHOICE, put_choice, put_tab, vellum_panel
from render.lofoten.choosing import Numbered
from render.lofoten.marks import zone_beyond
from render.lofoten.pieces import empty_stack, goods_tile, order_chip, table
from render.lofoten.places import PLACES
from rules.game import Move
from rules.lofoten.moves import Row, Slide, Turn, Wheel
from rules.lofoten.pieces import Side, Tile
from rules.lofoten.view import FleetView, ShipView, View

HEIGHT = 900
GRIDS = ((3, 3), (4, 4), (5, 5))
"""Columns and rows: as large as the number of ways allows."""
GAP = 12
ROOMY = 300
"""A plate this wide has room for the tile in front, too."""


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
    for place, answer in enumerate(found):
        x = GAP + place % columns * (width + GAP)
        y = GAP + place // columns * (height + GAP)
        page.put_corner(vellum_panel(width, height, 20, 15, SHIELD, 5), x, y)
        _course(page, view, answer, (x, y, width, height))
        page.part("course", x, y, x + width, y + height)
    return page


def _course(page: Page, view: View, answer: Numbered, box: tuple[int, int, int, int]) -> None:
    x, y, width, height = box
    end = end_of(view, answer.moves)
    top, bottom = y + 48, y + height - 54
    put_choice(page, x + 44, top, answer.number, CHOICE)
    put_tab(page, x + 112, top, "ABCDE"[end.fleet.zone])
    if end.turns:
        colour = PLACES["left" if end.turning == "left" else "right"].bright
        page.put(icon("turn", 76, colour, mirrored=end.turning == "left"), x + width - 86, top)
        page.number(x + width - 30, top, end.turns, 46, INK, stroke=0)
    there = end.market[end.fleet.zone]
    if there and width >= ROOMY:
        page.put(goods_tile(there.good, there.amount, 84), x + 192, top + 6)
    _ship(page, end.fleet.market, x + 58, bottom)
    right = x + width - 58
    if end.stored:
        page.put(icon("cabin", 80), right - 14, bottom)
        page.put(icon(end.stored[0].good, 60), right - 8, bottom + 14)
        page.number(right + 32, bottom + 8, sum(tile.amount for tile in end.stored), 46)
    elif end.loaded and not end.fleet.market.load:
        page.put(goods_tile(end.loaded[0].good, end.loaded[0].amount, 84), right, bottom)
    else:
        _ship(page, end.fleet.dock, right, bottom)
        page.put(icon("anchor", 44), right - 44, bottom + 26)


def _ship(page: Page, ship: ShipView, x: float, y: float) -> None:
    if ship.load:
        page.put(goods_tile(ship.load[0].good, ship.load[0].amount, 84), x, y)
    elif ship.order:
        page.put(order_chip(ship.order.good, 82), x, y)
    else:
        page.put(empty_stack(70), x, y)
