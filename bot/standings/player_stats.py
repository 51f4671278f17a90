"""What somebody's results come to: victories expected, the usual score, victories in a row."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

import db


@dataclass(frozen=True, slots=True)
class Streak:
    """Victories in a row: up to now, and the most there ever were."""

    current: int
    longest: int


def multiplayer_results(results: Iterable[db.Result]) -> tuple[db.Result, ...]:
    """Those that count and had somebody to win against."""
    return tuple(one for one in results if one.counted and one.seats > 1)


def expected_wins(results: Sequence[db.Result], steps: Iterable[db.RatingStep]) -> float:
    """How many of these games the ratings before each of them promised; where none was rated, chance."""
    odds = {step.game: step.odds for step in steps}
    return sum(odds.get(one.game, 1 / one.seats) for one in results)


def median_score(results: Iterable[db.Result]) -> int | None:
    scores = [one.score for one in results if one.score is not None]
    return round(median(scores)) if scores else None


def win_streak(results: Iterable[db.Result]) -> Streak:
    """Over games of all titles, in the order of their ending."""
    now = longest = 0
    for one in sorted(results, key=lambda result: (result.ended, result.game)):
        now = now + 1 if one.place == 1 else 0
        longest = max(longest, now)
    return Streak(now, longest)
