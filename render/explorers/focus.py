"""Focus pictures: the part of the map, or of the hand, that a question or a move is about."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from PIL import Image

from render.explorers.board import Board
from render.explorers.focus_window import (
    BEAM,
    HEIGHT,
    HOME_AREA,
    MAP_BOTTOM,
    Area,
    Want,
    cell_area,
    choose_window,
    union,
)
from render.explorers.geometry import ROOT3, centre, corner_spot
from render.explorers.hand import HandPicture
from render.explorers.heightmap import map_tiles
from render.explorers.hexes import hex_mist, hex_rim
from render.explorers.highlights import Intention, find_land, find_sea
from render.explorers.layout import FRAME, Layout
from render.explorers.map_background import MapBackground, parchment, window_background, wooden_frame
from render.explorers.numbering import NumberedTarget, Target, moved_targets
from render.explorers.roster import put_hold
from render.explorers.tile_preview import tile_preview
from render.kit import WIDTH, Page, Sprite, icon, put_seat
from render.kit.palette import GOLD_LIGHT, INTENDED
from render.kit.plates import NUMBER_PLATE_PX, put_number_plate, wood_panel
from render.kit.regions import rectangle
from render.kit.shadows import rim
from render.painter import PictureRequest
from rules.components import Name
from rules.explorers.hexes import EAST, WEST, Cell, Point, cell_named, half_row, point_name
from rules.explorers.moves import Discard, KeepCaptain, Redraw
from rules.explorers.pieces import ACTIONS_PER_TURN, HOLD_SIZE, Captain
from rules.explorers.view import View
from rules.game import Seat

Scene = Literal["hand", "rotations", "map"]
POINT_REACH = 1.0
"""Visible part of the map around a point, in hex radii."""
WHOLE_CELL_PX = 10
"""A cell is whole if it ends at least this far from the edge of the picture."""
PANE_GAP = 12
PANE_RADIUS, LARGE_PANE_RADIUS = 96, 124


def focus_page(request: PictureRequest[View], captains: dict[Captain, Name]) -> Page:
    """Draw the hand, the ways a tile may lie, or a part of the map: what there is to decide."""
    view, focus = request.view, Focus(request, captains)
    match focus.scene:
        case "hand":
            assert view.seat is not None
            numbers = focus.choices
            return HandPicture(view, view.seat, captains, request.language, focus.intended, numbers).paint()
        case "rotations":
            assert focus.intended is not None
            return _rotations_page(request, captains, focus.intended, focus.rotation_choices)
        case "map":
            return focus.paint()


MAP_PARTS = ("ship", "north", "south")
"""Keys of the close-ups of the map."""


def map_part_page(request: PictureRequest[View], captains: dict[Captain, Name]) -> Page:
    """Draw the waters around the longship of the reader, or of the active player for spectators, or a half of
    the map."""
    if request.closeup == "ship":
        return Focus(request, captains).paint()
    tiles = sorted(request.view.tiles, key=lambda tile: half_row(Cell(tile.q, tile.r)))
    middle = len(tiles) // 2
    half = tiles[middle:] if request.closeup == "north" else tiles[:middle]
    needed = [Want(cell_area((tile.q, tile.r))) for tile in half]
    window = choose_window(needed, [], union([cell_area((tile.q, tile.r)) for tile in tiles]))
    return Focus(request, captains, window).paint()


def _is_about_hand(focus: "Focus") -> bool:
    if focus.choices:
        return all(choice.target.what in ("tile", "captain") for choice in focus.choices)
    moves = focus.request.focus_moves or tuple(filter(None, (focus.request.intention,)))
    if moves:
        return all(isinstance(move, KeepCaptain | Discard | Redraw) for move in moves)
    return focus.view.phase == "captains"


@dataclass(frozen=True)
class Focus(Board):
    """Draws a part of the map with the pieces of the cells that are shown whole."""

    window: Layout | None = None
    """The part to draw, if it is already known."""

    @property
    def scene(self) -> Scene:
        view, intended = self.view, self.intended
        if view.seat is not None and (view.hand or view.dealt) and _is_about_hand(self):
            return "hand"
        if self.rotation_choices and intended and intended.tile and intended.cell:
            return "rotations"
        return "map"

    @property
    def rotation_choices(self) -> tuple[NumberedTarget, ...]:
        return tuple(choice for choice in self.choices if choice.target.what == "turn")

    @cached_property
    def _layout(self) -> Layout:
        if self.window is not None:
            return self.window
        cells = [cell_area((tile.q, tile.r)) for tile in self.view.tiles]
        needed, helpful = [*self._needed()], [*self._helpful()]
        return choose_window(
            needed or self._changed() or [Want(self._ship)], helpful, union([*cells, HOME_AREA])
        )

    def _needed(self) -> Iterator[Want]:
        """The answers, the places of chosen moves, and in a turn of actions the longship."""
        for choice in self.choices:
            yield Want(self._target_area(choice.target), 1 + 0.5 / choice.number)
        moves = self.request.focus_moves or tuple(filter(None, (self.request.intention,)))
        for target in moved_targets(moves):
            yield Want(self._target_area(target))
        intended = self.intended
        if intended is not None:
            for ref in filter(None, (intended.start, intended.target)):
                yield Want(self._place_area(*ref))
            if intended.cell is not None:
                yield Want(cell_area(cell_named(intended.cell)))
        if self.view.phase == "actions" and self.choices:
            yield Want(self._ship, 2)

    def _helpful(self) -> Iterator[Area]:
        yield self._ship

    def _changed(self) -> list[Want]:
        """What is different since the earlier view."""
        changes = self.changes
        areas = [cell_area(cell_named(cell)) for cell in changes.tiles]
        areas += [self._place_area("land", place) for place in changes.lands]
        areas += [self._place_area("sea", place) for place in changes.seas]
        areas += [self._place_area("sea", self.view.players[seat].longship.place) for seat in changes.sailed]
        areas += [self._point_area(point) for point in changes.outposts]
        return [Want(area) for area in dict.fromkeys(areas)]

    @property
    def _seat(self) -> Seat:
        return self.view.active if self.view.seat is None else self.view.seat

    @property
    def _ship(self) -> Area:
        return self._place_area("sea", self.view.players[self._seat].longship.place)

    def _target_area(self, target: Target) -> Area:
        what, name = target
        if what == "cell":
            return cell_area(cell_named(name))
        return self._point_area(name) if what == "point" else self._place_area(what, name)

    def _place_area(self, kind: str, name: str) -> Area:
        found = find_land(self.view, name) if kind == "land" else find_sea(self.view, name)
        return HOME_AREA if found is None else cell_area((found[0].q, found[0].r))

    def _point_area(self, name: str) -> Area:
        points = (Point(tile.q, tile.r, tip) for tile in self.view.tiles for tip in (WEST, EAST))
        point = next(point for point in points if point_name(point) == name)
        x, y = corner_spot((point.q, point.r), point.corner)
        return x - POINT_REACH, y - POINT_REACH, x + POINT_REACH, y + POINT_REACH

    @cached_property
    def shown(self) -> View:
        tiles = tuple(tile for tile in self.view.tiles if self._is_whole((tile.q, tile.r)))
        cells = {tile.cell for tile in tiles}
        islands = tuple(island for island in self.view.islands if cells.intersection(island.cells))
        return self.view.model_copy(update={"tiles": tiles, "islands": islands})

    def _is_whole(self, cell: tuple[int, int]) -> bool:
        layout = self._layout
        (x, y), aside, high = layout.at(centre(cell)), layout.radius, layout.radius * ROOT3 / 2
        return (
            x - aside > WHOLE_CELL_PX
            and x + aside < layout.map_right - WHOLE_CELL_PX
            and y - high > WHOLE_CELL_PX
            and y + high < layout.map_bottom - WHOLE_CELL_PX
        )

    @cached_property
    def _background(self) -> MapBackground:
        return window_background(map_tiles(self.view.tiles), self._layout, self._earlier)

    def _paint_on(self, page: Page) -> None:
        self.put_mist(page)
        self._put_map(page)
        wooden_frame(page.image)
        self._put_beam(page)

    def put_mist(self, page: Page) -> None:
        """Hide the cells that are cut by the edge of the picture."""
        whole = {tile.cell for tile in self.shown.tiles}
        layout = self._layout
        for tile in self.view.tiles:
            x, y = layout.at(centre((tile.q, tile.r)))
            near = -layout.radius < x < WIDTH + layout.radius and -layout.radius < y < HEIGHT
            if tile.cell not in whole and near:
                page.put(hex_mist(layout.radius), x, y)

    def rotations(self, intended: Intention, ways: tuple[NumberedTarget, ...]) -> list[Image.Image]:
        """Draw the window with the tile as it lies each way."""
        assert intended.tile is not None
        assert intended.cell is not None
        cell = cell_named(intended.cell)
        page = Page(self._background.image)
        self._map_pieces.put(page)
        clean = page.image.copy()
        seen = []
        for way in ways:
            self._overlay.put_ghost_tile(page, intended.tile, cell, int(way.target.name))
            page.put(hex_rim(self._layout.radius - 1, INTENDED, 4, True), *self._layout.at(centre(cell)))
            seen.append(page.image.crop((0, 0, self._layout.map_right, self._layout.map_bottom)))
            page.image.paste(clean)
        return seen

    def _put_beam(self, page: Page) -> None:
        """Draw the hold and the actions left, or the tile that is being laid."""
        y = MAP_BOTTOM + BEAM / 2 - 1
        page.put_corner(wood_panel(WIDTH - 2 * FRAME + 20, BEAM, 8, "dark", 31), FRAME - 10, MAP_BOTTOM)
        put_seat(page, FRAME + 30, y, self._seat, 50, self.request.names[self._seat])
        player = self.view.players[self._seat]
        page.put(icon("explorers_longship", 54), 130, y)
        put_hold(page, player.longship, [198 + place * 64 for place in range(HOLD_SIZE)], y)
        page.part("hold", 170, y - 28, 354, y + 28)
        page.put(icon("viking", 50), 420, y)
        page.number(452, y, player.on_mainland, 40, anchor="lm")
        page.part("at_home", 394, y - 26, 500, y + 26)
        if self.view.phase == "place" and self.intended and self.intended.tile:
            tile = self.intended.tile
            page.put(icon(_SYMBOL_ICONS.get(tile.symbol, f"livestock_{tile.symbol}"), 54), WIDTH - 110, y)
            face = tile_preview(tile, self.intended.turn or 0).image
            small = face.resize((round(face.width * 0.32), round(face.height * 0.32)))
            page.put(Sprite(small), WIDTH - 190, y)
            page.number(WIDTH - 250, y, f"#{tile.number}", 40, anchor="rm")
        elif self.view.phase == "actions":
            for number in range(ACTIONS_PER_TURN):
                left = number < self.view.actions
                page.put(icon("slide", 48, GOLD_LIGHT, dim=not left), WIDTH - 250 + number * 60, y)
            page.part("actions", WIDTH - 278, y - 26, WIDTH - 40, y + 26)


_SYMBOL_ICONS = {"enemy_ship": "enemy_ship", "settlement": "settlement"}


def _rotations_page(
    request: PictureRequest[View],
    captains: dict[Captain, Name],
    intended: Intention,
    ways: tuple[NumberedTarget, ...],
) -> Page:
    """Draw the tile among its neighbours once for every way it may lie, each with its number."""
    assert intended.tile is not None
    assert intended.cell is not None
    columns = len(ways) if len(ways) < 4 else 2 if len(ways) == 4 else 3
    rows = -(-len(ways) // columns)
    wide = (WIDTH - 2 * FRAME - (columns - 1) * PANE_GAP) // columns // 2 * 2
    high = (HEIGHT - 2 * FRAME - (rows - 1) * PANE_GAP) // rows // 2 * 2
    radius = LARGE_PANE_RADIUS if len(ways) < 3 else PANE_RADIUS
    cell = cell_named(intended.cell)
    x, y = centre(cell)
    left, top = round(x * radius - wide / 2) // 2 * 2, round(y * radius - high / 2) // 2 * 2
    pane = Focus(request, captains, Layout(HEIGHT, radius, left, top, wide, high))
    panes = pane.rotations(intended, ways)
    page = Page(parchment(WIDTH, HEIGHT).image, "jpg")
    wooden_frame(page.image)
    for number, (way, look) in enumerate(zip(ways, panes, strict=True)):
        row, column = divmod(number, columns)
        in_row = min(columns, len(ways) - row * columns)
        start = (WIDTH - in_row * wide - (in_row - 1) * PANE_GAP) // 2
        across, down = start + column * (wide + PANE_GAP), FRAME + row * (high + PANE_GAP)
        page.image.paste(look, (across, down))
        page.put(rim(wide, high, 8, INTENDED, 5), across + wide / 2, down + high / 2)
        inset = NUMBER_PLATE_PX / 2 + 8
        target = rectangle(across, down, across + wide, down + high)
        put_number_plate(page, across + inset, down + inset, way.number, target)
    page.part("ways", FRAME, FRAME, WIDTH - FRAME, HEIGHT - FRAME)
    return page
