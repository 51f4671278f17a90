"""Draws highlights and number plates over the map: possible cells, the intention, numbered targets."""

import math
from dataclasses import dataclass

from PIL import Image

from render.explorers.geometry import Spot, centre, corner_spot, hexagon, spot_between
from render.explorers.ghost import dashed_trail, ghost_tile, put_ghost
from render.explorers.heightmap import MapTile
from render.explorers.hexes import hex_glow, hex_rim, hex_veil
from render.explorers.highlights import Intention, Ref, find_land, find_sea, rotated_corners, rotated_land
from render.explorers.label_placement import Callout, place_labels
from render.explorers.layout import FRAME, Layout
from render.explorers.map_background import MapBackground
from render.explorers.numbering import NumberedTarget, Target
from render.explorers.piece_placement import Footprint, Kind, PiecePlacer, PlacementRequest, Rect, footprint
from render.explorers.pieces import MapPieces, put_pin, symbol_token
from render.explorers.tile_preview import RADIUS, tile_preview
from render.explorers.tokens import outpost_token
from render.kit import Page, Sprite, font, icon
from render.kit.palette import BONE, INTENDED
from render.kit.plates import choice_plate, span_plate
from render.kit.regions import NumberMark, Outline, disc, hull, split
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
_ARROW_PX = 92
"""Distance of a number from the edge to which its arrow points."""
_POINT_REACH = 0.45
"""Radius of the region around a point, in hex radii."""
_HEX_CORNERS = 6
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
        """Draw the number plates, one for each target."""
        apart: dict[Target, list[int]] = {}
        for target, numbers in numbers_by_target(self.choices).items():
            if target.what == "cell" and not self._is_beyond(target):
                self._put_cell_plate(page, target, numbers)
            elif target.what in ("cell", "land", "sea", "point"):
                apart[target] = numbers
        self._put_target_plates(page, apart)

    def _rough_spot(self, target: Target) -> Spot:
        """About where a target is, also outside the picture."""
        what, name = target
        if what == "point":
            return self._point_spot(name)
        if what == "cell":
            return self.layout.at(centre(cell_named(name)))
        found = find_land(self.view, name) if what == "land" else find_sea(self.view, name)
        if found is None:
            return self.layout.at(MAINLAND if what == "land" else MAINLAND_SHORE)
        return self.layout.at(centre((found[0].q, found[0].r)))

    def _is_beyond(self, target: Target) -> bool:
        """True if a target lies outside the part of the map that is shown."""
        x, y = self._rough_spot(target)
        left, top, right, bottom = self._within
        reach = self.layout.radius * 0.5
        return not (left - reach < x < right + reach and top - reach < y < bottom + reach)

    def _put_target_plates(self, page: Page, numbers: dict[Target, list[int]]) -> None:
        """Draw plates on lands, seas and points, with a line to the target where they stand apart."""
        callouts = [self._callout(target, _plate_sprite(found)) for target, found in numbers.items()]
        within = self._within
        spots = place_labels(callouts, self._placer.occupied, within, self.layout.radius)
        for target, callout, spot in zip(numbers, callouts, spots, strict=True):
            if self._is_beyond(target):
                dashed_trail(page, spot, callout.to, INTENDED, head=True)
            elif spot != callout.at or target.what == "point":
                put_pin(page, spot, callout.to, INTENDED, PIN_WIDTH)
        for (target, found), (x, y) in zip(numbers.items(), spots, strict=True):
            _put_plate(page, x, y, found, self._outline(target) or disc(x, y, PLATE / 2))
            if target.what == "cell":
                below = 1 if y + PLATE < self._within[3] else -1
                _put_cell_name(page, x, y + below * (PLATE / 2 + 20), target.name)

    def _callout(self, target: Target, plate: Sprite) -> Callout:
        """The preferred spot of a number: on its land or sea, above its point, or beside the ships."""
        what, name = target
        foot = footprint(plate)
        if self._is_beyond(target):
            return self._callout_at_edge(self._rough_spot(target), foot)
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

    def _callout_at_edge(self, to: Spot, foot: Footprint) -> Callout:
        """A number at the edge of the map, with an arrow towards a target outside."""
        left, top, right, bottom = self._within
        x, y = (left + right) / 2, (top + bottom) / 2
        across, down = to[0] - x, to[1] - y
        share = min((right - left) / 2 / max(abs(across), 1), (bottom - top) / 2 / max(abs(down), 1))
        tip = x + across * share, y + down * share
        back = _ARROW_PX / max(1.0, math.hypot(across, down))
        at_x = min(max(tip[0] - across * back, left - foot.left), right - foot.right)
        at_y = min(max(tip[1] - down * back, top - foot.top), bottom - foot.bottom)
        return Callout((at_x, at_y), tip, foot)

    @property
    def _within(self) -> Rect:
        """The part of the picture for number plates."""
        bottom = min(self.layout.map_bottom, self.layout.height - FRAME)
        return FRAME, FRAME, self.layout.map_right - FRAME, bottom

    def _put_cell_plate(self, page: Page, target: Target, numbers: list[int]) -> None:
        """Draw a plate in the middle of a cell, with the cell's name below."""
        name = target.name
        left, top, right, bottom = self._within
        x, y = self.layout.at(centre(cell_named(name)))
        x, y = min(max(x, left + PLATE / 2), right - PLATE / 2), min(max(y, top + 48), bottom - 52)
        _put_plate(page, x, y - 17, numbers, self._cell_outline(cell_named(name)))
        _put_cell_name(page, x, y + 32, name)

    def _cell_outline(self, cell: tuple[int, int]) -> Outline:
        return tuple(hexagon(self.layout.radius, *self.layout.at(centre(cell))))

    def _outline(self, target: Target) -> Outline | None:
        """The outline of a target on the map; None if it lies outside, or is the Mainland."""
        what, name = target
        if self._is_beyond(target):
            return None
        if what == "point":
            return disc(*self._point_spot(name), self.layout.radius * _POINT_REACH)
        found = find_land(self.view, name) if what == "land" else find_sea(self.view, name)
        if found is None:
            return None
        tile, place = found
        cell = tile.q, tile.r
        if len(place.corners) == _HEX_CORNERS:
            return self._cell_outline(cell)
        # A land or sea reaches half-way to the neighbouring corners.
        spots = (
            spot_between(cell, corner, corner + shift) for corner in place.corners for shift in (-1, 0, 1)
        )
        middle = self.spot(("land" if what == "land" else "sea", name))
        return hull((middle, *map(self.layout.at, spots)))


def _put_cell_name(page: Page, x: float, y: float, name: str) -> None:
    page.text(x, y, name.upper(), font("letter", 38), NAME_COLOUR, stroke=3, edge="#FFF4CE")


def numbers_by_target(choices: tuple[NumberedTarget, ...]) -> dict[Target, list[int]]:
    numbers: dict[Target, list[int]] = {}
    for number, target, _ in choices:
        numbers.setdefault(target, []).append(number)
    return numbers


def _span_text(numbers: list[int]) -> str:
    """Returns the text on the number plate of a target: `3`, `4–6`, `1–2, 5`."""
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and spans[-1][-1] == number - 1:
            spans[-1] = [spans[-1][0], number]
        else:
            spans.append([number])
    return ", ".join("–".join(map(str, span)) for span in spans)


def _plate_sprite(numbers: list[int]) -> Sprite:
    if len(numbers) == 1:
        return choice_plate(numbers[0], PLATE, False)
    return span_plate(PLATE, len(_span_text(numbers)))


def _put_plate(page: Page, x: float, y: float, numbers: list[int], outline: Outline) -> None:
    plate = _plate_sprite(numbers)
    page.put(plate, x, y)
    if len(numbers) > 1:
        page.text(x, y - 1, _span_text(numbers), font("number", 38, 900), BONE)
    mark = NumberMark(numbers[0], x, y, plate.image.width - 2 * plate.pad, PLATE, outline)
    page.number_marks += split(mark, sorted(numbers))
