"""The tiles make maps worth sailing: a few games of sensible placing keep the bounds of the set."""

from random import Random
from statistics import median

from bench.explorers_placing import place_sensibly, play
from tests.rules.explorers.states import GAME


def test_c9_d9_sensible_placing_gives_outpost_points_and_islands() -> None:
    random = Random(9)
    maps = [
        play(GAME, GAME.info.options(board=board), place_sensibly, random)
        for board in ("capes", "long_coast") * 3
    ]
    assert all(each.unplaceable == 0 for each in maps)
    assert all(each.open_cells > 0 for each in maps)
    assert all(each.outpost_points >= 20 for each in maps)
    assert all(5 <= len(each.complete) <= 12 for each in maps)
    assert 3 <= median(size for each in maps for size in each.complete) <= 6
    assert max(max(each.choices) for each in maps) < 500
