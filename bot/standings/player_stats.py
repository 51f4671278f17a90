"""A player's statistics: expected wins, median score, win streaks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

import db


@dataclass(frozen=True, slots=True)
class Streak:
    """Consecutive wins: the current streak and the longest ever."""

    current: int
    longest: int


def multiplayer_results(results: Iterable[db.Result]) -> tuple[db.Result, ...]:
    """The results that count and had more than one player."""
    return tuple(one for one in results if one.counted and one.seats > 1)


def expected_wins(results: Sequence[db.Result], steps: Iterable[db.RatingStep]) -> float:
    """The sum of the win probabilities before each game by rating; equal chances if it was unrated."""
    odds = {step.game: step.odds for step in steps}
    return sum(odds.get(one.game, 1 / one.seats) for one in results)


def median_score(results: Iterable[db.Result]) -> int | None:
    scores = [one.score for one in results if one.score is not None]
    return round(median(scores)) if scores else None


def win_streak(results: Iterable[db.Result]) -> Streak:
    """The win streaks over these results, ordered by when the games ended."""
    now = longest = 0
    for one in sorted(results, key=lambda result: (result.ended, result.game)):
        now = now + 1 if one.place == 1 else 0
        longest = max(longest, now)
    return Streak(now, longest)
