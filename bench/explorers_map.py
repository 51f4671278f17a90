"""What maps the tiles of Explorers make: `python -m bench.explorers_map --games 400`.

Places tiles only, by the rules of the game. At each of the four starting boards a random placer lays any
fitting tile anywhere; a sensible one keeps the map compact and closes islands. Told for each: how often a
hand had no place, how many placements there were to choose from, how many points could take an outpost at the
end, and how many islands were complete and of what size.
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
    cell_name,
    cells_around,
    is_closed,
    is_mainland,
    neighbour,
    point_of,
)
from rules.explorers.islands import islands
from rules.explorers.moves import END, Place
from rules.explorers.options import ExplorersOptions
from rules.explorers.pieces import BOARDS
from rules.explorers.state import State
from rules.explorers.tile import turned

Chooser = Callable[[State, Sequence[Place], Components, Random], Place]
SEATS = 4


class Map(NamedTuple):
    """What one game's placing came to."""

    unplaceable: int
    choices: list[int]
    outpost_points: int
    complete: list[int]  # sizes of the complete islands
    open_cells: int


def at_random(_state: State, places: Sequence[Place], _components: Components, random: Random) -> Place:
    return random.choice(places)


def sensibly(state: State, places: Sequence[Place], components: Components, random: Random) -> Place:
    """Beside many tiles, with few land corners left open, and land closed off where it can be."""
    map_ = chart(state.laid)
    cells = {cell_name(cell): cell for cell in map_.open_order}
    worths = [_worth(map_, cells[place.cell], place, components) + random.random() for place in places]
    return places[worths.index(max(worths))]


def _worth(map_: Chart, cell: Cell, place: Place, components: Components) -> float:
    land = turned(components.tile[place.tile].land, place.turn)
    known, _ = map_.open_cells[cell]
    worth = float(sum(neighbour(cell, edge) in map_.cells for edge in EDGES))
    for corner in EDGES:
        if not land >> corner & 1:
            continue
        around = [other for other in cells_around(point_of(cell, corner)) if other != cell]
        missing = [other for other in around if other not in map_.cells and not is_mainland(other)]
        if any(is_closed(other) for other in missing):
            worth -= 6
        elif not missing:
            worth += 2
        elif not known >> corner & 1:
            worth -= 1
    return worth


def play(game: Explorers, options: ExplorersOptions, choose: Chooser, random: Random) -> Map:
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
    return Map(unplaceable, choices, len(map_.points), complete, len(map_.open_cells))


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="for each placer and starting board")
    games = parser.parse_args().games
    game = Explorers()
    for name, choose in (("random", at_random), ("sensible", sensibly)):
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
