"""Measures the maps that the tiles of Explorers make: `python -m bench.explorers_map --games 400`.

Places tiles only, by the rules of the game. At each of the four starting boards one placer chooses at random;
a sensible one keeps the map compact and closes islands. Reported for each: hands without a place, the number
of possible placements, points for outposts at the end, and complete islands with their sizes.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from random import Random
from statistics import mean, median
from typing import NamedTuple

from rules.explorers.chart import Chart, chart
from rules.explorers.components import Components
from rules.explorers.game import Explorers
from rules.explorers.hexes import (
    EDGES,
    Cell,
    Point,
    cell_name,
    cells_around,
    is_closed,
    neighbour,
    point_of,
)
from rules.explorers.islands import islands
from rules.explorers.moves import END, Place
from rules.explorers.options import ExplorersOptions
from rules.explorers.pieces import BOARDS
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


def place_randomly(_state: State, places: Sequence[Place], _components: Components, random: Random) -> Place:
    return random.choice(places)


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


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="for each placer and starting board")
    games = parser.parse_args().games
    game = Explorers()
    for name, choose in (("random", place_randomly), ("sensible", place_sensibly)):
        for board in BOARDS:
            random = Random(f"{name} {board}")
            maps = [play(game, ExplorersOptions(board=board), choose, random) for _ in range(games)]
            turns = sum(len(each.choices) for each in maps)
            sizes = [size for each in maps for size in each.complete]
            print(
                f"{name:9}{board:11}"
                f"no place {sum(each.unplaceable for each in maps)} of {turns} turns, "
                f"choices {mean(count for each in maps for count in each.choices):.0f} "
                f"(at most {max(max(each.choices) for each in maps)}), "
                f"free cells at least {min(each.open_cells for each in maps)}, "
                f"outpost points {median(each.outpost_points for each in maps):.0f} "
                f"(at least {min(each.outpost_points for each in maps)}), "
                f"complete islands {median(len(each.complete) for each in maps):.0f} "
                f"({min(len(each.complete) for each in maps)}-{max(len(each.complete) for each in maps)}), "
                f"size {median(sizes):.0f}"
                if sizes
                else "no island"
            )


if __name__ == "__main__":
    main()
