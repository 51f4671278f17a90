"""Advice and reviews: ideas in order, lines compared by the chances after the turn."""

from collections.abc import Sequence
from typing import Any

import pytest

from opponents import BY_TRIAL, Idea, Level, review
from opponents.review import (
    MAX_IDEAS,
    MAX_JUDGED,
    Advice,
    Verdict,
    advice,
    best_explained_first,
    judge_moves,
    review_decision,
    win_probabilities,
)
from rules.game import Phrase
from tests.opponents.race import Race, Track

IDEAS: dict[Level, Sequence[Idea]] = {
    "captain": [Idea(3, 0.0), Idea(2, -1.0)],
    "sailor": [Idea(2, 0.0), Idea(1, -2.0)],
    "apprentice": [Idea(1, 0.0)],
}  # type: ignore[arg-type]
"""Moves of a race are numbers."""


class PointsAI:
    """The chances are the shares of the points."""

    def win_probabilities(self, state: Track, _: object) -> tuple[float, ...]:
        first, second = state.points
        return (first + 1) / (first + second + 2), (second + 1) / (first + second + 2)


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A race in which computer players have fixed ideas, and every move its own reason."""
    monkeypatch.setattr(review, "ai_for", lambda _: PointsAI())
    monkeypatch.setattr(review, "rank_moves", lambda *_, level, salt: tuple(IDEAS[level]))  # noqa: ARG005
    monkeypatch.setattr(
        review,
        "explain",
        lambda game, state, seat, moves, salt: Phrase(key=f"adds {moves[0]}"),  # noqa: ARG005
    )
    return Race(again=(1,))


def advice_of(value: float, key: str) -> Advice:
    return Advice((), Phrase(key=key), value)


def test_advice_that_is_as_good_and_explained_comes_first() -> None:
    silent, told, worse = advice_of(2.0, BY_TRIAL), advice_of(1.95, "lead"), advice_of(1.5, "level")
    assert best_explained_first([silent, worse, told]) == [told, silent, worse]
    assert best_explained_first([silent, worse]) == [silent, worse]
    assert best_explained_first([told, silent]) == [told, silent]


def test_advice_of_the_captain_comes_before_that_of_the_sailor(race: Any) -> None:
    found = advice(race, Track(), 0, salt="salt")
    assert [each.moves for each in found] == [(3,), (2,), (1,)]
    assert [each.value for each in found] == [0.0, -1.0, -2.0]
    assert found[0].reason.key == "adds 3"
    assert len(found) == MAX_IDEAS


def test_advice_that_is_being_followed_comes_first(race: Any) -> None:
    found = advice(race, Track(), 0, salt="salt", begun=(1, 2))
    assert [each.moves for each in found] == [(1, 2), (3,), (2,)]
    assert found[0].value == 0.0, "as good as the best"


def test_of_a_tentative_idea_only_the_first_move_is_advised(
    race: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for tentative, moves in ((True, (1,)), (False, (1, 2))):
        ideas: Any = {"captain": [Idea(1, 0.0, (2,), is_tentative=tentative)], "sailor": []}  # type: ignore[arg-type]
        monkeypatch.setattr(review, "rank_moves", lambda *_, level, ideas=ideas, **__: ideas[level])
        assert advice(race, Track(), 0, salt="salt")[0].moves == moves


def test_a_decision_is_compared_with_the_best_idea(race: Any) -> None:
    found = review_decision(race, Track((1, 1)), 0, (2,), salt="salt", determinizations=2)  # type: ignore[arg-type]
    assert found == Verdict(pytest.approx(4 / 6), pytest.approx(5 / 7), (3,), Phrase(key="adds 3"))  # type: ignore[arg-type]
    assert found.loss == pytest.approx(5 / 7 - 4 / 6)
    assert race.calls["reshuffle"] == 2


def test_a_turn_that_is_not_over_is_completed(race: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the ideas of an apprentice, here two of them; a move that is not legal ends the line."""
    turn = iter((1, 2))
    ideas: Any = {"captain": [Idea(3, 0.0)]}  # type: ignore[arg-type]
    monkeypatch.setattr(
        review,
        "rank_moves",
        lambda *_, level, **__: ideas.get(level) or [Idea(next(turn), 0.0)],  # type: ignore[arg-type]
    )
    found = review_decision(race, Track(), 0, (1, 9), salt="salt", determinizations=1)  # type: ignore[arg-type]
    assert found.played == pytest.approx((1 + 1 + 2 + 1) / (4 + 2))


def test_a_turn_without_an_end_is_left_after_some_moves(race: Any) -> None:
    race.length = 1000
    found = review_decision(race, Track(), 0, (1,), salt="salt", determinizations=1)  # type: ignore[arg-type]
    assert found.played == pytest.approx(
        (1 + review.MAX_COMPLETION_MOVES + 1) / (1 + review.MAX_COMPLETION_MOVES + 2)
    )


def test_moves_are_judged_with_the_strongest_first(race: Any) -> None:
    race.again, race.most = (), 9
    judged = judge_moves(race, Track(), 0, (7,), salt="salt", determinizations=1)  # type: ignore[arg-type]
    assert len(judged) == MAX_JUDGED
    chances = [each.chance for each in judged]
    assert chances == sorted(chances, reverse=True)
    firsts = {each.moves[0] for each in judged}
    assert firsts > {7, 3, 2, 1}, "the move played, the ideas of all levels, and another"
    assert all(each.chance == pytest.approx((each.moves[0] + 1) / (each.moves[0] + 2)) for each in judged)  # type: ignore[operator]


def test_a_spectator_sees_the_chances_of_all_seats(race: Any) -> None:
    assert win_probabilities(race, Track((3, 1)), salt="salt") == pytest.approx((4 / 6, 2 / 6))
    assert race.calls["reshuffle"] == 1
