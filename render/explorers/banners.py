"""Banners on islands: the points and holders of a complete island, and islands that lack one corner."""

from dataclasses import dataclass

from render.explorers.drawing import token
from render.explorers.geometry import Spot, centre, corner_spot
from render.explorers.highlights import find_land
from render.explorers.layout import Layout
from render.explorers.piece_placement import Footprint, PiecePlacer, PlacementRequest
from render.explorers.pieces import put_pin
from render.kit import Canvas, Page, Sprite, font, sprite
from render.kit.palette import GOLD_DARK, GOLD_LIGHT, INK, VELLUM, down, light
from render.kit.seats import seat_mark
from rules.explorers.view import IslandView, OpenPoint, View

BANNER_HEIGHT = 52
MARK_PX = 40
FONT_PX = 40
_POLE = "#6B4526"


@sprite
def banner(width: int, complete: bool) -> Sprite:
    """A flag on a pole; a pale one with a dashed edge where the island is still open."""

    def draw(canvas: Canvas, _: str) -> None:
        wide = 100 * BANNER_HEIGHT / width
        canvas.box(0, 0, 100 * 7 / width, wide * 1.42, 1, _POLE)
        edge, face = (GOLD_DARK, GOLD_LIGHT) if complete else ("#8C8474", VELLUM)
        left, high = 100 * 5 / width, wide
        canvas.box(left, 0, 100 - left, high, 3, edge)
        inset = 100 * 4 / width
        canvas.box(left, inset, 100 - left - inset, high - 2 * inset, 2, down(light(face, 0.3), face))
        if not complete:
            for dash in range(0, 100, 16):
                canvas.box(dash, 0, 8, inset, 0, VELLUM).box(dash, high - inset, 8, inset, 0, VELLUM)

    return token(draw, width, 100 * BANNER_HEIGHT * 1.42 / width, outline=2.4, halo=2.6, relief=8)


@sprite
def open_corner(radius: int) -> Sprite:
    """A dashed ring around the corner that an island lacks."""
    side = 2 * radius + 12
    canvas = Canvas(side, box=side)
    for colour, wide in ((INK, 9), (GOLD_LIGHT, 5)):
        for dash in range(0, 360, 60):
            arc = [_on_circle(side / 2, radius, dash + step) for step in range(0, 31, 5)]
            canvas.line(arc, colour, wide)
    return Sprite(canvas.to_image(), 6)


def _on_circle(middle: float, radius: float, degrees: float) -> Spot:
    x, y = corner_spot((0, 0), degrees / 60)
    return middle + radius * x, middle + radius * y


def banner_width(size: int, holders: int) -> int:
    """Width of a banner with a number and a mark for each holder."""
    return 26 + 25 * len(str(size)) + 34 * holders


def corner_ring(radius: int) -> int:
    return max(16, round(radius * 0.28))


def has_banner(island: IslandView) -> bool:
    """True if the island has a banner: it is complete, or lacks one corner and is held."""
    return island.complete or (len(island.open_points) == 1 and bool(island.controllers))


@dataclass(frozen=True)
class Banners:
    view: View
    layout: Layout
    placer: PiecePlacer

    def put(self, page: Page) -> None:
        """Draw a ring where one corner is lacking, and a banner on every island that has one."""
        self.placer.prefetch([self._request(island) for island in self.view.islands if has_banner(island)])
        for island in self.view.islands:
            if len(island.open_points) == 1:
                self._put_open_corner(page, island.open_points[0])
            if has_banner(island):
                self._put(page, island)

    def _put_open_corner(self, page: Page, point: OpenPoint) -> None:
        x, y = self.layout.at(corner_spot((point.q, point.r), point.corner))
        reach = corner_ring(self.layout.radius)
        if self.layout.contains((x, y), reach):
            page.put(open_corner(reach), x, y)
            page.part("open_corner", x - reach, y - reach, x + reach, y + reach)

    def _put(self, page: Page, island: IslandView) -> None:
        holders = island.controllers
        width = banner_width(len(island.cells), len(holders))
        flag = banner(width, island.complete)
        request = self._request(island)
        x, y = self.layout.clamp(self.placer.place(request), request.foot)
        if not self.placer.is_on_region(request, (x, y)):
            put_pin(page, (x - width / 2 + 4, y + BANNER_HEIGHT * 0.6), self._middle(request))
        page.put(flag, x, y)
        across, level = x - width / 2 + 14, y - BANNER_HEIGHT * 0.21
        for seat in holders:
            page.put(seat_mark(seat, MARK_PX), across + MARK_PX / 2, level)
            across += 34
        number = font("number", FONT_PX, 850)
        page.text((across + x + width / 2) / 2, level, str(len(island.cells)), number, INK)
        key = "island" if island.complete else "open_island"
        page.part(key, x - width / 2, y - BANNER_HEIGHT * 0.7, x + width / 2, y + BANNER_HEIGHT * 0.7)

    def _request(self, island: IslandView) -> PlacementRequest:
        """Request a spot on the least busy land near the middle of the island."""
        width = banner_width(len(island.cells), len(island.controllers))
        foot = Footprint(-width / 2 - 4, -BANNER_HEIGHT * 0.71 - 4, width / 2 + 4, BANNER_HEIGHT * 0.71 + 4)
        lands = [found for place in island.places if (found := find_land(self.view, place))]
        spots = [centre((tile.q, tile.r)) for tile, _ in lands]
        middle = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)

        def rank(number: int) -> tuple[float, int]:
            x, y = spots[number]
            _, land = lands[number]
            busy = len(land.livestock) + (land.settlement is not None) + any(land.vikings)
            return busy + (x - middle[0]) ** 2 + (y - middle[1]) ** 2 - 0.4 * len(land.corners), number

        tile, land = lands[min(range(len(lands)), key=rank)]
        return PlacementRequest((tile.q, tile.r), "land", land.corners, foot)

    def _middle(self, request: PlacementRequest) -> Spot:
        return self.placer.region_centre(request.cell, request.kind, request.corners)
