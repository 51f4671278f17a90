"""Seasons and months: time spans, points per place, and points tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import db
from bot.standings.standing import Standing, shared_places

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


async def points_table(reads: db.Reads, server: int, title: str | None, span: Span) -> tuple[Standing, ...]:
    """The points of a season or month, the most first, without hidden users.

    The best score of a user is given for one title only.
    """
    finishes = await db.results.count_places(reads, server, title, since=span.start, until=span.until)
    names = await db.users.display_names(reads, finishes)
    points = {
        user_id: season_points({place: one.times for place, one in came.items()})
        for user_id, came in finishes.items()
        if not names[user_id].hidden
    }
    ordered = sorted(points, key=lambda one: (-points[one], str(names[one]).casefold(), one))
    lines = []
    for place, user_id in zip(shared_places([points[one] for one in ordered]), ordered, strict=True):
        came = finishes[user_id]
        scores = [one.best for one in came.values() if one.best is not None]
        lines.append(
            Standing(
                place=place,
                user_id=user_id,
                name=str(names[user_id]),
                value=points[user_id],
                games=sum(one.times for one in came.values()),
                wins=came[1].times if 1 in came else 0,
                best=max(scores) if title and scores else None,
            )
        )
    return tuple(lines)


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
        {"place": line.place, "person": line.user_id, "points": line.value, "games": line.games}
        for line in lines
        if line.place <= STORED_PLACES
    ]
