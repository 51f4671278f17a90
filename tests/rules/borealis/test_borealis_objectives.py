"""The objectives: each with a board that meets it and one that just does not, and how they are awarded."""

from typing import Any

import pytest

from rules.borealis.objectives import is_met
from rules.borealis.pieces import OBJECTIVES, ObjectiveKey, Team
from rules.borealis.state import Player
from tests.rules.borealis.notation import play, step
from tests.rules.borealis.states import COMPONENTS, GAME, card, cards_with_vehicles, pile, player, table
from tests.rules.events import event_kinds

N = Team()


def player_with_teams(left: Team, right: Team, *sites: Team) -> Player:
    given = (*sites, N, N, N)
    return player(places=(left, given[0], given[1], given[2], right))


CASES: dict[str, tuple[tuple[Player, int], tuple[Player, int]]] = {
    "balanced_ecosystem": ((player("BBB", "BFO", "SSSS"), 0), (player("BBBBBB", "BFO", "SS"), 0)),
    "richness_of_nature": ((player("", "BFOSPB"), 0), (player("BFOSP", "BFOSP", "BFOSP"), 0)),
    "spotting_list": ((player("BF", "O", "SP"), 0), (player("BFOS", "BFOS", "BFOS"), 0)),
    "favorite_research_object": ((player("SSB", "SS", "SS"), 0), (player("SSBB", "SFS", "SB"), 0)),
    "specialists_retreat": (
        (player_with_teams(Team(0, 1, 0), Team(0, 2, 0)), 0),
        (player_with_teams(Team(2, 2, 2), Team()), 0),
    ),
    "comparing_notes": (
        (player_with_teams(Team(), Team(1, 1, 1)), 0),
        (player_with_teams(Team(1, 1, 0), Team(1, 0, 1)), 0),
    ),
    "morning_shift": ((player(), 5), (player(), 4)),
    "splitting_up": (
        (player_with_teams(Team(1, 1, 0), Team(1, 0, 0), Team(1, 1), Team(0, 1, 1), Team(0, 0, 2)), 0),
        (player_with_teams(Team(1, 1, 0), Team(1, 0, 1), Team(1, 1, 1), Team(0, 1, 1)), 0),
    ),
    "organized_expedition": (
        (player(cards_with_vehicles(kayak=2, skis=1), cards_with_vehicles(kayak=2)), 0),
        (player(cards_with_vehicles(kayak=3, skis=3), cards_with_vehicles(sleigh=3)), 0),
    ),
    "combing_the_area": ((player(flags=(2, 3, 2)), 0), (player(flags=(7, 1, 7)), 0)),
    "bold_explorers": ((player(flags=(0, 5, 0)), 0), (player(flags=(4, 4, 4)), 0)),
    "promising_direction": ((player(flags=(1, 3, 5)), 0), (player(flags=(4, 7, 4)), 0)),
}


def test_there_is_a_case_for_every_objective() -> None:
    assert set(CASES) == set(OBJECTIVES)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_objective_met(objective: ObjectiveKey) -> None:
    board, returned = CASES[objective][0]
    assert is_met(objective, board, returned, COMPONENTS)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_objective_not_met(objective: ObjectiveKey) -> None:
    board, returned = CASES[objective][1]
    assert not is_met(objective, board, returned, COMPONENTS)


@pytest.mark.parametrize(
    ("objective", "board"),
    [
        ("balanced_ecosystem", player("BBBB", "BFOS", "SSSS")),
        ("richness_of_nature", player("BFOSPBF")),
        ("favorite_research_object", player("SSSS", "SSSS")),
        ("comparing_notes", player_with_teams(Team(2, 2, 2), N)),
        ("organized_expedition", player(cards_with_vehicles(skis=7))),
        ("combing_the_area", player(flags=(3, 3, 3))),
        ("bold_explorers", player(flags=(6, 0, 0))),
        ("promising_direction", player(flags=(5, 0, 0))),
    ],
)
def test_ruling_13_more_than_asked_is_met_too(objective: ObjectiveKey, board: Player) -> None:
    assert is_met(objective, board, 0, COMPONENTS)


def morning(**changes: Any) -> Player:
    """Five scientists in the camps, three cards on each site but one."""
    five = (Team(1, 1, 1), Team(0, 0, 0), Team(1, 1, 1), Team(1, 0, 0), Team(0, 1, 1))
    return player("BFO", "BFO", "BF", places=five, **changes)


def test_ruling_7_stars_come_by_themselves_after_the_action() -> None:
    done = step(table(player("BFO", "BFO", "BF")), "observe 1 right")
    assert done.state.players[0].stars == 2 + 5
    assert done.state.players[0].objectives == ("balanced_ecosystem",)
    assert event_kinds(done.events) == ["card_played", "flag_advanced", "objective_reached"]


def test_ruling_8_morning_shift_counts_the_scientists_of_that_regrouping() -> None:
    state = play(table(morning()), "regroup none")
    assert state.players[0].objectives == ()
    done = play(state, "gather left")
    assert done.players[0].objectives == ("morning_shift",)
    assert done.players[0].stars == 2 + 5 + 5


def test_ruling_8_the_flag_is_moved_before_objectives_are_checked() -> None:
    # Side I, left track, fifth space: skis or submarine.
    state = table(player(flags=(4, 0, 0), hand=(card(vehicle="skis"),) * 4))
    assert play(state, "observe 1 left").players[0].objectives == ("bold_explorers",)


def test_ruling_9_and_10_shared_within_the_round_then_gone() -> None:
    ready = player("BFO", "BFO", "BF")
    late = player("BFO", "BFO", "B", places=(N, N, N, Team(3, 3, 3), N))
    state = table(late, ready, ready)
    state = play(state, "observe 1 right", "draw")  # seat 0 is one card short
    state = play(state, "observe 1 right", "draw")
    view = GAME.view(state, None)
    assert view.objectives[0].open
    assert view.objectives[0].reached_by == (1,)
    state = play(state, "observe 1 right")
    assert [each.stars for each in state.players] == [2, 7, 7]
    done = step(state, "draw")
    assert event_kinds(done.events)[-1] == "objective_gone"
    assert not GAME.view(done.state, None).objectives[0].open
    late_again = play(done.state, "observe 1 right")
    assert len(late_again.players[0].sites[2]) == 3
    assert late_again.players[0].stars == 2


def test_a_seat_that_played_before_gets_nothing_later_in_the_round() -> None:
    """The first seat misses the objective; it is not looked at again when another reaches it."""
    state = table(player("BFO", "BFO", "B"), player("BFO", "BFO", "BF"))
    state = play(state, "observe 1 right", "draw", "observe 1 right", "draw")
    assert [each.objectives for each in state.players] == [(), ("balanced_ecosystem",)]


def test_an_objective_nobody_reached_stays() -> None:
    state = play(table(), "regroup none", "regroup none")
    assert all(objective.open for objective in state.objectives)


def test_ruling_11_several_objectives_on_one_turn() -> None:
    board = player("BFO", "BFO", "BF", hand=(card(vehicle="skis"),) * 4, flags=(4, 0, 0))
    board = board._replace(sites=(pile("BF"), pile("BFO"), pile("BFO")))
    done = play(table(board), "observe 1 left").players[0]
    assert done.objectives == ("balanced_ecosystem", "bold_explorers")
    assert done.stars == 2 + 10


def test_an_objective_is_rewarded_once_to_a_player() -> None:
    done = play(table(player("BFO", "BFO", "BF"), player()), "observe 1 right", "draw", "regroup none")
    again = play(done, "observe 1 left")
    assert again.players[0].stars == 7


def test_regrouping_with_empty_camps_is_an_action_too() -> None:
    """A player who meets an objective from the start gets the stars after any action."""
    apart = player_with_teams(N, N, Team(1, 1), Team(1, 1), Team(0, 1, 1))
    state = table(apart, objectives=("balanced_ecosystem", "splitting_up", "bold_explorers"))
    done = play(state, "regroup none")
    assert done.players[0].objectives == ("splitting_up",)
    assert done.players[0].stars == 2 + 5


def test_ruling_12_objectives_count_in_the_last_round() -> None:
    state = table(player("BFOSPB"), player("BFO", "BFO", "BF"))
    state = play(state, "observe 1 left", "observe 1 right")
    assert state.phase == "over"
    assert state.players[1].objectives == ("balanced_ecosystem",)
