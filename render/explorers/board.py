"""The board of Explorers: the map with all that stands on it, and the roster of ships under it."""

from dataclasses import dataclass
from functools import cached_property

from render.explorers.banners import Banners
from render.explorers.geometry import Spot, centre
from render.explorers.ghost import dashed_trail
from render.explorers.ground import Ground, ground
from render.explorers.hexes import hex_rim
from render.explorers.highlights import Changes, Intention, Ref, find_sea
from render.explorers.layout import Layout, layout
from render.explorers.number_marks import HOME, Pointing
from render.explorers.numbering import Choice
from render.explorers.pieces import MOORINGS, Standing
from render.explorers.placer import Placer
from render.explorers.roster import Roster
from render.explorers.spyglass import spyglass
from render.explorers.turning import put_ways
from render.explorers.world import Pieces, pieces_of
from render.kit.icons import icon
from render.kit.page import Page
from render.kit.palette import CHANGED, INTENDED
from rules.explorers.view import LongshipView, View


@dataclass
class Board:
    """One picture of the board: the view, who sits where, and what is pointed out."""

    view: View
    roster: Roster
    changes: Changes
    intended: Intention | None
    choices: tuple[Choice, ...] = ()

    @cached_property
    def _layout(self) -> Layout:
        return layout((tile.q, tile.r) for tile in self.view.tiles)

    @cached_property
    def _ground(self) -> Ground:
        return ground(pieces_of(self.view.tiles), self._layout, self._earlier)

    @property
    def _earlier(self) -> tuple[Pieces, ...]:
        """The maps it grew from: as it was one tile ago, and two."""
        return tuple(pieces_of(self.view.tiles[:-since]) for since in (1, 2))

    @cached_property
    def _placer(self) -> Placer:
        return Placer(
            self._layout, self._ground.lie, settled=self._ground.settled, recall=self._ground.recall
        )

    @cached_property
    def _standing(self) -> Standing:
        return Standing(self.view, self._layout, self._placer, self.changes)

    @cached_property
    def _pointing(self) -> Pointing:
        return Pointing(self.view, self._layout, self._ground, self._standing, self.choices, self.intended)

    def paint(self) -> Page:
        # A map that has grown takes time to paint, so little is left to encode it.
        page = Page(self._ground.image, "jpg")
        self._paint_on(page)
        self._ground.recall.keep()
        return page

    def _paint_on(self, page: Page) -> None:
        pointing, pieces = self._pointing, self._standing.pieces
        self._new_tiles(page)
        pointing.veils(page)
        self._trails(page)
        self._standing.put(page)
        Banners(self.view, self._layout, self._placer).put(page)
        emptied = self._emptied(page)
        pointing.intention(page)
        ways = tuple(choice for choice in self.choices if choice.target.what == "turn")
        if ways and self.intended:
            put_ways(page, pointing, self.intended, ways, self._layout)
            return
        pointing.plates(page)
        if not self.choices:
            self._glass(page, [piece.spot for piece in pieces if piece.changed] + emptied)
        x, y = self._layout.at(HOME)
        page.part("mainland", x - 50, y - 60, x + 90, y + 60)
        self.roster.put(page, self._layout.map_bottom)

    def _glass(self, page: Page, changed: list[Spot]) -> None:
        """What is meant, or has changed, enlarged; while something is chosen, people look at the numbers."""
        if self.intended:
            spyglass(page, self._layout, self._ground.paper, self._pointing.touched(), INTENDED)
        else:
            spyglass(page, self._layout, self._ground.paper, changed + self._new_cells, CHANGED)

    @cached_property
    def _new_cells(self) -> list[Spot]:
        """The middles of the tiles that are new."""
        new = [tile for tile in self.view.tiles if tile.cell in self.changes.tiles]
        return [self._layout.at(centre((tile.q, tile.r))) for tile in new]

    def _new_tiles(self, page: Page) -> None:
        for x, y in self._new_cells:
            page.put(hex_rim(self._layout.radius - 3, CHANGED, 5, True), x, y)

    def _trails(self, page: Page) -> None:
        """Where ships came from."""
        for seat, was in self.changes.sailed.items():
            if seat in self._standing.ships:
                dashed_trail(page, self._was_at(was), self._standing.ships[seat], CHANGED)

    def _was_at(self, ship: LongshipView) -> Spot:
        sea = find_sea(self.view, ship.place)
        if sea is None:
            y = MOORINGS[ship.seat] if len(self.view.players) > 1 else 0.0
            return self._layout.at((1.10, y))
        return self._placer.middle_of((sea[0].q, sea[0].r), "sea", sea[1].corners)

    def _emptied(self, page: Page) -> list[Spot]:
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
        spots = [self._pointing.spot(ref) for ref in gone]
        for spot in spots:
            page.put(icon("spark", 46), *spot)
        return spots
