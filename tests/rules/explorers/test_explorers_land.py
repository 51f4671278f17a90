"""Marching, raiding, herding, building: rulings 5.4, 5.24, 5.28 to 5.34 and the examples T5 and T21."""

import pytest

from tests.rules.explorers.explorers_table import (
    kinds,
    land_of,
    mine,
    offered,
    places_of,
    play,
    refused,
    sea_map,
    table,
    told,
    with_livestock,
    with_outpost,
    with_player,
    with_settlement,
    with_vikings,
)

CAPE = sea_map("e49 e51", "d50w")
TWO_LANDS = sea_map("e49 e51 f50 f52", "d50w e51w")


def test_5_28_one_or_two_vikings_move_one_tile() -> None:
    state = with_vikings(table(CAPE), d50=3)
    assert offered(state, "march") == {
        f"march d50 {place} {count}" for place in ("e49", "e51") for count in (1, 2)
    }
    after = play(state, "march d50 e49 2")
    assert places_of(after, 0) == {"mainland": 2, "d50": 1, "e49": 2}
    assert after.actions == 3


def test_5_9_nobody_walks_from_the_mainland() -> None:
    assert offered(table(CAPE), "march") == set()


def test_5_24_two_lands_of_a_tile_are_not_connected_inside_it() -> None:
    state = with_vikings(table(TWO_LANDS), e51ne=1)
    assert offered(state, "march") == {"march e51ne d50 1", "march e51ne e49 1"}


def test_vikings_do_not_swim() -> None:
    state = with_vikings(table(sea_map("e49 e51", "d50w e49w")), e49w=1)
    assert offered(state, "march") == set()


@pytest.mark.parametrize(("vikings", "raided"), [(3, ()), (4, (4,)), (5, (4,))])
def test_t5_a_settlement_of_strength_4(vikings: int, raided: tuple[int, ...]) -> None:
    state = with_settlement(with_vikings(table(CAPE), aboard=1, d50=vikings - 1, e49=1), "d50", 4)
    after = play(state, "march e49 d50 1")
    assert mine(after).raided == raided
    assert (after.settlements == ()) == bool(raided)


def test_5_29_vikings_of_others_and_on_other_lands_do_not_count() -> None:
    state = with_settlement(with_vikings(table(TWO_LANDS), e51w=2, d50=1), "e51ne", 2)
    state = with_vikings(state, 1, e51ne=3)
    assert mine(play(state, "march d50 e51ne 1")).raided == ()


def test_5_29_transport_raids_too() -> None:
    state = with_settlement(with_vikings(table(CAPE), d50=1, e49=1), "d50", 2)
    state = with_livestock(state, ("e49", "pig"))
    after, events = told(state, "herd e49 pig d50")
    assert kinds(events) == ["livestock_herded", "settlement_raided"]
    assert mine(after).raided == (2,)


def test_5_30_a_settlement_blocks_nothing() -> None:
    state = with_settlement(with_vikings(table(CAPE), d50=1, e49=1), "d50", 5)
    assert "march d50 e51 1" in offered(state)
    assert "build d50w" in offered(state)


def test_5_4_one_animal_goes_with_one_viking() -> None:
    state = with_livestock(with_vikings(table(CAPE), d50=2), ("d50", "pig"), ("d50", "pig"), ("e49", "goat"))
    assert offered(state, "herd") == {"herd d50 pig e49", "herd d50 pig e51"}
    after = play(state, "herd d50 pig e49")
    assert places_of(after, 0) == {"mainland": 3, "d50": 1, "e49": 1}
    assert sorted(after.livestock) == sorted(
        [(land_of(after, "d50"), "pig"), (land_of(after, "e49"), "pig"), (land_of(after, "e49"), "goat")]
    )


def test_5_32_a_point_needs_three_tiles_and_land() -> None:
    state = with_vikings(table(sea_map("e49", "d50w")), d50=2)
    assert offered(state, "build") == set()
    assert "build d50w" in offered(with_vikings(table(CAPE), d50=2))


@pytest.mark.parametrize("places", [{"d50": 2}, {"d50": 1, "e49": 1}, {"e49": 1, "e51": 1}])
def test_5_33_two_vikings_stand_around_the_point(places: dict[str, int]) -> None:
    state = with_vikings(table(CAPE), **places)
    after, events = told(state, "build d50w")
    assert kinds(events) == ["outpost_built"]
    assert after.actions == 2
    assert places_of(after, 0) == places_of(state, 0)
    assert len(mine(after).outposts) == 1


def test_5_33_a_viking_on_another_land_of_the_tile_does_not_help() -> None:
    state = with_vikings(table(TWO_LANDS), e51w=1, d50=1)
    assert offered(state, "build") == set()


def test_5_12_the_fixed_tiles_take_one_outpost_each_like_any_other() -> None:
    """The two points share a single tile: the middle one of the starting board."""
    state = with_vikings(table(sea_map("e49 e51", "e49e e51e")), d48=2, d52=2)
    assert offered(state, "build") == {"build e49e", "build e51e"}
    assert offered(play(state, "build e49e"), "build") == set()


def test_one_viking_is_not_enough_even_with_a_rival_beside_him() -> None:
    state = with_vikings(with_vikings(table(CAPE), d50=1), 1, d50=1)
    assert offered(state, "build") == set()


def test_t21_no_point_of_the_three_tiles_takes_another_outpost_not_even_on_another_island() -> None:
    cells = "e49 e51 f50 f48 f52 g49 g51"
    open_map = sea_map(cells, "d50w e49w e51w f50w")
    state = with_vikings(table(open_map), 1, e49w=2, e51w=2)
    state = with_vikings(state, 0, d50=2, e49w=2)
    assert offered(state, "build") == {"build d50w", "build e49w"}
    built = play(state, "build d50w")
    assert offered(built, "build") == set()
    rival = play(built, "end", *[sorted(offered(play(built, "end"), "place"))[0]])
    assert not {"build e49w", "build e51w"} & offered(rival, "build")


def test_5_15_an_outpost_needs_two_actions_and_two_outposts_fit_a_turn() -> None:
    far = sea_map("e49 e51 f50 f52 g51 h50 h52", "d50w g51w")
    state = with_vikings(table(far), d50=2, g51=2)
    once = play(state, "build d50w")
    twice = play(once, "build g51w")
    assert twice.actions == 0
    assert offered(twice) == {"end"}
    late = play(state, "march d50 e49 1", "march e49 d50 1", "march d50 e49 1")
    assert offered(late, "build") == set()


def test_5_34_five_outposts_are_all() -> None:
    far = sea_map("e49 e51 f50 f52 g51 h50 h52", "d50w g51w")
    state = with_outpost(with_vikings(table(far), g51=2), "d50w")
    assert offered(state, "build") == {"build g51w"}
    state = with_player(state, outposts=mine(state).outposts * 5)
    assert offered(state, "build") == set()


def test_5_15_four_actions_and_no_more() -> None:
    state = with_vikings(table(CAPE), d50=3)
    after = play(state, "march d50 e49 1", "march e49 d50 1", "march d50 e49 1", "march e49 d50 1")
    assert offered(after) == {"end"}
    assert refused(after, "march d50 e49 1")
