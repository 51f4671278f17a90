"""What somebody's results come to: victories expected, the usual score, victories in a row."""

from dataclasses import replace

import pytest

import db
from bot.standings.player_stats import Streak, expected_wins, median_score, multiplayer_results, win_streak

ONE = db.Result(
    game="a", seat=0, person=1, server=50, key="lofoten", seats=2, began=True, place=1, tied=1, score=20,
    share=1.0, rated=True, counted=True, favourites=(), started=0, ended=0,
)  # fmt: skip


def results(places: str) -> list[db.Result]:
    """Games in the order of their ending, which is not that of their codes."""
    return [
        replace(ONE, game=f"game {9 - number}", place=int(place), ended=number)
        for number, place in enumerate(places)
    ]


@pytest.mark.parametrize(
    ("places", "now", "longest"),
    [("", 0, 0), ("2", 0, 0), ("11", 2, 2), ("1112", 0, 3), ("11121", 1, 3), ("2111", 3, 3)],
)
def test_victories_in_a_row(places: str, now: int, longest: int) -> None:
    assert win_streak(reversed(results(places))) == Streak(now, longest)


def test_victories_are_expected_by_the_odds_and_else_by_chance() -> None:
    rated, unrated = replace(ONE, game="rated"), replace(ONE, game="unrated", seats=4)
    step = db.RatingStep(
        game="rated", key="lofoten", person=1, server=50, mu_before=25, sigma_before=8, mu=26, sigma=8,
        odds=0.75, at=0,
    )  # fmt: skip
    assert expected_wins([rated, unrated], [step]) == pytest.approx(0.75 + 0.25)


def test_the_usual_score_is_the_one_in_the_middle() -> None:
    scores = [3, 90, 20, None]
    assert median_score(replace(ONE, score=score) for score in scores) == 20
    assert median_score([replace(ONE, score=None)]) is None


def test_games_alone_and_games_that_do_not_count_are_left_out() -> None:
    assert multiplayer_results([ONE, replace(ONE, seats=1), replace(ONE, counted=False)]) == (ONE,)
