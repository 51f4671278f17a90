"""Seasons and months: time spans, points per place, and points tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import db
from db.users import UNKNOWN_NAME

MONTHS_IN_SEASON = 3
POINTS = (10, 6, 3, 1)
"""Per place, from the first on; players who tie all have the better place."""
FULL_VALUE_GAMES = 8
"""The best eight games count in full, the next eight half, the next eight a third, and so on.

So a season has no maximum, but playing very often gains little.
"""
STORED_PLACES = 6


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open time span from `start` to `until`, in ms since 1970."""

    start: int
    until: int

    @property
    def first_day(self) -> datetime:
        return datetime.fromtimestamp(self.start / 1000, UTC)

    @property
    def number(self) -> int:
        """The number of the season in its year, from 1."""
        return (self.first_day.month - 1) // MONTHS_IN_SEASON + 1


def season_at(at: int) -> Span:
    """The calendar quarter (UTC) that contains a time."""
    return _months(at, MONTHS_IN_SEASON)


def month_at(at: int) -> Span:
    return _months(at, 1)


def _months(at: int, length: int) -> Span:
    day = datetime.fromtimestamp(at / 1000, UTC)
    first = (day.year * 12 + day.month - 1) // length * length
    return Span(_month_start(first), _month_start(first + length))


def _month_start(month: int) -> int:
    """The first ms of a month, which is numbered from the year 0."""
    return int(datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC).timestamp()) * 1000


def points_for(place: int) -> int:
    return POINTS[place - 1] if place <= len(POINTS) else 0


def season_points(places: Mapping[int, int]) -> int:
    """The season points for a number of finishes per place.

    >>> season_points({1: 2, 3: 1})
    23
    >>> season_points({1: 10})
    90
    """
    brought = [points_for(place) for place in sorted(places) for _ in range(places[place])]
    return round(sum(points / (1 + number // FULL_VALUE_GAMES) for number, points in enumerate(brought)))


@dataclass(frozen=True, slots=True)
class PointsLine:
    """A user's points within a time span; `best` is their best score in a game of it."""

    user_id: int
    name: str
    points: int
    games: int
    wins: int
    best: int | None


async def points_table(reads: db.Reads, server: int, title: str | None, span: Span) -> tuple[PointsLine, ...]:
    """The points of a season or month, the most first, without hidden users."""
    places = await db.results.count_places(reads, server, title, since=span.start, until=span.until)
    names = await db.users.get_names_and_hidden(reads, places)
    lines = [
        PointsLine(
            user_id=user_id,
            name=names.get(user_id, (None, False))[0] or UNKNOWN_NAME,
            points=season_points({place: one.times for place, one in came.items()}),
            games=sum(one.times for one in came.values()),
            wins=came[1].times if 1 in came else 0,
            best=max((one.best for one in came.values() if one.best is not None), default=None),
        )
        for user_id, came in places.items()
        if not names.get(user_id, (None, False))[1]
    ]
    return tuple(sorted(lines, key=lambda line: (-line.points, line.name.casefold(), line.user_id)))


def shared_places(values: Sequence[float]) -> list[int]:
    """Places for values in descending order; equal values share a place.

    >>> shared_places([9, 7, 7, 2])
    [1, 2, 2, 4]
    """
    places: list[int] = []
    for number, value in enumerate(values, start=1):
        places.append(places[-1] if places and value == values[number - 2] else number)
    return places


async def begin_season(tx: db.Transaction, server: int, at: int) -> Span | None:
    """Begin the season of that time. Returns None if it has begun already."""
    span = season_at(at)
    return span if await db.seasons.create(tx, server, span.start, span.until) else None


async def close_season(tx: db.Transaction, server: int, start: int) -> bool:
    """Close a season and store its podium. Returns False if it was closed already or has no podium."""
    season = await db.seasons.find(tx, server, start)
    if season is None or season.closed is not None:
        return False
    podium = await _podium(tx, season)
    return await db.seasons.close(tx, season, podium) and bool(podium)


async def _podium(reads: db.Reads, season: db.Season) -> list[dict[str, Any]]:
    lines = await points_table(reads, season.server, None, Span(season.start, season.until))
    return [
        {"place": place, "person": line.user_id, "points": line.points, "games": line.games}
        for place, line in zip(shared_places([line.points for line in lines]), lines, strict=True)
        if place <= STORED_PLACES
    ]
