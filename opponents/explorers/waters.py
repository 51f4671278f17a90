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
FAR = 99
NOTHING: frozenset[Sea] = frozenset()


class Isle(NamedTuple):
    """Lands that hang together: on how many tiles, and how many free cells keep them from being complete."""

    lands: tuple[Land, ...]
    size: int
    openings: int


class Waters:
    """Everything that can be read from a map without its pieces."""

    __slots__ = ("_approach", "_sails", "_walks", "chart", "isle_of", "isles", "points")

    def __init__(self, laid: tuple[Laid, ...]) -> None:
        self.chart: Chart = chart(laid)
        self.isles: list[Isle] = []
        self.isle_of: dict[Land, int] = {}
        self._find_isles()
        self.points: Mapping[Point, tuple[Land, Land, Land]] = self.chart.points
        self._approach: dict[tuple[tuple[Land, ...], frozenset[Sea]], Steps] = {}
        self._sails: dict[tuple[Sea, ...], Steps] = {}
        self._walks: dict[tuple[Land, ...], Steps] = {}

    def approach(self, lands: tuple[Land, ...], closed: frozenset[Sea] = NOTHING) -> Steps:
        """For each sea how many sails lead to one from which these lands can be reached."""
        found = self._approach.get((lands, closed))
        if found is None:
            goals = {sea for land in lands for sea in self.harbours(land)}
            found = _flood(goals, self.chart.sea_steps, closed)
            self._approach[lands, closed] = found
        return found

    def sail(self, seas: tuple[Sea, ...]) -> Steps:
        """For each sea how many sails lead to one of these."""
        found = self._sails.get(seas)
        if found is None:
            found = self._sails[seas] = _flood(seas, self.chart.sea_steps, NOTHING)
        return found

    def walk(self, lands: tuple[Land, ...]) -> Steps:
        """For each land how many marches lead to one of these."""
        found = self._walks.get(lands)
        if found is None:
            found = self._walks[lands] = _flood(lands, self.chart.land_steps, NOTHING)
        return found

    def harbours(self, land: Land) -> tuple[Sea, ...]:
        return (SHORE,) if land == MAINLAND else self.chart.seas_of(land // 3)

    def _find_isles(self) -> None:
        map_ = self.chart
        cells = list(map_.cells)
        for start in map_.lands:
            if start == MAINLAND or start in self.isle_of:
                continue
            lands = tuple(_flood((start,), map_.land_steps, NOTHING))
            self.isle_of |= dict.fromkeys(lands, len(self.isles))
            openings: set[Cell] = set()
            for land in lands:
                cell, at = cells[land // 3], map_.land_at[land // 3]
                for corner in EDGES:
                    if at[corner] == land:
                        openings.update(_open_around(cell, corner, map_.cells))
            self.isles.append(Isle(lands, len({land // 3 for land in lands}), len(openings)))

    def steps_out(self) -> Steps:
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


def _open_around(cell: Cell, corner: int, laid: Mapping[Cell, int]) -> Iterable[Cell]:
    """The cells at a corner where a tile may still come; those closed for ever are sea."""
    for other in cells_around(point_of(cell, corner)):
        if other not in laid and not is_closed(other):
            yield other


def _flood(goals: Iterable[int], steps: Mapping[int, tuple[int, ...]], closed: frozenset[int]) -> Steps:
    found = dict.fromkeys(goals, 0)
    way = list(found)
    for place in way:
        beyond = found[place] + 1
        for other in steps[place]:
            if other not in found and other not in closed:
                found[other] = beyond
                way.append(other)
    return found
