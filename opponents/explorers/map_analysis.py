"""A map as a player reads it: islands and what keeps them open, and how far everything is from everything.

It follows from the tiles laid alone. Distances are counted when first asked for, and kept.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.explorers.chart import Chart, chart
from rules.explorers.hexes import EDGES, FIXED, Cell, Point, cells_around, is_closed, neighbour, point_of
from rules.explorers.state import MAINLAND, SHORE, Land, Sea
from rules.explorers.tile import Laid

Steps = dict[int, int]
"""For each place how many steps lead from it to a goal; places that are not in it lead nowhere."""
UNREACHABLE = 99
NO_SEAS: frozenset[Sea] = frozenset()


class Island(NamedTuple):
    """Lands that hang together: on how many tiles, and how many free cells keep them from being complete."""

    lands: tuple[Land, ...]
    size: int
    openings: int


class MapAnalysis:
    """Everything that can be read from a map without its pieces."""

    __slots__ = ("_approach", "_sails", "_walks", "chart", "island_of", "islands", "points")

    def __init__(self, laid: tuple[Laid, ...]) -> None:
        self.chart: Chart = chart(laid)
        self.islands: list[Island] = []
        self.island_of: dict[Land, int] = {}
        self._find_islands()
        self.points: Mapping[Point, tuple[Land, Land, Land]] = self.chart.points
        self._approach: dict[tuple[tuple[Land, ...], frozenset[Sea]], Steps] = {}
        self._sails: dict[tuple[Sea, ...], Steps] = {}
        self._walks: dict[tuple[Land, ...], Steps] = {}

    def steps_to_landing(self, lands: tuple[Land, ...], closed: frozenset[Sea] = NO_SEAS) -> Steps:
        """For each sea how many sails lead to one from which these lands can be reached."""
        found = self._approach.get((lands, closed))
        if found is None:
            goals = {sea for land in lands for sea in self.landing_seas(land)}
            found = _distances(goals, self.chart.sea_steps, closed)
            self._approach[lands, closed] = found
        return found

    def steps_by_sea(self, seas: tuple[Sea, ...]) -> Steps:
        """For each sea how many sails lead to one of these."""
        found = self._sails.get(seas)
        if found is None:
            found = self._sails[seas] = _distances(seas, self.chart.sea_steps, NO_SEAS)
        return found

    def steps_by_land(self, lands: tuple[Land, ...]) -> Steps:
        """For each land how many marches lead to one of these."""
        found = self._walks.get(lands)
        if found is None:
            found = self._walks[lands] = _distances(lands, self.chart.land_steps, NO_SEAS)
        return found

    def landing_seas(self, land: Land) -> tuple[Sea, ...]:
        return (SHORE,) if land == MAINLAND else self.chart.seas_of(land // 3)

    def _find_islands(self) -> None:
        map_ = self.chart
        cells = list(map_.cells)
        for start in map_.lands:
            if start == MAINLAND or start in self.island_of:
                continue
            lands = tuple(_distances((start,), map_.land_steps, NO_SEAS))
            self.island_of |= dict.fromkeys(lands, len(self.islands))
            openings: set[Cell] = set()
            for land in lands:
                cell, at = cells[land // 3], map_.land_at[land // 3]
                for corner in EDGES:
                    if at[corner] == land:
                        openings.update(_open_cells(cell, corner, map_.cells))
            self.islands.append(Island(lands, len({land // 3 for land in lands}), len(openings)))

    def tiles_from_mainland(self) -> Steps:
        """For each tile how many tiles lie on the way from the Mainland to it, itself included."""
        cells = self.chart.cells
        reached: dict[Cell, int] = dict.fromkeys(FIXED, 1)
        way = list(reached)
        for cell in way:
            for edge in EDGES:
                beyond = neighbour(cell, edge)
                if beyond in cells and beyond not in reached:
                    reached[beyond] = reached[cell] + 1
                    way.append(beyond)
        return {cells[cell]: steps for cell, steps in reached.items()}


def _open_cells(cell: Cell, corner: int, laid: Mapping[Cell, int]) -> Iterable[Cell]:
    """The cells at a corner where a tile may still come; those closed for ever are sea."""
    for other in cells_around(point_of(cell, corner)):
        if other not in laid and not is_closed(other):
            yield other


def _distances(goals: Iterable[int], steps: Mapping[int, tuple[int, ...]], closed: frozenset[int]) -> Steps:
    found = dict.fromkeys(goals, 0)
    way = list(found)
    for place in way:
        beyond = found[place] + 1
        for other in steps[place]:
            if other not in found and other not in closed:
                found[other] = beyond
                way.append(other)
    return found
