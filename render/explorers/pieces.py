"""The pieces on the map: their sprites, sizes and positions."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from render.explorers.geometry import corner_spot
from render.explorers.highlights import Changes
from render.explorers.layout import Layout
from render.explorers.piece_placement import Footprint, PiecePlacer, PlacementRequest, footprint
from render.explorers.tokens import (
    animal_token,
    enemy_token,
    longship_token,
    outpost_token,
    settlement_token,
    vikings_token,
)
from render.kit import Page, Sprite, icon
from render.kit.palette import INK
from rules.explorers.pieces import ANIMALS, Symbol
from rules.explorers.view import LandView, TileView, View
from rules.game import Seat

MOORINGS = (-1.5, -0.5, 0.5, 1.5)
"""Offsets of the moored ships to the south of the middle of the Mainland's shore, in hex radii."""
SHARED_SEA_SCALES = (1, 0.86, 0.74, 0.68)
"""Scale of ships that share a sea, by their number."""
MAX_MOVE_RADII = 0.4
"""How far a piece is moved to be whole at the edge of the map, in hex radii."""
Spot = tuple[float, float]


@dataclass(frozen=True)
class Sizes:
    """Sizes of pieces at a scale, never too small for a phone."""

    radius: int
    stretch: float = 1.0

    def _within(self, share: float, least: int, most: int) -> int:
        return int(min(most, max(least, share * self.radius)) * self.stretch)

    @property
    def animal(self) -> int:
        return self._within(0.70, 46, 92)

    @property
    def ship(self) -> int:
        return self._within(1.08, 80, 130)

    @property
    def enemy(self) -> int:
        return self._within(0.98, 66, 116)

    @property
    def settlement(self) -> int:
        return self._within(0.82, 56, 104)

    @property
    def outpost(self) -> int:
        return self._within(0.44, 32, 52)

    @property
    def font_px(self) -> int:
        return self._within(0.40, 38, 46)


def symbol_token(symbol: Symbol, sizes: Sizes, strength: int = 0) -> Sprite:
    """The sprite of a tile's symbol; strength 0 is an unknown settlement."""
    if symbol == "enemy_ship":
        return enemy_token(sizes.enemy)
    if symbol == "settlement":
        return settlement_token(strength, sizes.settlement, sizes.font_px)
    return animal_token(symbol, sizes.animal)


class PlacedSprite(NamedTuple):
    """A sprite with its spot and drawing order, whether it changed, and its part of the legend."""

    layer: int
    low: float
    token: Sprite
    spot: Spot
    changed: bool
    part: str
    times: int = 1


@dataclass
class _PieceGroup:
    tokens: list[Sprite]
    request: PlacementRequest
    layer: int
    part: str
    changed: bool = False
    count: int = 1
    ship: Seat | None = None


def _row_layout(tokens: list[Sprite]) -> tuple[Footprint, list[float]]:
    """Footprint of a row of tokens around its middle, and the x of each token."""
    feet = [footprint(token) for token in tokens]
    width = sum(foot.right - foot.left for foot in feet) - 6 * (len(feet) - 1)
    places, x = [], -width / 2
    for foot in feet:
        places.append(x - foot.left)
        x += foot.right - foot.left - 6
    return Footprint(-width / 2, min(f.top for f in feet), width / 2, max(f.bottom for f in feet)), places


@dataclass
class MapPieces:
    """All pieces on a map, placed."""

    view: View
    layout: Layout
    placer: PiecePlacer
    changes: Changes
    ships: dict[Seat, Spot] = field(default_factory=dict)
    pins: list[tuple[Spot, Spot]] = field(default_factory=list)
    """Lines from pieces that found no room on their land to the land."""

    @cached_property
    def sizes(self) -> Sizes:
        return Sizes(self.layout.radius)

    @cached_property
    def pieces(self) -> list[PlacedSprite]:
        """All pieces in drawing order."""
        outposts, home = self._outposts(), self._on_mainland()
        groups = [group for tile in self.view.tiles for group in (*self._on_land(tile), *self._at_sea(tile))]
        spots = self.placer.place_all([group.request for group in groups])
        placed = [
            laid for group, spot in zip(groups, spots, strict=True) for laid in self._place_group(group, spot)
        ]
        found = (self._moved_inside(one) for one in (*placed, *outposts, *home))
        return sorted((one for one in found if one is not None), key=lambda one: one[:2])

    def _moved_inside(self, piece: PlacedSprite) -> PlacedSprite | None:
        """Move a piece that would be cut at the edge of the map inside; None if it stands beyond the edge."""
        (x, y), inside = piece.spot, self.layout.clamp(piece.spot, footprint(piece.token))
        if max(abs(inside[0] - x), abs(inside[1] - y)) > MAX_MOVE_RADII * self.layout.radius:
            return None
        return piece._replace(spot=inside)

    def put(self, page: Page) -> None:
        pieces = self.pieces
        for start, end in self.pins:
            put_pin(page, start, end)
        for piece in pieces:
            x, y = piece.spot
            page.put(piece.token, x, y)
            foot = footprint(piece.token)
            page.part(piece.part, x + foot.left, y + foot.top, x + foot.right, y + foot.bottom)
            if piece.times > 1:
                page.number(x + foot.right - 6, y + foot.bottom - 14, f"×{piece.times}", 38, stroke=5)
            if piece.changed:
                page.put(icon("spark", 46), x + foot.right - 8, y + foot.top + 10)

    def _place_group(self, group: _PieceGroup, spot: Spot) -> list[PlacedSprite]:
        if group.ship is not None:
            self.ships[group.ship] = spot
        request = group.request
        low = spot[1] + request.foot.bottom
        if request.kind == "land" and not self.placer.is_on_region(request, (spot[0], low - 10)):
            self.pins.append(
                ((spot[0], low - 10), self.placer.region_centre(request.cell, request.kind, request.corners))
            )
        _, places = _row_layout(group.tokens)
        last = len(places) - 1
        return [
            PlacedSprite(
                group.layer,
                low,
                token,
                (spot[0] + aside, spot[1]),
                group.changed and number == last,
                group.part,
                group.count,
            )
            for number, (token, aside) in enumerate(zip(group.tokens, places, strict=True))
        ]

    def _outposts(self) -> list[PlacedSprite]:
        found = []
        for outpost in self.view.outposts:
            token = outpost_token(outpost.seat, self.sizes.outpost)
            x, y = self.layout.at(corner_spot((outpost.q, outpost.r), outpost.corner))
            y -= token.image.height * 0.10
            foot = footprint(token)
            self.placer.reserve(x, y, foot)
            changed = outpost.point in self.changes.outposts
            found.append(PlacedSprite(2, y + foot.bottom, token, (x, y), changed, "outpost"))
        return found

    def _on_mainland(self) -> list[PlacedSprite]:
        """Ships moored at the Mainland, and Vikings ashore there."""
        found = []
        for player in self.view.players:
            y = MOORINGS[player.seat] if len(self.view.players) > 1 else 0.0
            if player.longship.cell is None:
                token = longship_token(player.seat, self.sizes.ship)
                spot = self.layout.at((1.10, y))
                self.ships[player.seat] = spot
                self.placer.reserve(*spot, footprint(token))
                found.append(
                    PlacedSprite(3, spot[1], token, spot, player.seat in self.changes.sailed, "longship")
                )
            if player.on_mainland:
                token = vikings_token(player.seat, player.on_mainland, self.sizes.font_px)
                spot = self.layout.at((2.0 if player.seat % 2 else 2.66, y))
                self.placer.reserve(*spot, footprint(token))
                changed = player.seat in self.changes.home
                found.append(PlacedSprite(4, y, token, spot, changed, "vikings"))
        return found

    def _on_land(self, tile: TileView) -> list[_PieceGroup]:
        return [group for land in tile.lands for group in self._of_land(tile, land)]

    def _of_land(self, tile: TileView, land: LandView) -> list[_PieceGroup]:
        sizes, cell = self.sizes, (tile.q, tile.r)
        found: list[_PieceGroup] = []

        def add(tokens: list[Sprite], layer: int, part: str, count: int = 1) -> None:
            request = PlacementRequest(cell, "land", land.corners, _row_layout(tokens)[0])
            found.append(_PieceGroup(tokens, request, layer, part, count=count))

        if land.settlement is not None:
            add([settlement_token(land.settlement, sizes.settlement, sizes.font_px)], 1, "settlement")
        for animal in ANIMALS:
            if animal in land.livestock:
                add([animal_token(animal, sizes.animal)], 0, "livestock", land.livestock.count(animal))
        crowd = [
            vikings_token(seat, count, sizes.font_px) for seat, count in enumerate(land.vikings) if count
        ]
        if crowd:
            add(crowd, 4, "vikings")
        if found and land.place in self.changes.lands:
            found[-1].changed = True
        return found

    def _at_sea(self, tile: TileView) -> list[_PieceGroup]:
        sizes, cell = self.sizes, (tile.q, tile.r)
        found = []
        for sea in tile.seas:
            if sea.enemy_ship:
                token = enemy_token(sizes.enemy)
                request = PlacementRequest(cell, "sea", sea.corners, footprint(token))
                found.append(_PieceGroup([token], request, 1, "enemy_ship", sea.place in self.changes.seas))
            crowd = (
                SHARED_SEA_SCALES[min(len(sea.longships), len(SHARED_SEA_SCALES)) - 1] if sea.longships else 1
            )
            for seat in sea.longships:
                token = longship_token(seat, int(sizes.ship * crowd) // 2 * 2)
                request = PlacementRequest(cell, "sea", sea.corners, footprint(token))
                found.append(
                    _PieceGroup([token], request, 3, "longship", seat in self.changes.sailed, ship=seat)
                )
        return found


def put_pin(page: Page, start: Spot, end: Spot, colour: str = "#FFF7E2", wide: int = 3) -> None:
    page.segment(start, end, INK, wide + 4)
    page.segment(start, end, colour, wide)
    page.dot(*end, wide + 6, INK)
    page.dot(*end, wide + 3, colour)
