"""Draws highlights and number plates over the map: possible cells, the intention, numbered targets."""

from dataclasses import dataclass

from PIL import Image

from render.explorers.geometry import Spot, centre, corner_spot
from render.explorers.ghost import dashed_trail, ghost_tile, put_ghost
from render.explorers.heightmap import MapTile
from render.explorers.hexes import hex_glow, hex_rim, hex_veil
from render.explorers.highlights import Intention, Ref, find_land, find_sea, rotated_corners, rotated_land
from render.explorers.label_placement import Callout, place_labels
from render.explorers.layout import FRAME, Layout
from render.explorers.map_background import MapBackground
from render.explorers.numbering import NumberedTarget, Target
from render.explorers.piece_placement import Kind, PiecePlacer, PlacementRequest, footprint
from render.explorers.pieces import MapPieces, put_pin, symbol_token
from render.explorers.tile_preview import RADIUS, tile_preview
from render.explorers.tokens import outpost_token
from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import BONE, INTENDED
from render.kit.plates import choice_plate, span_plate
from render.kit.sprite_cache import Sprite
from render.kit.type import font
from rules.explorers.hexes import EAST, WEST, Cell, Point, cell_named, point_name
from rules.explorers.view import HandTile, View
from rules.game import Seat

MAINLAND = (2.3, 0.0)
"""Spot that stands for the Mainland, in hex radii."""
MAINLAND_SHORE = (1.1, 2.15)
"""Spot that stands for the Mainland's shore, beside the ships."""
PLATE = 58
"""Size of a number plate on the map."""
PIN_WIDTH = 5
NAME_COLOUR = "#4A2F12"


@dataclass
class Overlay:
    view: View
    layout: Layout
    background: MapBackground
    map_pieces: MapPieces
    choices: tuple[NumberedTarget, ...]
    intended: Intention | None

    @property
    def _placer(self) -> PiecePlacer:
        return self.map_pieces.placer

    @property
    def _seat(self) -> Seat:
        return self.view.active if self.view.seat is None else self.view.seat

    def spot(self, ref: Ref) -> Spot:
        """The spot that stands for a land or sea."""
        kind, place = ref
        if kind == "land":
            found = find_land(self.view, place)
            if found is None:
                return self.layout.at(MAINLAND)
            return self._placer.region_centre((found[0].q, found[0].r), "land", found[1].corners)
        if place == self.view.players[self._seat].longship.place and self._seat in self.map_pieces.ships:
            return self.map_pieces.ships[self._seat]
        sea = find_sea(self.view, place)
        if sea is None:
            return self.layout.at(MAINLAND_SHORE)
        return self._placer.region_centre((sea[0].q, sea[0].r), "sea", sea[1].corners)

    def put_veils(self, page: Page) -> None:
        """Veil the cells that can be chosen; before a tile is chosen, those where any of the hand fits."""
        cells = [choice.target.name for choice in self.choices if choice.target.what == "cell"]
        if any(choice.target.what == "tile" for choice in self.choices):
            cells = list(dict.fromkeys(cell for tile in self.view.hand or () for cell in tile.cells))
        for name in cells:
            x, y = self.layout.at(centre(cell_named(name)))
            page.put(hex_veil(self.layout.radius - 5), x, y)
        if self.intended is not None and self.intended.tile is not None and self.intended.cell is None:
            for choice in self.choices:
                if choice.turn is not None and choice.target.what == "cell":
                    self._put_tile_preview(
                        page, self.intended.tile, cell_named(choice.target.name), choice.turn
                    )

    def _put_tile_preview(self, page: Page, tile: HandTile, cell: Cell, turn: int) -> None:
        """Preview the tile on a cell where it fits in only one rotation."""
        shown = tile_preview(tile, turn).image
        share = (self.layout.radius - 3) / RADIUS
        size = round(shown.width * share), round(shown.height * share)
        x, y = self.layout.at(centre(cell))
        put_ghost(page, Sprite(shown.resize(size, Image.Resampling.BILINEAR)), x, y)

    def put_intention(self, page: Page) -> None:
        """Draw what has been chosen so far, and the effect of the move."""
        intended = self.intended
        if intended is None:
            return
        if intended.tile is not None and intended.cell is not None:
            self._put_tile(page, intended.tile, cell_named(intended.cell), intended.turn)
        if intended.start and intended.target:
            dashed_trail(page, self.spot(intended.start), self.spot(intended.target), INTENDED, head=True)
        elif intended.start:
            x, y = self.spot(intended.start)
            page.put(icon("pointing", 60), x, y - 58)
        if intended.point:
            spot = self._point_spot(intended.point)
            token = outpost_token(self._seat, self.map_pieces.sizes.outpost)
            put_ghost(page, token, spot[0], spot[1] - token.image.height * 0.10)
            page.put(icon("pointing", 60), spot[0], spot[1] - token.image.height * 0.75)

    def _put_tile(self, page: Page, tile: HandTile, cell: Cell, turn: int | None) -> None:
        """Highlight the cell and preview the tile on it."""
        x, y = self.layout.at(centre(cell))
        page.put(hex_glow(self.layout.radius, INTENDED), x, y)
        if turn is not None:
            self.put_ghost_tile(page, tile, cell, turn)
        page.put(hex_rim(self.layout.radius - 1, INTENDED, 4, True), x, y)

    def put_ghost_tile(self, page: Page, tile: HandTile, cell: Cell, turn: int) -> None:
        piece = MapTile(*cell, rotated_land(tile, turn), tile.middle)
        shown = ghost_tile(self.background.shore_map, piece)
        page.image.paste(shown.image, shown.corner(self.layout), shown.mask)
        kind: Kind = "sea" if tile.symbol == "enemy_ship" else "land"
        token = symbol_token(tile.symbol, self.map_pieces.sizes)
        placer = PiecePlacer(self.layout, shown.shore_map, list(self._placer.occupied))
        request = PlacementRequest(
            cell, kind, rotated_corners(tile.symbol_corners, turn), footprint(token), 3
        )
        put_ghost(page, token, *placer.place(request))

    def intention_spots(self) -> list[Spot]:
        intended = self.intended
        if intended is None:
            return []
        spots = [self.spot(ref) for ref in (intended.target, intended.start) if ref]
        if intended.cell is not None:
            spots.append(self.layout.at(centre(cell_named(intended.cell))))
        if intended.point is not None:
            spots.append(self._point_spot(intended.point))
        return spots

    def _point_spot(self, name: str) -> Spot:
        points = (Point(tile.q, tile.r, tip) for tile in self.view.tiles for tip in (WEST, EAST))
        point = next(point for point in points if point_name(point) == name)
        return self.layout.at(corner_spot((point.q, point.r), point.corner))

    def put_plates(self, page: Page) -> None:
        """Draw the number plates. Consecutive numbers of one target share a plate."""
        ranges = number_ranges(self.choices)
        shared: dict[str, int] = {}
        for target, first, last in ranges:
            if target.what == "cell":
                self._put_cell_plate(page, target, first, last, shared.get(target.name, 0))
                shared[target.name] = shared.get(target.name, 0) + 1
        self._put_target_plates(
            page, [numbers for numbers in ranges if numbers[0].what in ("land", "sea", "point")]
        )

    def _put_target_plates(self, page: Page, ranges: list[tuple[Target, int, int]]) -> None:
        """Draw plates on lands, seas and points, with a line to the target where they stand apart."""
        callouts = [self._callout(target, _plate_sprite(first, last)) for target, first, last in ranges]
        within = FRAME, FRAME, WIDTH - FRAME, self.layout.map_bottom
        spots = place_labels(callouts, self._placer.occupied, within, self.layout.radius)
        for (target, _, _), callout, spot in zip(ranges, callouts, spots, strict=True):
            if spot != callout.at or target.what == "point":
                put_pin(page, spot, callout.to, INTENDED, PIN_WIDTH)
        for (_, first, last), spot in zip(ranges, spots, strict=True):
            _put_plate(page, *spot, first, last)

    def _callout(self, target: Target, plate: Sprite) -> Callout:
        """The preferred spot of a number: on its land or sea, above its point, or beside the ships."""
        what, name = target
        foot = footprint(plate)
        if what == "point":
            x, y = self._point_spot(name)
            return Callout((x, y - 0.62 * self.layout.radius - 8), (x, y), foot)
        found = find_land(self.view, name) if what == "land" else find_sea(self.view, name)
        if found is None:
            at = self.layout.at((2.66, -0.5) if what == "land" else MAINLAND_SHORE)
            return Callout(at, at, foot)
        tile, place = found
        kind: Kind = "land" if what == "land" else "sea"
        request = PlacementRequest((tile.q, tile.r), kind, place.corners, foot)
        to = self._placer.region_centre(request.cell, kind, request.corners)
        spot = self._placer.best_spot(request)
        return Callout(spot if self._placer.is_on_region(request, spot) else to, to, foot)

    def _put_cell_plate(self, page: Page, target: Target, first: int, last: int, earlier: int) -> None:
        """Draw a plate in the middle of a cell; plates that share a cell stand side by side."""
        name = target.name
        x, y = self.layout.at(centre(cell_named(name)))
        _put_plate(page, x + earlier * PLATE * 0.9, y - 17, first, last)
        if not earlier:
            page.text(x, y + 32, name.upper(), font("letter", 38), NAME_COLOUR, stroke=3, edge="#FFF4CE")


def number_ranges(choices: tuple[NumberedTarget, ...]) -> list[tuple[Target, int, int]]:
    """Group consecutive numbers with the same target: target, first and last number."""
    ranges: list[tuple[Target, int, int]] = []
    for number, target, _ in choices:
        if ranges and ranges[-1][0] == target and ranges[-1][2] == number - 1:
            ranges[-1] = target, ranges[-1][1], number
        else:
            ranges.append((target, number, number))
    return ranges


def _plate_sprite(first: int, last: int) -> Sprite:
    if first == last:
        return choice_plate(first, PLATE, False)
    return span_plate(PLATE, len(span_text(first, last)))


def span_text(first: int, last: int) -> str:
    return f"{first}–{last}"


def _put_plate(page: Page, x: float, y: float, first: int, last: int) -> None:
    page.put(_plate_sprite(first, last), x, y)
    if first != last:
        page.text(x, y - 1, span_text(first, last), font("number", 38, 900), BONE)
