"""Marching, raiding, herding, building: rulings 5.4, 5.24, 5.28 to 5.34 and the examples T5 and T21."""

from dataclasses import replace

import pytest

from tests.rules.events import event_kinds
from tests.rules.explorers.map import build_map, land_of, vikings_by_place
from tests.rules.explorers.notation import legal_notations, play, play_with_events
from tests.rules.explorers.pieces import with_enemy, with_livestock, with_outpost, with_settlement
from tests.rules.explorers.states import table, with_player, with_ship, with_vikings

CAPE = build_map("e9 e10", "d9w")
TWO_LANDS = build_map("e9 e10 f9 f10", "d9w e10w")


def test_5_28_one_or_two_vikings_move_one_tile() -> None:
    state = with_vikings(table(CAPE), d9=3)
    assert legal_notations(state, "march") == {
        f"march d9 {place} {count}" for place in ("e9", "e10") for count in (1, 2)
    }
    after = play(state, "march d9 e9 2")
    assert vikings_by_place(after, 0) == {"mainland": 2, "d9": 1, "e9": 2}
    assert after.actions == 3


def test_5_9_nobody_walks_from_the_mainland() -> None:
    assert legal_notations(table(CAPE), "march") == set()


def test_5_24_two_lands_of_a_tile_are_not_connected_inside_it() -> None:
    state = with_vikings(table(TWO_LANDS), e10ne=1)
    assert legal_notations(state, "march") == {"march e10ne d9 1", "march e10ne e9 1"}


def test_vikings_do_not_swim() -> None:
    state = with_vikings(table(build_map("e9 e10", "d9w e9w")), e9w=1)
    assert legal_notations(state, "march") == set()


@pytest.mark.parametrize(("vikings", "raided"), [(3, ()), (4, (4,)), (5, (4,))])
def test_t5_a_settlement_of_strength_4(vikings: int, raided: tuple[int, ...]) -> None:
    state = with_settlement(with_vikings(table(CAPE), aboard=1, d9=vikings - 1, e9=1), "d9", 4)
    after = play(state, "march e9 d9 1")
    assert after.players[0].raided == raided
    assert (after.settlements == ()) == bool(raided)


def test_5_29_vikings_of_others_and_on_other_lands_do_not_count() -> None:
    state = with_settlement(with_vikings(table(TWO_LANDS), e10w=2, d9=1), "e10ne", 2)
    state = with_vikings(state, 1, e10ne=3)
    assert play(state, "march d9 e10ne 1").players[0].raided == ()


def test_5_29_transport_raids_too() -> None:
    state = with_settlement(with_vikings(table(CAPE), d9=1, e9=1), "d9", 2)
    state = with_livestock(state, ("e9", "pig"))
    after, events = play_with_events(state, "herd e9 pig d9")
    assert event_kinds(events) == ["livestock_herded", "settlement_raided"]
    assert after.players[0].raided == (2,)


def test_5_30_a_settlement_blocks_nothing() -> None:
    state = with_settlement(with_vikings(table(CAPE), d9=1, e9=1), "d9", 5)
    assert "march d9 e10 1" in legal_notations(state)
    assert "build d9w" in legal_notations(state)


def test_5_4_one_animal_goes_with_one_viking() -> None:
    state = with_livestock(with_vikings(table(CAPE), d9=2), ("d9", "pig"), ("d9", "pig"), ("e9", "goat"))
    assert legal_notations(state, "herd") == {"herd d9 pig e9", "herd d9 pig e10"}
    after = play(state, "herd d9 pig e9")
    assert vikings_by_place(after, 0) == {"mainland": 3, "d9": 1, "e9": 1}
    assert sorted(after.livestock) == sorted(
        [(land_of(after, "d9"), "pig"), (land_of(after, "e9"), "pig"), (land_of(after, "e9"), "goat")]
    )


def test_5_32_a_point_needs_three_tiles_and_land() -> None:
    state = with_vikings(table(build_map("e9", "d9w")), d9=2)
    assert legal_notations(state, "build") == set()
    assert "build d9w" in legal_notations(with_vikings(table(CAPE), d9=2))


@pytest.mark.parametrize("places", [{"d9": 2}, {"d9": 1, "e9": 1}, {"e9": 1, "e10": 1}])
def test_5_33_two_vikings_stand_around_the_point(places: dict[str, int]) -> None:
    state = with_vikings(table(CAPE), **places)
    after, events = play_with_events(state, "build d9w")
    assert event_kinds(events) == ["outpost_built"]
    assert after.actions == 2
    assert vikings_by_place(after, 0) == vikings_by_place(state, 0)
    assert len(after.players[0].outposts) == 1


def test_5_33_a_viking_on_another_land_of_the_tile_does_not_help() -> None:
    state = with_vikings(table(TWO_LANDS), e10w=1, d9=1)
    assert legal_notations(state, "build") == set()


def test_5_12_the_fixed_tiles_take_one_outpost_each_like_any_other() -> None:
    """The two points share a single tile: the middle one of the starting board."""
    state = with_vikings(table(build_map("e9 e10", "e9e e10e")), d8=2, d10=2)
    assert legal_notations(state, "build") == {"build e9e", "build e10e"}
    assert legal_notations(play(state, "build e9e"), "build") == set()


def test_one_viking_is_not_enough_even_with_a_rival_beside_him() -> None:
    state = with_vikings(with_vikings(table(CAPE), d9=1), 1, d9=1)
    assert legal_notations(state, "build") == set()


def test_t21_no_point_of_the_three_tiles_takes_another_outpost_not_even_on_another_island() -> None:
    cells = "e9 e10 f9 f8 f10 g9 g10"
    open_map = build_map(cells, "d9w e9w e10w f9w")
    state = with_vikings(table(open_map), 1, e9w=2, e10w=2)
    state = with_vikings(state, 0, d9=2, e9w=2)
    assert legal_notations(state, "build") == {"build d9w", "build e9w"}
    built = play(state, "build d9w")
    assert legal_notations(built, "build") == set()
    rival = play(built, "end", *[sorted(legal_notations(play(built, "end"), "place"))[0]])
    assert not {"build e9w", "build e10w"} & legal_notations(rival, "build")


def test_5_15_an_outpost_needs_two_actions_and_two_outposts_fit_a_turn() -> None:
    far = build_map("e9 e10 f9 f10 g10 h9 h10", "d9w g10w")
    state = with_vikings(table(far), d9=2, g10=2)
    once = play(state, "build d9w")
    twice = play(once, "build g10w")
    assert (once.active, once.actions) == (0, 2)
    assert len(twice.players[0].outposts) == 2
    assert twice.active == 1
    late = play(state, "march d9 e9 1", "march e9 d9 1", "march d9 e9 1")
    assert legal_notations(late, "build") == set()


def test_5_34_five_outposts_are_all() -> None:
    far = build_map("e9 e10 f9 f10 g10 h9 h10", "d9w g10w")
    state = with_outpost(with_vikings(table(far), g10=2), "d9w")
    assert legal_notations(state, "build") == {"build g10w"}
    state = with_player(state, outposts=state.players[0].outposts * 5)
    assert legal_notations(state, "build") == set()


def test_5_15_four_actions_and_no_more() -> None:
    state = with_vikings(table(CAPE), d9=3)
    third = play(state, "march d9 e9 1", "march e9 d9 1", "march d9 e9 1")
    assert third.active == 0
    after, events = play_with_events(third, "march e9 d9 1")
    assert (after.active, after.stage) == (1, "place")
    assert len(after.players[0].hand) == len(state.players[0].hand) + 1
    assert event_kinds(events) == ["vikings_marched", "tile_seen"]


def test_a_turn_in_which_nothing_can_be_done_ends_by_itself() -> None:
    state = with_player(table(CAPE), dead=6, ashore=())
    state = with_ship(with_enemy(state, "e9", deadly=False), "d9", 1)
    lost = with_player(state, ship=state.players[0].ship._replace(vikings=0), dead=7, ashore=())
    assert legal_notations(lost) == {"end"}
    placed = play(
        replace(lost, stage="place", actions=0), min(legal_notations(replace(lost, stage="place"), "place"))
    )
    assert placed.active == 1
