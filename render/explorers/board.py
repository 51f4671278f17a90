"""The board of Explorers: the map with its pieces, and the players' roster below."""

from dataclasses import dataclass
from functools import cached_property

from render.explorers.banners import Banners
from render.explorers.cell_names import put_cell_names
from render.explorers.geometry import Spot, centre
from render.explorers.ghost import dashed_trail
from render.explorers.heightmap import MapTiles, map_tiles
from render.explorers.hexes import hex_rim
from render.explorers.highlights import Changes, Intention, Ref, changes, find_sea, intention
from render.explorers.layout import Layout, layout
from render.explorers.magnifier import put_magnifier
from render.explorers.map_background import MapBackground, map_background
from render.explorers.numbering import NumberedTarget, numbered_targets
from render.explorers.overlay import MAINLAND, Overlay
from render.explorers.piece_placement import PiecePlacer
from render.explorers.pieces import MOORINGS, MapPieces
from render.explorers.roster import Roster
from render.kit import Page, icon
from render.kit.palette import CHANGED, INTENDED
from render.painter import RequestReader
from rules.components import Name
from rules.explorers.pieces import Captain
from rules.explorers.view import LongshipView, View


@dataclass(frozen=True)
class Board(RequestReader[View]):
    captains: dict[Captain, Name]

    @cached_property
    def changes(self) -> Changes:
        return changes(self.request.since, self.view)

    @cached_property
    def intended(self) -> Intention | None:
        return intention(self.view, self.request.intention, self.request.prompt)

    @cached_property
    def choices(self) -> tuple[NumberedTarget, ...]:
        return numbered_targets(self.request.prompt)

    @property
    def shown(self) -> View:
        """The view with the tiles, outposts and islands that are drawn."""
        return self.view

    @cached_property
    def _layout(self) -> Layout:
        return layout((tile.q, tile.r) for tile in self.view.tiles)

    @cached_property
    def _background(self) -> MapBackground:
        return map_background(map_tiles(self.view.tiles), self._layout, self._earlier)

    @property
    def _earlier(self) -> tuple[MapTiles, ...]:
        """The map one tile ago and two tiles ago, which this one can grow from."""
        return tuple(map_tiles(self.view.tiles[:-since]) for since in (1, 2))

    @cached_property
    def _placer(self) -> PiecePlacer:
        return PiecePlacer(
            self._layout,
            self._background.shore_map,
            memo=self._background.placement_memo,
            cache=self._background.placement_cache,
        )

    @cached_property
    def _map_pieces(self) -> MapPieces:
        return MapPieces(self.shown, self._layout, self._placer, self.changes)

    @cached_property
    def _overlay(self) -> Overlay:
        return Overlay(
            self.view, self._layout, self._background, self._map_pieces, self.choices, self.intended
        )

    def paint(self) -> Page:
        # A map with a new tile takes long to paint, so the faster encoder is used.
        page = Page(self._background.image, "jpg")
        self._paint_on(page)
        self._background.placement_cache.save()
        return page

    def _paint_on(self, page: Page) -> None:
        changed = self._put_map(page)
        if not self.choices:
            self._put_magnifier(page, changed)
        x, y = self._layout.at(MAINLAND)
        page.part("mainland", x - 50, y - 60, x + 90, y + 60)
        Roster(self.request, self.changes, self.captains).put(page, self._layout)

    def _put_map(self, page: Page) -> list[Spot]:
        """Draw the map with pieces, highlights and numbers. Returns the spots of changed pieces."""
        overlay = self._overlay
        self._put_new_tiles(page)
        overlay.put_veils(page)
        self._put_trails(page)
        self._map_pieces.put(page)
        Banners(self.shown, self._layout, self._placer).put(page)
        emptied = self._put_emptied(page)
        overlay.put_intention(page)
        cells = ((tile.q, tile.r) for tile in self.shown.tiles)
        put_cell_names(page, cells, self._layout, self._placer.occupied)
        overlay.put_plates(page)
        return [piece.spot for piece in self._map_pieces.pieces if piece.changed] + emptied

    def _put_magnifier(self, page: Page, changed: list[Spot]) -> None:
        """Magnify the intended targets, or else the changes. Not drawn while numbers are on the map."""
        if self.intended:
            put_magnifier(
                page, self._layout, self._background.empty_circle, self._overlay.intention_spots(), INTENDED
            )
        else:
            put_magnifier(
                page, self._layout, self._background.empty_circle, changed + self._new_cells, CHANGED
            )

    @cached_property
    def _new_cells(self) -> list[Spot]:
        new = [tile for tile in self.shown.tiles if tile.cell in self.changes.tiles]
        return [self._layout.at(centre((tile.q, tile.r))) for tile in new]

    def _put_new_tiles(self, page: Page) -> None:
        for x, y in self._new_cells:
            page.put(hex_rim(self._layout.radius - 3, CHANGED, 5, True), x, y)

    def _put_trails(self, page: Page) -> None:
        """Draw dashed trails from where ships came."""
        for seat, was in self.changes.sailed.items():
            if seat in self._map_pieces.ships:
                dashed_trail(page, self._earlier_spot(was), self._map_pieces.ships[seat], CHANGED)

    def _earlier_spot(self, ship: LongshipView) -> Spot:
        sea = find_sea(self.view, ship.place)
        if sea is None:
            y = MOORINGS[ship.seat] if len(self.view.players) > 1 else 0.0
            return self._layout.at((1.10, y))
        return self._placer.region_centre((sea[0].q, sea[0].r), "sea", sea[1].corners)

    def _put_emptied(self, page: Page) -> list[Spot]:
        """Mark lands and seas that are empty now. Returns their spots."""
        gone: list[Ref] = []
        for tile in self.shown.tiles:
            for land in tile.lands:
                empty = land.settlement is None and not land.livestock and not any(land.vikings)
                if empty and land.place in self.changes.lands:
                    gone.append(("land", land.place))
            gone += [
                ("sea", sea.place)
                for sea in tile.seas
                if not sea.enemy_ship and sea.place in self.changes.seas
            ]
        spots = [self._overlay.spot(ref) for ref in gone]
        for spot in spots:
            page.put(icon("spark", 46), *spot)
        return spots
