"""What a picture points out on the map: the answers by their numbers, and what has been chosen so far."""

from dataclasses import dataclass

from PIL import Image

from render.explorers.callouts import Callout, arranged
from render.explorers.geometry import Spot, centre, corner_spot
from render.explorers.ghost import dashed_trail, ghost_tile, put_ghost
from render.explorers.ground import Ground
from render.explorers.hexes import hex_glow, hex_rim, hex_veil
from render.explorers.highlights import Intention, Ref, find_land, find_sea, land_after, turned
from render.explorers.layout import FRAME, Layout
from render.explorers.numbering import Choice, Target
from render.explorers.pieces import Standing, put_pin, symbol_token
from render.explorers.placer import Kind, Placer, Wish, footprint
from render.explorers.tile_preview import RADIUS, lying_so
from render.explorers.tokens import outpost_token
from render.explorers.world import Piece
from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import BONE, INTENDED
from render.kit.plates import choice_plate, span_plate
from render.kit.sprites import Sprite
from render.kit.type import font
from rules.explorers.hexes import EAST, WEST, Cell, Point, cell_named, point_name
from rules.explorers.view import HandTile, View
from rules.game import Seat

HOME = (2.3, 0.0)
"""Where the Mainland is pointed at."""
SHORE = (1.1, 2.15)
"""Where its shore is: beside the ships that lie there."""
PLATE = 58
"""The size of a number on the map."""
PIN = 5
"""How thick the line is from a number to its place."""
NAMED = "#4A2F12"


@dataclass
class Pointing:
    """Points things out on one map."""

    view: View
    layout: Layout
    ground: Ground
    standing: Standing
    choices: tuple[Choice, ...]
    meant: Intention | None

    @property
    def _placer(self) -> Placer:
        return self.standing.placer

    @property
    def _seat(self) -> Seat:
        return self.view.active if self.view.seat is None else self.view.seat

    def spot(self, ref: Ref) -> Spot:
        """Where a land or sea is pointed at."""
        kind, place = ref
        if kind == "land":
            found = find_land(self.view, place)
            if found is None:
                return self.layout.at(HOME)
            return self._placer.middle_of((found[0].q, found[0].r), "land", found[1].corners)
        if place == self.view.players[self._seat].longship.place and self._seat in self.standing.ships:
            return self.standing.ships[self._seat]
        sea = find_sea(self.view, place)
        if sea is None:
            return self.layout.at(SHORE)
        return self._placer.middle_of((sea[0].q, sea[0].r), "sea", sea[1].corners)

    def veils(self, page: Page) -> None:
        """Cells that can be chosen; before the tile is, those where any of the hand fits."""
        cells = [choice.target.name for choice in self.choices if choice.target.what == "cell"]
        if any(choice.target.what == "tile" for choice in self.choices):
            cells = list(dict.fromkeys(cell for tile in self.view.hand or () for cell in tile.cells))
        for name in cells:
            x, y = self.layout.at(centre(cell_named(name)))
            page.put(hex_veil(self.layout.radius - 5), x, y)
        if self.meant is not None and self.meant.tile is not None and self.meant.cell is None:
            for choice in self.choices:
                if choice.turn is not None and choice.target.what == "cell":
                    self._small_tile(page, self.meant.tile, cell_named(choice.target.name), choice.turn)

    def _small_tile(self, page: Page, tile: HandTile, cell: Cell, turn: int) -> None:
        """The tile as it would lie, where it lies only one way."""
        shown = lying_so(tile, turn).image
        share = (self.layout.radius - 3) / RADIUS
        size = round(shown.width * share), round(shown.height * share)
        x, y = self.layout.at(centre(cell))
        put_ghost(page, Sprite(shown.resize(size, Image.Resampling.BILINEAR)), x, y)

    def intention(self, page: Page) -> None:
        """What has been chosen, and what the move would do."""
        meant = self.meant
        if meant is None:
            return
        if meant.tile is not None and meant.cell is not None:
            self._tile(page, meant.tile, cell_named(meant.cell), meant.turn)
        if meant.start and meant.target:
            dashed_trail(page, self.spot(meant.start), self.spot(meant.target), INTENDED, head=True)
        elif meant.start:
            x, y = self.spot(meant.start)
            page.put(icon("pointing", 60), x, y - 58)
        if meant.point:
            spot = self._point(meant.point)
            token = outpost_token(self._seat, self.standing.sizes.outpost)
            put_ghost(page, token, spot[0], spot[1] - token.image.height * 0.10)
            page.put(icon("pointing", 60), spot[0], spot[1] - token.image.height * 0.75)

    def _tile(self, page: Page, tile: HandTile, cell: Cell, turn: int | None) -> None:
        """The cell, and the tile as it would lie, with what it brings."""
        x, y = self.layout.at(centre(cell))
        page.put(hex_glow(self.layout.radius, INTENDED), x, y)
        if turn is not None:
            self.ghost(page, tile, cell, turn)
        page.put(hex_rim(self.layout.radius - 1, INTENDED, 4, True), x, y)

    def ghost(self, page: Page, tile: HandTile, cell: Cell, turn: int) -> None:
        piece = Piece(*cell, land_after(tile, turn), tile.middle)
        shown = ghost_tile(self.ground.lie, piece)
        page.image.paste(shown.image, shown.corner(self.layout), shown.mask)
        kind: Kind = "sea" if tile.symbol == "enemy_ship" else "land"
        token = symbol_token(tile.symbol, self.standing.sizes)
        placer = Placer(self.layout, shown.lie, list(self._placer.taken))
        wish = Wish(cell, kind, turned(tile.symbol_corners, turn), footprint(token), 3)
        put_ghost(page, token, *placer.put(wish))

    def touched(self) -> list[Spot]:
        """The places that are meant."""
        meant = self.meant
        if meant is None:
            return []
        spots = [self.spot(ref) for ref in (meant.target, meant.start) if ref]
        if meant.cell is not None:
            spots.append(self.layout.at(centre(cell_named(meant.cell))))
        if meant.point is not None:
            spots.append(self._point(meant.point))
        return spots

    def _point(self, name: str) -> Spot:
        points = (Point(tile.q, tile.r, tip) for tile in self.view.tiles for tip in (WEST, EAST))
        point = next(point for point in points if point_name(point) == name)
        return self.layout.at(corner_spot((point.q, point.r), point.corner))

    def plates(self, page: Page) -> None:
        """The numbers of the answers; those that lead to the same place stand on one plate."""
        spans = spans_of(self.choices)
        shared: dict[str, int] = {}
        for target, first, last in spans:
            if target.what == "cell":
                self._cell_plate(page, target, first, last, shared.get(target.name, 0))
                shared[target.name] = shared.get(target.name, 0) + 1
        self._place_plates(page, [span for span in spans if span[0].what in ("land", "sea", "point")])

    def _place_plates(self, page: Page, spans: list[tuple[Target, int, int]]) -> None:
        """On the land or sea, or where there is room near it, with a line to it."""
        callouts = [self._callout(target, _plate(first, last)) for target, first, last in spans]
        within = FRAME, FRAME, WIDTH - FRAME, self.layout.map_bottom
        spots = arranged(callouts, self._placer.taken, within, self.layout.radius)
        for (target, _, _), callout, spot in zip(spans, callouts, spots, strict=True):
            if spot != callout.at or target.what == "point":
                put_pin(page, spot, callout.to, INTENDED, PIN)
        for (_, first, last), spot in zip(spans, spots, strict=True):
            _put_plate(page, *spot, first, last)

    def _callout(self, target: Target, plate: Sprite) -> Callout:
        """Where a number would stand best: on its land or sea, over its point, at home beside the ships."""
        what, name = target
        foot = footprint(plate)
        if what == "point":
            x, y = self._point(name)
            return Callout((x, y - 0.62 * self.layout.radius - 8), (x, y), foot)
        found = find_land(self.view, name) if what == "land" else find_sea(self.view, name)
        if found is None:
            at = self.layout.at((2.66, -0.5) if what == "land" else SHORE)
            return Callout(at, at, foot)
        tile, place = found
        kind: Kind = "land" if what == "land" else "sea"
        wish = Wish((tile.q, tile.r), kind, place.corners, foot)
        to = self._placer.middle_of(wish.cell, kind, wish.corners)
        spot = self._placer.best(wish)
        return Callout(spot if self._placer.stands_on(wish, spot) else to, to, foot)

    def _cell_plate(self, page: Page, target: Target, first: int, last: int, earlier: int) -> None:
        """In the middle of the cell over its name; where moves share a cell, side by side."""
        name = target.name
        x, y = self.layout.at(centre(cell_named(name)))
        _put_plate(page, x + earlier * PLATE * 0.9, y - 17, first, last)
        if not earlier:
            page.text(x, y + 32, name.upper(), font("letter", 38), NAMED, stroke=3, edge="#FFF4CE")


def spans_of(choices: tuple[Choice, ...]) -> list[tuple[Target, int, int]]:
    """Numbers in a row that stand for the same place, by the first and the last of them."""
    spans: list[tuple[Target, int, int]] = []
    for number, target, _ in choices:
        if spans and spans[-1][0] == target and spans[-1][2] == number - 1:
            spans[-1] = target, spans[-1][1], number
        else:
            spans.append((target, number, number))
    return spans


def _plate(first: int, last: int) -> Sprite:
    if first == last:
        return choice_plate(first, PLATE, False)
    return span_plate(PLATE, len(span_text(first, last)))


def span_text(first: int, last: int) -> str:
    return f"{first}–{last}"


def _put_plate(page: Page, x: float, y: float, first: int, last: int) -> None:
    page.put(_plate(first, last), x, y)
    if first != last:
        page.text(x, y - 1, span_text(first, last), font("number", 38, 900), BONE)
