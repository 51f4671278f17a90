"""Moves that only take back earlier ones of the turn, and moves like them that do more."""

import pytest

from rules.explorers.state import State
from tests.rules.explorers.map import build_map
from tests.rules.explorers.pieces import with_livestock, with_settlement
from tests.rules.explorers.states import GAME, table, with_ship, with_vikings

LAND = build_map("e9 e10", "d9w")


def taken_back(state: State, *made: str) -> set[str]:
    moves = [GAME.parse(notation) for notation in made]
    return {str(move) for move in GAME.ways_back(state, state.active, moves)}


def test_nothing_is_taken_back_before_the_first_action() -> None:
    assert taken_back(table(LAND)) == set()


def test_what_was_loaded_is_not_put_back_in_whole_or_in_part() -> None:
    state = with_ship(table(LAND), "shore", 1)
    assert taken_back(state, "load mainland 2 none none none") == {
        "unload mainland 1 none none none",
        "unload mainland 2 none none none",
    }


def test_a_ship_sails_neither_back_nor_to_an_earlier_sea() -> None:
    state = with_ship(table(), "shore", 2)
    assert taken_back(state, "sail d9") == {"sail shore"}
    assert "sail shore" in taken_back(state, "sail d9", "sail d8")


def test_a_step_is_not_undone_later_in_the_turn_either() -> None:
    state = with_ship(with_vikings(table(LAND), d9=1), "shore", 1)
    assert "march e9 d9 1" in taken_back(state, "march d9 e9 1", "load mainland 1 none none none")


def test_the_last_action_of_a_turn_takes_nothing_back_either() -> None:
    made = ["load mainland 1 none none none", "sail d9", "sail d8"]
    assert "sail d9" in taken_back(with_ship(table(), "shore", 1), *made)


@pytest.mark.parametrize("raided", [False, True])
def test_a_march_back_after_a_raid_is_no_way_back(raided: bool) -> None:
    state = with_vikings(table(LAND), d9=2)
    state = with_settlement(state, "e9", 2) if raided else state
    assert ("march e9 d9 2" in taken_back(state, "march d9 e9 2")) is not raided


def test_a_viking_may_return_without_the_animal_it_led() -> None:
    state = with_livestock(with_vikings(table(LAND), d9=1), ("d9", "pig"))
    back = taken_back(state, "herd d9 pig e9")
    assert "herd e9 pig d9" in back
    assert "march e9 d9 1" not in back
