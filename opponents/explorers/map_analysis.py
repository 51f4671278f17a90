"""Analysis of a map: islands, the cells that keep them open, and distances.

It depends on the tiles only. Distances are computed on first use and cached.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.explorers.chart import Chart, chart
from rules.explorers.hexes import EDGES, FIXED, Cell, Point, cells_around, is_closed, neighbour, point_of
from rules.explorers.state import MAINLAND, SHORE, Land, Sea
from rules.explorers.tile import Laid

Steps = dict[int, int]
"""Number of steps from each place to a goal; unreachable places are missing."""
UNREACHABLE = 99
NO_SEAS: frozenset[Sea] = frozenset()


class Island(NamedTuple):
    """Connected lands: number of tiles, and number of free cells that keep them incomplete."""

    lands: tuple[Land, ...]
    size: int
    openings: int


class MapAnalysis:
    """Islands and distances of a map, without its pieces."""

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
        """Return for each sea the number of sails to one from which a longship can land on these lands."""
        found = self._approach.get((lands, closed))
        if found is None:
            goals = {sea for land in lands for sea in self.landing_seas(land)}
            found = _distances(goals, self.chart.sea_steps, closed)
            self._approach[lands, closed] = found
        return found

    def steps_by_sea(self, seas: tuple[Sea, ...]) -> Steps:
        """Return for each sea the number of sails to one of these seas."""
        found = self._sails.get(seas)
        if found is None:
            found = self._sails[seas] = _distances(seas, self.chart.sea_steps, NO_SEAS)
        return found

    def steps_by_land(self, lands: tuple[Land, ...]) -> Steps:
        """Return for each land the number of marches to one of these lands."""
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
        """Return for each tile its distance from the Mainland in tiles, including itself."""
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
    """Yield the cells at a corner where a tile can be placed; closed cells are sea."""
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
