"""Seasons and months: when they begin and end, and the points that places bring in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

MONTHS_IN_SEASON = 3
POINTS = (10, 6, 3, 1)
"""For the first places; those who tie all have the better place."""
BEST = 8
"""So many of somebody's games count, the best ones."""


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` up to, but not including, `until`, in milliseconds since 1970."""

    start: int
    until: int

    @property
    def first_day(self) -> datetime:
        return datetime.fromtimestamp(self.start / 1000, UTC)

    @property
    def number(self) -> int:
        """Which season of its year."""
        return (self.first_day.month - 1) // MONTHS_IN_SEASON + 1


def season_at(at: int) -> Span:
    """The quarter of the calendar, in UTC, to which a moment belongs."""
    return _months(at, MONTHS_IN_SEASON)


def month_at(at: int) -> Span:
    return _months(at, 1)


def _months(at: int, length: int) -> Span:
    day = datetime.fromtimestamp(at / 1000, UTC)
    first = (day.year * 12 + day.month - 1) // length * length
    return Span(_beginning(first), _beginning(first + length))


def _beginning(month: int) -> int:
    """The first moment of a month, counted from the year 0."""
    return int(datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC).timestamp()) * 1000


def points_for(place: int) -> int:
    return POINTS[place - 1] if place <= len(POINTS) else 0


def points_of(places: Mapping[int, int]) -> int:
    """The points of somebody who came to each of these places so many times."""
    total, left = 0, BEST
    for place in sorted(places):
        counted = min(places[place], left)
        total += counted * points_for(place)
        left -= counted
    return total
