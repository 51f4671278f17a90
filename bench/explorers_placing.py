"""Places the tiles of Explorers as sensible people do: compact, closing islands rather than joining them."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from rules.explorers.chart import Chart, chart
from rules.explorers.components import Components
from rules.explorers.game import Explorers
from rules.explorers.hexes import EDGES, Cell, Point, cell_name, cells_around, is_closed, neighbour, point_of
from rules.explorers.islands import islands
from rules.explorers.moves import END, Place
from rules.explorers.options import ExplorersOptions
from rules.explorers.state import MAINLAND, Land, State
from rules.explorers.tile import regions, rotate

Chooser = Callable[[State, Sequence[Place], Components, Random], Place]
SEATS = 4


class MapResult(NamedTuple):
    """The map of one game."""

    unplaceable: int
    choices: list[int]
    outpost_points: int
    complete: list[int]  # sizes of the complete islands
    open_cells: int


def place_sensibly(state: State, places: Sequence[Place], components: Components, random: Random) -> Place:
    """Prefer cells beside many tiles, few open land corners, and closing islands to joining them."""
    map_ = chart(state.laid)
    shores = _open_shores(map_)
    sites = {cell_name(cell): _Site(map_, shores, cell) for cell in map_.open_cells}
    scores = [sites[place.cell].score(place, components) + random.random() for place in places]
    return places[scores.index(max(scores))]


Shore = frozenset[Point]
"""Land corners of an island that have a free cell beside them."""


def _open_shores(map_: Chart) -> dict[Point, Shore]:
    """For each land corner beside a free cell, all such corners of its island."""
    cells = list(map_.cells)
    found: dict[Point, Shore] = {}
    seen: set[Land] = {MAINLAND}
    for start in map_.lands:
        if start in seen:
            continue
        seen.add(start)
        island = [start]
        for land in island:
            island += (new := [other for other in map_.land_steps[land] if other not in seen])
            seen.update(new)
        corners = {
            point_of(cells[land // 3], corner)
            for land in island
            for corner in EDGES
            if map_.land_at[land // 3][corner] == land
        }
        shore = frozenset(point for point in corners if _free_beside(map_, point))
        found |= dict.fromkeys(shore, shore)
    return found


def _free_beside(map_: Chart, point: Point, besides: Cell | None = None) -> list[Cell]:
    return [
        cell
        for cell in cells_around(point)
        if cell != besides and cell not in map_.cells and not is_closed(cell)
    ]


class _Site:
    """A free cell with its neighbours, and the effects of a land corner there."""

    def __init__(self, map_: Chart, shores: dict[Point, Shore], cell: Cell) -> None:
        self.neighbours = sum(neighbour(cell, edge) in map_.cells for edge in EDGES)
        self.points = [point_of(cell, corner) for corner in EDGES]
        free = [_free_beside(map_, point, cell) for point in self.points]
        self.open = [bool(cells) for cells in free]
        self.closing = frozenset(point for point, cells in zip(self.points, free, strict=True) if not cells)
        self.known = map_.open_cells[cell].shore >> 6
        self.shores = shores

    def score(self, place: Place, components: Components) -> float:
        tile = components.tile[place.tile]
        land = rotate(tile.land, place.turn)
        score = float(self.neighbours)
        for corner in EDGES:
            if land >> corner & 1:
                score += self._corner_score(corner)
        for region in regions(land, tile.middle, "land"):
            touched = {self.shores[self.points[c]] for c in region if self.points[c] in self.shores}
            closed = not any(self.open[c] for c in region) and all(s <= self.closing for s in touched)
            score += 3 * closed - 1.5 * max(0, len(touched) - 1)
        return score

    def _corner_score(self, corner: int) -> float:
        if not self.open[corner]:
            return 2
        return 0 if self.known >> corner & 1 else -1.5


def play(game: Explorers, options: ExplorersOptions, choose: Chooser, random: Random) -> MapResult:
    state = game.setup(SEATS, options, random.randbytes(32))
    unplaceable, choices = 0, []
    while owing := game.to_act(state):
        seat = min(owing)
        moves = game.legal(state, seat)
        places = [move for move in moves if isinstance(move, Place)]
        if state.stage == "place":
            choices.append(len(places))
            unplaceable += not places
        move = choose(state, places, game.components, random) if places else moves[0]
        state = game.apply(state, seat, END if END in moves else move).state
    map_ = chart(state.laid)
    complete = sorted(island.size for island in islands(state) if island.complete)
    return MapResult(unplaceable, choices, len(map_.points), complete, len(map_.open_cells))
