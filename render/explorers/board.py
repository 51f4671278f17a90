"""The board of Explorers: the map with all that stands on it, and the roster of ships under it."""

import math
from dataclasses import dataclass, field
from functools import cached_property

from render.explorers.geometry import centre, corner_spot
from render.explorers.ghost import dashed_trail, ghost_tile, put_ghost
from render.explorers.ground import Ground, ground
from render.explorers.hexes import hex_glow, hex_rim, hex_veil
from render.explorers.layout import Layout, layout
from render.explorers.marks import (
    Changes,
    Intention,
    Ref,
    find_land,
    find_sea,
    land_after,
    turned,
)
from render.explorers.placer import Footprint, Kind, Placer, Wish, footprint
from render.explorers.roster import roster
from render.explorers.spyglass import spyglass
from render.explorers.tokens import (
    animal_token,
    enemy_token,
    longship_token,
    number_plate,
    outpost_token,
    settlement_token,
    vikings_token,
)
from render.explorers.world import Piece, pieces_of
from render.kit.icons import icon
from render.kit.page import Page
from render.kit.palette import CHANGED, INTENDED
from render.kit.sprites import Sprite
from rules.explorers.pieces import Symbol
from rules.explorers.view import LongshipView, Mark, TileView, View
from rules.game import Seat

HOME = (2.3, 0.0)
"""Where the Mainland is pointed at."""
SHORE = (1.1, 2.15)
"""Where its shore is: beside the ships that lie there."""
_MOORINGS = (-1.5, -0.5, 0.5, 1.5)
MANY = (1, 0.86, 0.74, 0.68)
"""Ships that meet in one sea are smaller."""


@dataclass(frozen=True)
class Sizes:
    """How large pieces are at a scale; never too small for a phone."""

    radius: int
    stretch: float = 1.0

    def _within(self, share: float, least: int, most: int) -> int:
        return int(min(most, max(least, share * self.radius)) * self.stretch)

    @property
    def animal(self) -> int:
        return self._within(0.74, 50, 92)

    @property
    def ship(self) -> int:
        return self._within(1.08, 80, 130)

    @property
    def enemy(self) -> int:
        return self._within(0.98, 70, 116)

    @property
    def settlement(self) -> int:
        return self._within(0.86, 60, 104)

    @property
    def outpost(self) -> int:
        return self._within(0.44, 32, 52)

    @property
    def lettering(self) -> int:
        return self._within(0.40, 38, 46)


def symbol_token(symbol: Symbol, sizes: Sizes, strength: int = 0) -> Sprite:
    """The piece that a tile's symbol stands for; a settlement's strength is not known before it lies."""
    if symbol == "enemy_ship":
        return enemy_token(sizes.enemy)
    if symbol == "settlement":
        return settlement_token(strength, sizes.settlement, sizes.lettering)
    return animal_token(symbol, sizes.animal)


@dataclass
class _Piece:
    """A piece to be placed: what, where, how far in front, and whether it is new."""

    token: Sprite
    wish: Wish
    layer: int
    changed: bool = False
    ship: Seat | None = None


@dataclass
class Board:
    """One picture of the board: the view, who sits where, and what is pointed out."""

    view: View
    names: tuple[str, ...]
    changes: Changes
    intended: Intention | None
    _ships: dict[Seat, tuple[float, float]] = field(default_factory=dict)

    @cached_property
    def _marks(self) -> tuple[Mark, ...]:
        """The places numbered in the picture: once a move is chosen, only those it chose among."""
        meant = self.intended
        if meant is None:
            return self.view.marks
        if meant.tile is not None:
            return tuple(m for m in self.view.marks if m.ground == "cell" and m.place in meant.tile.cells)
        target = ("point", meant.point) if meant.point else meant.target
        return tuple(mark for mark in self.view.marks if (mark.ground, mark.place) == target)

    @cached_property
    def _cells(self) -> frozenset[tuple[int, int]]:
        cells = {(tile.q, tile.r) for tile in self.view.tiles}
        cells |= {
            (m.q, m.r) for m in self._marks if m.ground == "cell" and m.q is not None and m.r is not None
        }
        return frozenset(cells)

    @cached_property
    def _layout(self) -> Layout:
        return layout(self._cells)

    @cached_property
    def _ground(self) -> Ground:
        return ground(pieces_of(self.view.tiles), self._layout, self._cells)

    @cached_property
    def _sizes(self) -> Sizes:
        return Sizes(self._layout.radius)

    @cached_property
    def _placer(self) -> Placer:
        return Placer(self._layout, self._ground.raster, settled=self._ground.settled)

    def paint(self) -> Page:
        page = Page(self._ground.image)
        self._new_tiles(page)
        self._veils(page)
        outposts = self._outposts()
        home = self._home()
        pieces = self._pieces()
        spots = self._placer.settle([piece.wish for piece in pieces])
        for piece, spot in zip(pieces, spots, strict=True):
            if piece.ship is not None:
                self._ships[piece.ship] = spot
        self._trails(page)
        placed = [
            (piece.layer, spot[1] + piece.wish.foot.bottom, piece.token, spot, piece.changed)
            for piece, spot in zip(pieces, spots, strict=True)
        ]
        for _, _, token, (x, y), changed in sorted([*placed, *outposts, *home], key=lambda one: one[:2]):
            page.put(token, x, y)
            if changed:
                foot = footprint(token)
                page.put(icon("spark", 46), x + foot.right - 8, y + foot.top + 10)
        emptied = self._emptied(page)
        self._intention(page)
        self._plates(page)
        if self.intended:
            spyglass(page, self._layout, self._ground.paper, self._meant_spots(self.intended), INTENDED)
        else:
            moved = [spot for *_, spot, new in (*outposts, *placed, *home) if new]
            seen = [*moved, *emptied, *self._new_cells]
            spyglass(page, self._layout, self._ground.paper, seen, CHANGED)
        roster(page, self.view, self.names, self.changes, self._layout.map_bottom)
        return page

    # Where things are

    def _outposts(self) -> list[tuple[int, float, Sprite, tuple[float, float], bool]]:
        found = []
        for outpost in self.view.outposts:
            token = outpost_token(outpost.seat, self._sizes.outpost)
            x, y = self._layout.at(corner_spot((outpost.q, outpost.r), outpost.corner))
            y -= token.image.height * 0.10
            foot = footprint(token)
            self._placer.reserve(x, y, foot)
            found.append((2, y + foot.bottom, token, (x, y), outpost.point in self.changes.outposts))
        return found

    def _home(self) -> list[tuple[int, float, Sprite, tuple[float, float], bool]]:
        """Ships at the shore of the Mainland, and the Vikings ashore there."""
        found = []
        for player in self.view.players:
            y = _MOORINGS[player.seat] if len(self.view.players) > 1 else 0.0
            if player.longship.cell is None:
                token = longship_token(player.seat, self._sizes.ship)
                spot = self._layout.at((1.10, y))
                self._ships[player.seat] = spot
                self._placer.reserve(*spot, footprint(token))
                found.append((3, spot[1], token, spot, player.seat in self.changes.sailed))
            if player.on_mainland:
                token = vikings_token(player.seat, player.on_mainland, self._sizes.lettering)
                aside = 2.0 if player.seat % 2 else 2.66
                found.append((4, y, token, self._layout.at((aside, y)), False))
        return found

    def _pieces(self) -> list[_Piece]:
        pieces: list[_Piece] = []
        for tile in self.view.tiles:
            pieces += self._on_land(tile)
            pieces += self._at_sea(tile)
        return pieces

    def _on_land(self, tile: TileView) -> list[_Piece]:
        sizes, cell = self._sizes, (tile.q, tile.r)
        found = []
        for land in tile.lands:
            changed = land.place in self.changes.lands
            tokens: list[tuple[Sprite, int]] = []
            if land.settlement is not None:
                tokens.append((settlement_token(land.settlement, sizes.settlement, sizes.lettering), 1))
            tokens += [(animal_token(animal, sizes.animal), 0) for animal in land.livestock]
            tokens += [
                (vikings_token(seat, count, sizes.lettering), 4)
                for seat, count in enumerate(land.vikings)
                if count
            ]
            for number, (token, layer) in enumerate(tokens):
                wish = Wish(cell, "land", land.corners, footprint(token))
                found.append(_Piece(token, wish, layer, changed and number == len(tokens) - 1))
        return found

    def _at_sea(self, tile: TileView) -> list[_Piece]:
        sizes, cell = self._sizes, (tile.q, tile.r)
        found = []
        for sea in tile.seas:
            if sea.enemy_ship:
                token = enemy_token(sizes.enemy)
                wish = Wish(cell, "sea", sea.corners, footprint(token))
                found.append(_Piece(token, wish, 1, sea.place in self.changes.seas))
            crowd = MANY[min(len(sea.longships), len(MANY)) - 1] if sea.longships else 1
            for seat in sea.longships:
                token = longship_token(seat, int(sizes.ship * crowd) // 2 * 2)
                wish = Wish(cell, "sea", sea.corners, footprint(token))
                found.append(_Piece(token, wish, 3, seat in self.changes.sailed, seat))
        return found

    def _spot(self, ref: Ref) -> tuple[float, float]:
        """Where a land or sea is pointed at."""
        ground_, place = ref
        if ground_ == "land":
            found = find_land(self.view, place)
            if found is None:
                return self._layout.at(HOME)
            return self._placer.middle_of((found[0].q, found[0].r), "land", found[1].corners)
        mine = self.view.active if self.view.seat is None else self.view.seat
        if place == self.view.players[mine].longship.place and mine in self._ships:
            return self._ships[mine]
        sea = find_sea(self.view, place)
        if sea is None:
            return self._layout.at(SHORE)
        return self._placer.middle_of((sea[0].q, sea[0].r), "sea", sea[1].corners)

    # Pointing out

    @cached_property
    def _new_cells(self) -> list[tuple[float, float]]:
        """The middles of the tiles that are new."""
        new = [tile for tile in self.view.tiles if tile.cell in self.changes.tiles]
        return [self._layout.at(centre((tile.q, tile.r))) for tile in new]

    def _new_tiles(self, page: Page) -> None:
        for x, y in self._new_cells:
            page.put(hex_rim(self._layout.radius - 3, CHANGED, 5, True), x, y)

    def _trails(self, page: Page) -> None:
        """Where ships came from."""
        for seat, was in self.changes.sailed.items():
            if seat in self._ships:
                dashed_trail(page, self._was_at(was), self._ships[seat], CHANGED)

    def _was_at(self, ship: LongshipView) -> tuple[float, float]:
        sea = find_sea(self.view, ship.place)
        if sea is None:
            y = _MOORINGS[ship.seat] if len(self.view.players) > 1 else 0.0
            return self._layout.at((1.10, y))
        return self._placer.middle_of((sea[0].q, sea[0].r), "sea", sea[1].corners)

    def _emptied(self, page: Page) -> list[tuple[float, float]]:
        """Lands and seas where nothing stands any more."""
        gone: list[Ref] = []
        for tile in self.view.tiles:
            for land in tile.lands:
                empty = land.settlement is None and not land.livestock and not any(land.vikings)
                if empty and land.place in self.changes.lands:
                    gone.append(("land", land.place))
            gone += [
                ("sea", sea.place)
                for sea in tile.seas
                if not sea.enemy_ship and sea.place in self.changes.seas
            ]
        spots = [self._spot(ref) for ref in gone]
        for spot in spots:
            page.put(icon("spark", 46), *spot)
        return spots

    def _veils(self, page: Page) -> None:
        """Cells that can be chosen."""
        for mark in self._marks:
            if mark.ground == "cell" and mark.q is not None and mark.r is not None:
                if self.intended and mark.place == self.intended.cell:
                    continue
                x, y = self._layout.at(centre((mark.q, mark.r)))
                page.put(hex_veil(self._layout.radius - 5), x, y)

    def _intention(self, page: Page) -> None:
        meant = self.intended
        if meant is None:
            return
        if meant.tile is not None and meant.cell is not None:
            self._ghost(page, meant)
        if meant.start and meant.target:
            dashed_trail(page, self._spot(meant.start), self._spot(meant.target), INTENDED, head=True)
        point = next((m for m in self._marks if m.ground == "point"), None)
        if meant.point and point is not None and point.q is not None and point.r is not None:
            mine = self.view.active if self.view.seat is None else self.view.seat
            token = outpost_token(mine, self._sizes.outpost)
            x, y = self._layout.at(corner_spot((point.q, point.r), point.corners[0]))
            put_ghost(page, token, x, y - token.image.height * 0.10)
            page.put(icon("pointing", 60), x, y - token.image.height * 0.75)

    def _meant_spots(self, meant: Intention) -> list[tuple[float, float]]:
        """The places a move would touch."""
        spots = [self._spot(ref) for ref in (meant.target, meant.start) if ref]
        for mark in self.view.marks:
            if self._is_meant(mark) and mark.q is not None and mark.r is not None:
                cell = mark.q, mark.r
                if mark.ground == "cell":
                    spots.append(self._layout.at(centre(cell)))
                elif mark.ground == "point":
                    spots.append(self._layout.at(corner_spot(cell, mark.corners[0])))
        return spots

    def _ghost(self, page: Page, meant: Intention) -> None:
        """The tile as it would lie, with what it brings."""
        mark = next((m for m in self.view.marks if m.ground == "cell" and m.place == meant.cell), None)
        tile = meant.tile
        if tile is None or mark is None or mark.q is None or mark.r is None:
            return
        cell = mark.q, mark.r
        piece = Piece(*cell, land_after(tile, meant.turn), tile.middle)
        shown = ghost_tile(self._ground.raster, piece)
        x, y = self._layout.at(centre(cell))
        page.put(hex_glow(self._layout.radius, INTENDED), x, y)
        page.image.paste(shown.image, shown.corner(self._layout), shown.mask)
        page.put(hex_rim(self._layout.radius - 1, INTENDED, 4, True), x, y)
        kind: Kind = "sea" if tile.symbol == "enemy_ship" else "land"
        token = symbol_token(tile.symbol, self._sizes)
        placer = Placer(self._layout, shown.raster, self._placer.taken)
        wish = Wish(cell, kind, turned(tile.symbol_corners, meant.turn), footprint(token), 3)
        put_ghost(page, token, *placer.put(wish))

    def _plates(self, page: Page) -> None:
        """The numbers by which places are chosen."""
        lettering = max(38, min(48, round(self._layout.radius * 0.5)))
        waiting = []
        for mark in self._marks:
            chosen = self._is_meant(mark)
            plate = number_plate(mark.number, mark.ground, lettering if mark.ground == "cell" else 38, chosen)
            if mark.q is None or mark.r is None:
                at = (2.66, -0.5) if mark.ground == "land" else SHORE
                page.put(plate, *self._layout.at(at))
            elif mark.ground == "cell":
                self._cell_plate(page, plate, (mark.q, mark.r), chosen)
            elif mark.ground == "point":
                x, y = self._layout.at(corner_spot((mark.q, mark.r), mark.corners[0]))
                page.put(plate, x, y)
                self._placer.reserve(x, y, footprint(plate))
            else:
                kind: Kind = "land" if mark.ground == "land" else "sea"
                waiting.append((plate, Wish((mark.q, mark.r), kind, mark.corners, footprint(plate))))
        for plate, wish in waiting:
            page.put(plate, *self._placer.put(wish))

    def _is_meant(self, mark: Mark) -> bool:
        meant = self.intended
        if meant is None:
            return False
        if mark.ground == "cell":
            return mark.place == meant.cell
        return mark.place == meant.point or (mark.ground, mark.place) == meant.target

    def _cell_plate(self, page: Page, plate: Sprite, cell: tuple[int, int], chosen: bool) -> None:
        x, y = self._layout.at(centre(cell))
        if chosen:
            # Off the ghost: on the side of its cell where least is covered.
            x, y = min(self._around(cell), key=lambda spot: self._covered(spot, footprint(plate)))
        page.put(plate, x, y)

    def _around(self, cell: tuple[int, int]) -> list[tuple[float, float]]:
        x, y = self._layout.at(centre(cell))
        far = 0.866 * self._layout.radius
        angles = [math.radians(60 * side - 90) for side in range(6)]
        return [(x + far * math.cos(angle), y + far * math.sin(angle)) for angle in angles]

    def _covered(self, spot: tuple[float, float], foot: Footprint) -> float:
        x, y = spot
        hidden = 0.0
        for left, top, right, bottom in self._placer.taken:
            wide = min(right, x + foot.right) - max(left, x + foot.left)
            high = min(bottom, y + foot.bottom) - max(top, y + foot.top)
            hidden += max(0.0, wide) * max(0.0, high)
        for mark in self._marks:
            if mark.ground == "cell" and mark.q is not None and mark.r is not None:
                far = math.dist(spot, self._layout.at(centre((mark.q, mark.r))))
                hidden += 900 if far < self._layout.radius * 0.9 else 0
        return hidden
