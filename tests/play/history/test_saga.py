"""The turning points of a game, and the saga lines made from them."""

import pytest

from bot.play.history.saga import (
    Turn,
    biggest_swing,
    closest_call,
    lead_changes,
    lead_for_good,
    saga_lines,
    worst_gap,
)
from rules.game import Outcome
from tests.play.saga_fixtures import SAGA_CASES, turns


def test_a_lead_that_passes_by_way_of_a_tie_changes_once() -> None:
    game = turns((0, 0), (3, 0), (3, 3), (3, 5), (9, 5))
    assert lead_changes(game) == 2
    since = lead_for_good(game)
    assert since is not None
    assert since.number == 4


def test_nobody_leads_for_good_where_the_end_is_level() -> None:
    assert lead_for_good(turns((0, 0), (4, 0), (4, 4))) is None


def test_the_biggest_swing_is_what_somebody_gained_in_their_own_turn() -> None:
    # In turn 3 Bjorn's points rise too, by no doing of theirs.
    swing = biggest_swing(turns((0, 0), (4, 0), (4, 6), (5, 16)))
    assert swing is not None
    assert (swing.turn, swing.seat, swing.points) == (2, 1, 6)
    assert biggest_swing(turns((0, 0), (0, 0))) is None


def test_the_worst_gap_and_the_closest_call_name_their_turns() -> None:
    game = turns((0, 0), (0, 0), (0, 8), (12, 8), (12, 11), (20, 11))
    worst, call = worst_gap(game, 0), closest_call(game)
    assert worst is not None
    assert (worst.turn, worst.points) == (2, 8)
    assert call is not None
    assert (call.turn, call.ahead, call.behind, call.points) == (4, 0, 1, 1)


def test_a_gap_at_the_start_of_a_game_that_was_played_on_is_no_turn() -> None:
    worst = worst_gap(turns((0, 9), (2, 9), (12, 9)), 0)
    assert worst is not None
    assert (worst.turn, worst.points) == (1, 7)


def test_a_small_lead_before_it_was_for_good_is_no_close_call() -> None:
    call = closest_call(turns((0, 0), (0, 1), (3, 2), (9, 2), (15, 2)))
    assert call is not None
    assert (call.turn, call.points) == (3, 7)


@pytest.mark.parametrize(("game", "outcome", "told"), SAGA_CASES)
def test_each_game_is_told_by_what_marked_it(
    game: tuple[Turn, ...], outcome: Outcome, told: list[str]
) -> None:
    assert [line.kind for line in saga_lines(game, outcome)] == told


WON = Outcome("end", ((0,), (1,)), (9, 5))
GAME = turns((0, 0), (3, 0), (3, 3), (4, 3), (9, 5))


def test_the_turn_that_did_most_for_the_winner_is_told_in_place_of_the_largest_haul() -> None:
    chances = [(0.5, 0.5), (0.4, 0.6), (0.45, 0.55), (0.8, 0.2), (1.0, 0.0)]
    (line,) = [line for line in saga_lines(GAME, WON, chances) if line.kind == "decided"]
    assert line.who == (0,)
    assert line.numbers == {"turn": 3, "before": 45, "after": 80}
    assert "swing" not in [line.kind for line in saga_lines(GAME, WON, chances)]


@pytest.mark.parametrize(
    ("chances", "outcome"),
    [
        ([(0.5, 0.5), (0.55, 0.45), (0.6, 0.4), (0.65, 0.35), (1.0, 0.0)], WON),
        ([(0.5, 0.5), (0.9, 0.1), (0.9, 0.1), (0.9, 0.1), (0.5, 0.5)], Outcome("end", ((0, 1),), (5, 5))),
        ([], WON),
    ],
)
def test_a_game_without_a_decisive_turn_is_told_by_its_points(
    chances: list[tuple[float, ...]], outcome: Outcome
) -> None:
    assert "decided" not in [line.kind for line in saga_lines(GAME, outcome, chances)]
