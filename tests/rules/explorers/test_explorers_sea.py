"""Loading, unloading, delivering, sailing, fighting: rulings 5.1 to 5.3, 5.10, 5.20 to 5.27."""

import pytest

from tests.rules.events import event_kinds
from tests.rules.explorers.map import build_map, vikings_by_place
from tests.rules.explorers.notation import is_refused, legal_notations, play, play_with_events
from tests.rules.explorers.pieces import with_enemy, with_livestock, with_settlement
from tests.rules.explorers.states import table, with_player, with_ship, with_vikings

# d9 has a cape in the west, which e9 and e10 share.
CAPE = build_map("e9 e10", "d9w")
# e10 has two lands, at its western tip and towards d9.
TWO_LANDS = build_map("e9 e10 f9 f10", "d9w e10w")


def test_a_game_starts_with_two_vikings_aboard_and_five_on_the_mainland() -> None:
    state = table()
    assert state.players[0].ship == (-1, 2, ())
    assert vikings_by_place(state, 0) == {"mainland": 5}


def test_5_1_at_the_shore_one_more_viking_fits() -> None:
    state = table()
    assert legal_notations(state, "load") == {"load mainland 1 none none none"}
    assert play(state, "load mainland 1 none none none").players[0].ship.vikings == 3


@pytest.mark.parametrize(
    ("aboard", "livestock", "more"),
    [
        (0, (), {(3, 0), (2, 1), (1, 2), (0, 2), (0, 1), (1, 0), (2, 0), (1, 1)}),
        (1, (), {(1, 0), (2, 0), (0, 1), (1, 1), (0, 2)}),
        (1, ("pig",), {(1, 0), (0, 1)}),
        (0, ("pig", "goat"), {(1, 0)}),
        (2, ("pig",), set()),
    ],
)
def test_5_1_cargo_is_three_in_all_and_two_livestock(
    aboard: int, livestock: tuple[str, ...], more: set[tuple[int, int]]
) -> None:
    state = with_ship(table(CAPE), "d9", aboard, *livestock)
    state = with_livestock(with_vikings(state, d9=3), ("d9", "cattle"), ("d9", "horse"), ("d9", "sheep"))
    found = set()
    for notation in legal_notations(state, "load"):
        _, _, vikings, *animals = notation.split()
        found.add((int(vikings), sum(animal != "none" for animal in animals)))
    assert found == more


def test_5_1_the_earlier_edition_lets_three_livestock_aboard() -> None:
    state = with_ship(table(CAPE, cargo="any_three"), "d9", 0)
    state = with_livestock(with_vikings(state, d9=1), ("d9", "pig"), ("d9", "pig"), ("d9", "goat"))
    assert play(state, "load d9 0 pig pig goat").players[0].ship.livestock == ("pig", "pig", "goat")
    later = with_livestock(with_vikings(with_ship(table(CAPE), "d9", 0), d9=1), ("d9", "pig"), ("d9", "pig"))
    assert "load d9 0 pig pig none" in legal_notations(later)


def test_5_2_one_action_touches_one_land() -> None:
    state = with_ship(table(TWO_LANDS), "e10", 2)
    assert {notation.split()[1] for notation in legal_notations(state, "unload")} == {"e10w", "e10ne"}
    after = play(state, "unload e10w 1 none none none")
    assert vikings_by_place(after, 0) == {"mainland": 5, "e10w": 1}
    assert after.actions == 3


def test_5_20_a_viking_aboard_is_not_enough_to_load_livestock() -> None:
    state = with_livestock(with_ship(table(CAPE), "d9", 2), ("d9", "pig"))
    assert legal_notations(state, "load") == set()


def test_5_20_the_viking_may_stay_when_livestock_is_loaded() -> None:
    state = with_livestock(with_vikings(with_ship(table(CAPE), "d9", 0), d9=1), ("d9", "pig"))
    after = play(state, "load d9 0 pig none none")
    assert after.players[0].ship[1:] == (0, ("pig",))
    assert after.livestock == ()
    assert vikings_by_place(after, 0)["d9"] == 1


def test_5_20_the_viking_must_stand_on_the_same_land() -> None:
    state = with_vikings(with_ship(table(TWO_LANDS), "e10", 1), e10w=1)
    state = with_livestock(state, ("e10ne", "pig"))
    assert not any("pig" in notation for notation in legal_notations(state, "load"))


def test_5_21_livestock_is_unloaded_by_a_viking_aboard() -> None:
    nobody = with_vikings(with_ship(table(CAPE), "d9", 0, "pig"), d9=2)
    assert legal_notations(nobody, "unload") == set()
    one = with_ship(table(CAPE), "d9", 1, "pig")
    after = play(one, "unload d9 0 pig none none")
    assert after.players[0].ship[1:] == (1, ())
    assert len(after.livestock) == 1


def test_5_10_livestock_unloaded_on_the_mainland_is_delivered_and_vikings_stay() -> None:
    state = with_ship(table(), "shore", 1, "pig", "goat")
    after, events = play_with_events(state, "unload mainland 1 pig goat none")
    assert after.players[0].delivered == ("pig", "goat")
    assert after.livestock == ()
    assert vikings_by_place(after, 0) == {"mainland": 7}
    assert event_kinds(events) == ["vikings_unloaded", "livestock_delivered"]
    stayed = play(state, "unload mainland 0 pig goat none")
    assert stayed.players[0].delivered == ("pig", "goat"), "the Viking may stay aboard"
    assert stayed.livestock == ()


def test_5_22_a_ship_with_livestock_and_no_viking_cannot_move() -> None:
    state = play(with_ship(table(CAPE), "d9", 1, "pig"), "unload d9 1 none none none")
    assert state.players[0].ship[1:] == (0, ("pig",))
    assert legal_notations(state, "sail") == set()


def test_5_23_livestock_on_land_is_anybodys_but_none_leaves_another_ship() -> None:
    state = with_vikings(with_ship(table(CAPE), "d9", 0), d9=1)
    state = with_vikings(with_ship(state, "d9", 0, "horse", seat=1), 1, d9=4)
    state = with_livestock(state, ("d9", "pig"))
    loads = legal_notations(state, "load")
    assert "load d9 1 pig none none" in loads
    assert not any("horse" in notation for notation in loads)
    assert not any(notation.split()[2] in "23" for notation in loads)


def test_5_8_the_shore_is_one_step_from_each_tile_of_the_starting_board() -> None:
    assert legal_notations(table(), "sail") == {"sail d8", "sail d9", "sail d10"}
    back = with_ship(table(), "d9", 1)
    assert "sail shore" in legal_notations(back, "sail")


@pytest.mark.parametrize("board", ["capes", "strait", "headland", "long_coast"])
def test_c11_longships_can_leave_the_shore_on_every_board(board: str) -> None:
    assert legal_notations(table(board=board), "sail") == {"sail d8", "sail d9", "sail d10"}


def test_5_25_two_seas_of_a_tile_are_not_connected_inside_it() -> None:
    state = table(build_map("e9 e10 f9 f10", "d9w e10w", {"e10": "land"}))
    state = with_ship(state, "e10nw", 1)
    assert legal_notations(state, "sail") == {"sail e9", "sail f9"}
    other = with_ship(state, "e10se", 1)
    assert legal_notations(other, "sail") == {"sail d9", "sail d10", "sail f10"}


def test_5_26_an_enemy_ship_bars_its_sea_to_a_single_viking() -> None:
    state = with_enemy(with_ship(table(CAPE), "d9", 1), "e9", deadly=True)
    assert is_refused(state, "sail e9")
    assert "sail e10" in legal_notations(state)


def test_5_26_two_vikings_destroy_it_and_a_deadly_back_kills_one() -> None:
    state = with_enemy(with_ship(table(CAPE), "d9", 2, "pig"), "e9", deadly=True)
    after, events = play_with_events(state, "sail e9")
    assert event_kinds(events) == ["longship_sailed", "enemy_ship_destroyed", "viking_died"]
    assert after.players[0].ship[1:] == (1, ("pig",))
    assert (after.players[0].dead, after.players[0].destroyed, after.enemies, after.actions) == (
        1,
        (True,),
        (),
        3,
    )


def test_5_26_a_harmless_back_kills_nobody() -> None:
    state = with_enemy(with_ship(table(CAPE), "d9", 2), "e9", deadly=False)
    after, events = play_with_events(state, "sail e9")
    assert event_kinds(events) == ["longship_sailed", "enemy_ship_destroyed"]
    assert (after.players[0].dead, after.players[0].ship.vikings) == (0, 2)


def test_5_26_an_enemy_ship_holds_only_its_own_sea() -> None:
    state = table(build_map("e9 e10 f9 f10", "d9w e10w", {"e10": "land"}))
    state = with_enemy(with_ship(state, "e9", 1), "e10se", deadly=True)
    assert "sail e10nw" in legal_notations(state)


def test_5_27_the_dead_never_return() -> None:
    state = with_enemy(with_ship(table(CAPE), "d9", 2), "e9", deadly=True)
    after = play(state, "sail e9")
    ashore = sum(count for _, count in after.players[0].ashore)
    assert ashore + after.players[0].ship.vikings == 6


def test_5_27_at_most_six_die_as_the_last_cannot_fight() -> None:
    state = with_player(with_enemy(table(CAPE), "e9", deadly=True), dead=6)
    state = with_ship(state, "d9", 1)
    assert vikings_by_place(state, 0) == {}
    assert "sail e9" not in legal_notations(state, "sail")


def test_5_29_vikings_who_land_raid() -> None:
    state = with_settlement(with_ship(table(CAPE), "d9", 2), "d9", 2)
    after, events = play_with_events(state, "unload d9 2 none none none")
    assert event_kinds(events) == ["vikings_unloaded", "settlement_raided"]
    assert after.players[0].raided == (2,)


def test_5_29_vikings_aboard_do_not_count_for_a_raid() -> None:
    state = with_settlement(with_ship(table(CAPE), "d9", 3), "d9", 3)
    after = play(state, "unload d9 2 none none none")
    assert after.players[0].raided == ()
    assert play(after, "unload d9 1 none none none").players[0].raided == (3,)


def test_5_23_any_number_of_longships_share_a_sea() -> None:
    state = table(CAPE, seats=4)
    for seat in (1, 2, 3):
        state = with_ship(state, "d9", 1, seat=seat)
    assert play(state, "sail d9").players[0].ship.sea == state.players[1].ship.sea
