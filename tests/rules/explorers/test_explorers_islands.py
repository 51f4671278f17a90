"""Islands, their size and who controls them, against a count written another way.

The count works on corners alone: corners are joined along the edges of a tile and, where the tile says so,
through its middle. It knows nothing of the regions and steps of the rules.
"""

from collections import defaultdict
from random import Random
from typing import Any

import pytest

from rules.explorers.hexes import STEPS
from rules.explorers.view import View
from tests.rules.explorers.states import GAME

Corner = frozenset[tuple[int, int]]
"""A corner as the three cells around it."""


def corner(q: int, r: int, number: int) -> Corner:
    one, other = STEPS[number - 1], STEPS[number]
    return frozenset({(q, r), (q + one[0], r + one[1]), (q + other[0], r + other[1])})


def island_summary(view: View) -> set[Any]:
    """Each island as its cells, whether it is complete, the influence on it and who scores it."""
    root: dict[Corner, Corner] = {}

    def find(one: Corner) -> Corner:
        while root.setdefault(one, one) != one:
            one = root[one]
        return one

    cells = {(tile.q, tile.r): tile.cell for tile in view.tiles}
    for tile in view.tiles:
        land = [corner(tile.q, tile.r, number) for number in range(6) if tile.corners[number]]
        for number in range(6):
            if tile.corners[number] and tile.corners[(number + 1) % 6]:
                root[find(corner(tile.q, tile.r, number))] = find(corner(tile.q, tile.r, (number + 1) % 6))
        if tile.middle == "land":
            for one in land:
                root[find(one)] = find(land[0])
        for one in land:
            find(one)
    influence: dict[Corner, list[int]] = defaultdict(lambda: [0] * len(view.players))
    for tile in view.tiles:
        for land_view in tile.lands:
            place = find(corner(tile.q, tile.r, land_view.corners[0]))
            for seat, vikings in enumerate(land_view.vikings):
                influence[place][seat] += vikings
    for outpost in view.outposts:
        influence[find(corner(outpost.q, outpost.r, outpost.corner))][outpost.seat] += 2
    grouped: dict[Corner, list[Corner]] = defaultdict(list)
    for one in list(root):
        grouped[find(one)].append(one)
    found = set()
    for place, corners in grouped.items():
        covered = frozenset(cells[cell] for one in corners for cell in one if cell in cells)
        complete = all(cell in cells or _sea_for_ever(cell) for one in corners for cell in one)
        has = tuple(influence[place])
        leaders = tuple(seat for seat, mine in enumerate(has) if mine == max(has) > 0)
        found.add((covered, complete, has, leaders))
    return found


def _sea_for_ever(cell: tuple[int, int]) -> bool:
    """The Mainland, its shore, and the cells beside it, where no tile may come."""
    q, r = cell
    return r >= 0 and abs(2 * q + r) <= 5


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("board", ["capes", "strait", "headland", "long_coast"])
def test_islands_and_control_agree_with_another_count(seats: int, board: str) -> None:
    random = Random(f"{seats} {board}")
    state = GAME.setup(seats, GAME.info.options(board=board), random.randbytes(32))
    complete = 0
    while owing := GAME.to_act(state):
        seat = min(owing)
        moves = GAME.legal(state, seat)
        state = GAME.apply(state, seat, prefer_active_moves(moves, random)).state
        if moves[0].kind == "place" and random.random() < 0.3:
            complete += _check(GAME.view(state, None))
    assert _check(GAME.view(state, None)) + complete > 0


def _check(view: View) -> int:
    told = {
        (frozenset(island.cells), island.complete, island.influence, island.controllers)
        for island in view.islands
    }
    assert told == island_summary(view)
    islands = [
        sum(len(cells) for cells, complete, _, leaders in told if complete and seat in leaders)
        for seat in range(len(view.players))
    ]
    assert [player.scores[5] for player in view.players] == islands
    return sum(island.complete for island in view.islands)


def prefer_active_moves(moves: Any, random: Random) -> Any:
    """Tiles close to the starting board, actions rather than ends, outposts wherever they can be built."""
    if moves[0].kind == "place":
        return min(moves, key=lambda move: (_distance(move.cell), random.random()))
    builds = [move for move in moves if move.kind == "build"]
    others = [move for move in moves if move.kind in ("sail", "march", "unload")] or moves
    return random.choice(builds or others)


def _distance(name: str) -> int:
    column, row = ord(name[0]) - ord("d"), int(name.lstrip("abcdefghijklmnopqrstuvwxyz")) - 9
    return abs(column) + abs(row) if name[1].isdecimal() else 99
