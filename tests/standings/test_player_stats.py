"""A player's statistics: expected wins, median score, win streaks."""

from dataclasses import replace

import pytest

import db
from bot.standings.player_stats import Streak, expected_wins, median_score, multiplayer_results, win_streak

RESULT = db.Result(
    game="a", seat=0, person=1, server=50, key="lofoten", seats=2, began=True, place=1, tied=1, score=20,
    share=1.0, rated=True, counted=True, favourites=(), started=0, ended=0,
)  # fmt: skip


def results_with_places(places: str) -> list[db.Result]:
    """Results in the order in which the games ended, which is not the order of their codes."""
    return [
        replace(RESULT, game=f"game {9 - number}", place=int(place), ended=number)
        for number, place in enumerate(places)
    ]


@pytest.mark.parametrize(
    ("places", "now", "longest"),
    [("", 0, 0), ("2", 0, 0), ("11", 2, 2), ("1112", 0, 3), ("11121", 1, 3), ("2111", 3, 3)],
)
def test_victories_in_a_row(places: str, now: int, longest: int) -> None:
    assert win_streak(reversed(results_with_places(places))) == Streak(now, longest)


def test_victories_are_expected_by_the_odds_and_else_by_chance() -> None:
    rated, unrated = replace(RESULT, game="rated"), replace(RESULT, game="unrated", seats=4)
    step = db.RatingStep(
        game="rated", key="lofoten", person=1, server=50, mu_before=25, sigma_before=8, mu=26, sigma=8,
        odds=0.75, at=0,
    )  # fmt: skip
    assert expected_wins([rated, unrated], [step]) == pytest.approx(0.75 + 0.25)


def test_the_usual_score_is_the_one_in_the_middle() -> None:
    scores = [3, 90, 20, None]
    assert median_score(replace(RESULT, score=score) for score in scores) == 20
    assert median_score([replace(RESULT, score=None)]) is None


def test_games_alone_and_games_that_do_not_count_are_left_out() -> None:
    assert multiplayer_results([RESULT, replace(RESULT, seats=1), replace(RESULT, counted=False)]) == (
        RESULT,
    )
