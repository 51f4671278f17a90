"""The final count: the printed examples T1 to T18 and T22, those derived from them, rulings 5.35 to 5.46."""

from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from rules.explorers.islands import Island, islands
from rules.explorers.pieces import ANIMALS, Animal
from rules.explorers.scoring import (
    captain_points,
    death_points,
    livestock_points,
    outcome,
    outpost_points,
    scores,
)
from rules.explorers.state import State
from tests.rules.explorers.map import build_map
from tests.rules.explorers.pieces import with_outpost
from tests.rules.explorers.states import table, with_player, with_ship, with_vikings

COUNTS = {"pig": 6, "chicken": 5, "goat": 5, "sheep": 4, "cattle": 3, "horse": 3}


def herd(**counts: int) -> tuple[Animal, ...]:
    return tuple(animal for animal in ANIMALS for _ in range(counts.get(animal, 0)))


def test_t1_livestock_sets() -> None:
    assert livestock_points(()) == 0
    assert livestock_points(("pig",)) == 1
    assert livestock_points(ANIMALS) == 21


@pytest.mark.parametrize(
    "counts",
    [
        {"pig": 3, "chicken": 2, "goat": 2, "sheep": 1, "cattle": 1, "horse": 1},
        {"pig": 3, "chicken": 3, "goat": 2, "sheep": 2, "cattle": 1},
        {"pig": 4, "chicken": 3, "goat": 1, "sheep": 1, "cattle": 1, "horse": 1},
    ],
)
def test_t2_herds_worth_28(counts: dict[str, int]) -> None:
    assert livestock_points(herd(**counts)) == 28


def test_t2_all_livestock_is_worth_80() -> None:
    assert livestock_points(herd(**COUNTS)) == 80


def test_t11_three_pigs_four_sheep_and_a_cow_make_13() -> None:
    assert livestock_points(herd(pig=3, sheep=4, cattle=1)) == 13


def test_5_46_the_largest_sets_first_are_worth_most() -> None:
    """Against every way of dividing a herd into sets."""

    @cache
    def best(counts: tuple[int, ...]) -> int:
        if not any(counts):
            return 0
        found = 0
        for taken in product((0, 1), repeat=len(counts)):
            left = tuple(count - one for count, one in zip(counts, taken, strict=True))
            size = sum(taken)
            if size and min(left) >= 0:
                found = max(found, size * (size + 1) // 2 + best(tuple(sorted(left))))
        return found

    for counts in combinations_with_replacement(range(4), 4):
        assert livestock_points(herd(**dict(zip(ANIMALS, counts, strict=False)))) == best(counts)


def test_t3_5_6_outposts() -> None:
    assert [outpost_points(count) for count in range(6)] == [0, 2, 5, 9, 14, 20]


def test_t4_deaths() -> None:
    assert [death_points(count) for count in range(7)] == [0, 1, 4, 9, 16, 25, 36]


SMALL = build_map("e9 e10", "d9w")


def of_size(state: State, size: int) -> Island:
    (found,) = [island for island in islands(state) if island.size == size]
    return found


def chain() -> State:
    """An island of three land corners in a row, those of e10 in the north-west, which covers five tiles."""
    return table(build_map("e9 e10 f9 f10", "d9w f9e e10w"))


def test_t6_influence_5_against_2_on_five_tiles() -> None:
    state = with_vikings(with_vikings(chain(), e10=3), 1, d9=2)
    state = with_outpost(state, "d9w")
    island = of_size(state, 5)
    assert island.complete
    assert island.influence == (5, 2)
    assert [points[5] for points in scores(state)] == [5, 0]


def test_5_35_an_island_with_land_at_the_rim_is_not_complete() -> None:
    state = with_vikings(table(build_map("e9", "d9w")), d9=3)
    assert not islands(state)[0].complete
    assert scores(state)[0][5] == 0


def test_5_35_open_sea_at_the_rim_is_fine() -> None:
    state = with_vikings(table(SMALL), d9=1)
    assert of_size(state, 3).complete
    assert scores(state)[0][5] == 3


def test_5_35_a_hole_in_the_map_keeps_an_island_open() -> None:
    ring = "e9 e10 f8 f10 g9 g10"
    (around,) = islands(table(build_map(ring, "f9w")))
    assert (around.size, around.complete) == (2, False)
    (closed,) = islands(table(build_map(f"{ring} f9", "f9w")))
    assert (closed.size, closed.complete) == (3, True)


def test_5_35_water_closed_to_tiles_for_ever_completes_an_island() -> None:
    """D7 lies beside the Mainland: no tile may come there, so a cape at its western tip is ringed."""
    (cape,) = islands(table(build_map("e9 e8 e7", "d7w")))
    assert (cape.size, cape.complete) == (2, True)
    (open_cape,) = islands(table(build_map("e9 e8 e7", "e7w")))
    assert not open_cape.complete


def test_5_9_the_mainland_is_no_island() -> None:
    state = table(SMALL)
    assert [island.influence for island in islands(state)] == [(0, 0)]
    assert [points[5] for points in scores(state)] == [0, 0]


def test_5_12_fixed_tiles_count_for_the_size_of_an_island() -> None:
    assert 1 in of_size(table(SMALL), 3).tiles


@pytest.mark.parametrize("captain", ["shieldmaiden", "queen", "scout", "cartographer"])
def test_5_38_incomplete_islands_give_nothing_to_captains(captain: Any) -> None:
    rivals = (1, 4) if captain == "scout" else (4, 1)
    for cells, complete in (("e9", False), ("e9 e10", True)):
        state = with_player(table(build_map(cells, "d9w")), kept=captain)
        for seat, vikings in enumerate(rivals):
            state = with_vikings(state, seat, aboard=0, d9=vikings)
        bonus = scores(state)[0][6]
        assert bool(bonus) == (complete and captain != "cartographer")


def test_5_36_a_tile_counts_for_both_its_islands_and_once_for_each() -> None:
    state = table(build_map("e9 e10 f9 f10", "d9w e10w"))
    assert sorted(island.size for island in islands(state)) == [3, 3]
    joined = table(build_map("e9 e10 f9 f10", "d9w e10w", {"e10": "land"}))
    assert [island.size for island in islands(joined)] == [5]


def test_5_37_a_tie_scores_in_full_for_all_and_nobody_without_influence() -> None:
    state = table(SMALL, seats=3)
    assert [points[5] for points in scores(state)] == [0, 0, 0]
    state = with_vikings(with_vikings(state, e9=2), 1, d9=2)
    assert [points[5] for points in scores(state)] == [3, 3, 0]
    four = table(build_map("e9 e10 f9", "d9w f9e"))
    four = with_vikings(with_vikings(four, e10=3), 1, d9=3)
    assert [points[5] for points in scores(four)] == [4, 4]


def test_vikings_aboard_have_no_influence() -> None:
    state = with_ship(table(SMALL), "d9", 3)
    assert of_size(state, 3).influence == (0, 0)


def island(size: int, *influence: int, vikings: tuple[int, ...] | None = None) -> Island:
    return Island((), tuple(range(size)), (), influence, vikings or influence)


def bonus(captain: Any, found: tuple[Island, ...] = (), seats: int = 2, **has: Any) -> int:
    return captain_points(captain, with_player(table(seats=seats), **has), 0, found)


def test_t8_5_43_barbarian() -> None:
    assert bonus("barbarian", destroyed=(True, False, True)) == 3


def test_t9_5_40_cartographer() -> None:
    sizes = lambda *sizes: tuple(island(size, 2, 0) for size in sizes)  # noqa: E731
    assert bonus("cartographer", ()) == 0
    assert bonus("cartographer", sizes(7)) == 0
    assert bonus("cartographer", sizes(7, 5, 3)) == 5
    assert bonus("cartographer", sizes(6, 6)) == 6
    assert bonus("cartographer", (island(7, 2, 0), island(5, 0, 1))) == 0
    assert bonus("cartographer", (island(7, 2, 0), island(5, 1, 1))) == 5


def test_t10_5_43_hero() -> None:
    assert bonus("hero", outposts=((0, 0, 0),) * 4, raided=(2, 2, 5), destroyed=(True,) * 5) == 6


def test_t11_5_43_huntsman() -> None:
    assert bonus("huntsman", delivered=herd(pig=3, sheep=4, cattle=1)) == 6
    assert bonus("huntsman", delivered=herd(**COUNTS)) == 22


def test_t12_5_41_queen() -> None:
    assert bonus("queen", (island(5, 8, 0, 0),), seats=3) == 5
    assert bonus("queen", (island(5, 1, 0, 0),), seats=3) == 0
    assert bonus("queen", (island(5, 8, 9, 0), island(3, 4, 0, 4)), seats=3) == 1
    assert bonus("queen", ()) == 0


def test_t13_5_42_scout() -> None:
    assert bonus("scout", (island(3, 1, 2),) * 4) == 4
    assert bonus("scout", (island(3, 2, 2),)) == 0
    # An outpost alone is not enough.
    assert bonus("scout", (island(3, 2, 3, vikings=(0, 3)),)) == 0


def test_t14_5_43_shieldmaiden() -> None:
    assert bonus("shieldmaiden", (island(3, 1, 0), island(4, 2, 2), island(5, 3, 1), island(3, 0, 1))) == 3


@pytest.mark.parametrize(("count", "points"), [(2, 0), (3, 2), (7, 4), (26, 16)])
def test_t15_5_43_trader(count: int, points: int) -> None:
    assert bonus("trader", delivered=("pig",) * count) == points


def test_t16_5_43_tyrant() -> None:
    assert bonus("tyrant", raided=(2, 3, 4, 5)) == 4


def test_t17_5_43_watchman() -> None:
    assert bonus("watchman", outposts=((0, 0, 0),) * 5) == 5


def test_t7_5_39_archer_counts_the_tiles_of_the_shortest_way() -> None:
    """Six tiles lead to the near side of the farthest outpost, the one on the starting board included."""
    line = "e10 f10 g11 h11 i12 j12 j11 k12"
    state = table(build_map(line, "i12w d10w"))
    assert captain_points("archer", state, 0, ()) == 0
    state = with_outpost(state, "i12w")
    assert captain_points("archer", state, 0, ()) == 6


def test_t7_5_39_archer_takes_the_farthest_of_several() -> None:
    state = table(build_map("e9 e10 f9 f10 g10 h9 h10", "d9w g10w"))
    near = with_outpost(state, "d9w")
    assert captain_points("archer", near, 0, ()) == 1
    assert captain_points("archer", with_outpost(near, "g10w"), 0, ()) == 4


def test_t18_alone_the_lower_captain_counts() -> None:
    state = with_player(
        table(seats=1),
        captains=("hero", "barbarian"),
        outposts=(),
        raided=(2, 2),
        destroyed=(False,) * 5,
    )
    assert scores(state)[0][6] == 0
    eight = with_player(
        state,
        captains=("hero", "shieldmaiden"),
        outposts=((0, 0, 0),) * 4,
        raided=(2, 2, 2, 2),
        destroyed=(False,) * 4,
    )
    assert scores(eight, (island(3, 1),) * 5)[0][6] == 5


def test_alone_one_influence_controls_an_island() -> None:
    state = with_vikings(table(SMALL, seats=1), e9=1)
    assert scores(state)[0][5] == 3


def finished_state(*sheets: dict[str, Any]) -> State:
    state = replace(table(seats=len(sheets)), stage="over")
    for seat, sheet in enumerate(sheets):
        state = with_player(state, seat, **sheet)
    return state


def test_5_44_dead_vikings_break_a_tie_then_settlements() -> None:
    """Ten points each, by a settlement and by deaths."""
    fell = {"kept": "queen", "raided": (5, 4), "dead": 1, "ashore": ()}
    raided = {"kept": "queen", "raided": (3, 3, 4)}
    other = {"kept": "queen", "raided": (5, 5)}
    ended = outcome(finished_state(raided, fell, other))
    assert ended.totals == (10, 10, 10)
    assert ended.ranking == ((1,), (0,), (2,))
    assert [row.category for row in ended.sheet][-2:] == ["dead_vikings", "settlements_raided"]
    assert outcome(finished_state(raided, raided)).ranking == ((0, 1),)


def test_t22_the_score_pad() -> None:
    """Matt, Steph, Andrew and Ben, with what can have brought them the points that are printed.

    Ben's Scout has a Viking on each island of the others.
    """
    state = finished_state(
        {
            "kept": "barbarian",
            "delivered": herd(pig=1, goat=1, cattle=1),
            "outposts": ((0, 0, 0),) * 5,
            "destroyed": (True, True, False, False),
            "raided": (5, 2),
            "dead": 2,
        },
        {
            "kept": "cartographer",
            "delivered": herd(pig=1, chicken=1, goat=1, sheep=1, horse=1),
            "outposts": ((0, 0, 0),) * 2,
            "destroyed": (False,),
            "raided": (3,),
        },
        {
            "kept": "trader",
            "delivered": herd(pig=1, chicken=1, goat=1, sheep=1),
            "outposts": ((0, 0, 0),) * 4,
            "raided": (5, 4, 3),
        },
        {
            "kept": "scout",
            "delivered": herd(pig=3, chicken=1, goat=1, sheep=1, cattle=1),
            "outposts": ((0, 0, 0),) * 3,
            "destroyed": (True, True),
            "raided": (5,),
            "dead": 2,
        },
    )
    found = (
        island(3, 3, 0, 0, 1),
        island(3, 2, 0, 0, 1),
        island(6, 0, 4, 0, 1),
        island(6, 0, 3, 0, 1),
        island(4, 0, 0, 4, 1),
        island(3, 0, 0, 0, 2, vikings=(0, 0, 0, 0)),
    )
    matt, steph, andrew, ben = scores(state, found)
    assert matt == (6, 20, 4, 7, 4, 6, 4)
    assert steph == (15, 5, 1, 3, 0, 12, 6)
    assert andrew == (10, 14, 0, 12, 0, 4, 2)
    assert ben == (17, 9, 2, 5, 4, 3, 5)
    assert [sum(sheet) for sheet in (matt, steph, andrew, ben)] == [51, 42, 42, 45]


def test_the_sheet_has_seven_rows_in_the_order_of_the_pad() -> None:
    state = with_player(
        finished_state({}, {}),
        delivered=ANIMALS,
        raided=(2, 5),
        destroyed=(True, False),
        dead=1,
        kept="tyrant",
    )
    ended = outcome(state)
    assert [(row.category, row.points[0]) for row in ended.sheet[:7]] == [
        ("livestock", 21),
        ("outposts", 0),
        ("enemy_ships", 2),
        ("settlements", 7),
        ("viking_deaths", 1),
        ("islands", 0),
        ("captain", 2),
    ]
    assert ended.totals[0] == 33
