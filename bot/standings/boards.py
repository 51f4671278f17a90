"""Who stands where on a server: by rating, by the points of a season or month, by solo scores."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import db
from bot.position import NOBODY
from bot.standings.rating import IDLE_AFTER, OVERALL, PROVISIONAL_BELOW, Skill
from bot.standings.seasons import Span, month_at, points_of, season_at
from render.standings.views import FORM
from render.standings.views import Result as Form

Period = Literal["ever", "season", "month"]
PERIODS: tuple[Period, ...] = ("ever", "season", "month")
PODIUM = 3
Medals = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's line on a board; `value` is what the board ranks by, as it is shown."""

    place: int
    person: int
    name: str
    value: int
    margin: int | None = None
    provisional: bool = False
    games: int = 0
    wins: int = 0
    best: int | None = None
    form: tuple[Form, ...] = ()
    medals: Medals = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Solo:
    """Somebody's best game alone."""

    place: int
    person: int
    name: str
    result: db.Result
    games: int


def span_of(period: Period, at: int) -> Span | None:
    """The time a board covers; None for all of it."""
    match period:
        case "ever":
            return None
        case "season":
            return season_at(at)
        case "month":
            return month_at(at)


async def standings(reads: db.Reads, server: int, key: str, period: Period, at: int) -> tuple[Standing, ...]:
    """A whole board, the best first. Whoever hides is not on it."""
    span = span_of(period, at)
    if span is None:
        return await _by_rating(reads, server, key, at)
    return await by_points(reads, server, None if key == OVERALL else key, span)


async def _by_rating(reads: db.Reads, server: int, key: str, at: int) -> tuple[Standing, ...]:
    title = None if key == OVERALL else key
    known = [rating for rating in await reads.ratings(server, key) if at - rating.last <= IDLE_AFTER]
    tallies = await reads.tallies(server, title)
    names = await reads.names_and_hiding([rating.person for rating in known])
    shown = [rating for rating in known if not names.get(rating.person, (None, False))[1]]
    places = _places([rating.mu for rating in shown])
    lines = []
    for place, rating in zip(places, shown, strict=True):
        skill, tally = Skill(rating.mu, rating.sigma), tallies.get(rating.person)
        lines.append(
            Standing(
                place=place,
                person=rating.person,
                name=names.get(rating.person, (None, False))[0] or NOBODY,
                value=skill.shown,
                margin=skill.margin,
                provisional=rating.games < PROVISIONAL_BELOW,
                games=rating.games,
                wins=tally.wins if tally else 0,
                best=tally.best if tally and title else None,
            )
        )
    return tuple(lines)


async def by_points(reads: db.Reads, server: int, title: str | None, span: Span) -> tuple[Standing, ...]:
    """The points of a season or month."""
    places = await reads.places(server, title, since=span.start, until=span.until)
    names = await reads.names_and_hiding(places)
    lines = [
        Standing(
            place=1,
            person=person,
            name=names.get(person, (None, False))[0] or NOBODY,
            value=points_of({place: one.times for place, one in came.items()}),
            games=sum(one.times for one in came.values()),
            wins=came[1].times if 1 in came else 0,
            best=max((one.best for one in came.values() if one.best is not None), default=None)
            if title
            else None,
        )
        for person, came in places.items()
        if not names.get(person, (None, False))[1]
    ]
    lines.sort(key=lambda line: (-line.value, line.name.casefold(), line.person))
    numbers = _places([line.value for line in lines])
    return tuple(replace(line, place=place) for line, place in zip(lines, numbers, strict=True))


def _best(came: Mapping[int, db.Came]) -> int | None:
    return max((one.best for one in came.values() if one.best is not None), default=None)


async def solo_standings(reads: db.Reads, server: int, key: str) -> tuple[Solo, ...]:
    """The best score of each who plays alone."""
    results = await reads.solo_results(server, key)
    games = Counter(result.person for result in results)
    names = await reads.names_and_hiding([one.person for one in results if one.person is not None])
    best: dict[int, db.Result] = {}
    for result in results:
        if result.person is not None and not names.get(result.person, (None, False))[1]:
            best.setdefault(result.person, result)
    places = _places([result.score or 0 for result in best.values()])
    return tuple(
        Solo(place, person, names.get(person, (None, False))[0] or NOBODY, result, games[person])
        for place, (person, result) in zip(places, best.items(), strict=True)
    )


async def adorned(reads: db.Reads, server: int, key: str, lines: Sequence[Standing]) -> tuple[Standing, ...]:
    """The same lines with form and medals: looked up for those that are shown, not for all."""
    title = None if key == OVERALL else key
    latest = await reads.latest_places(server, title, [line.person for line in lines], FORM)
    medals = medals_of(await reads.closed_seasons(server))
    return tuple(
        replace(
            line,
            form=tuple(map(form_of, latest.get(line.person, ()))),
            medals=medals.get(line.person, (0, 0, 0)),
        )
        for line in lines
    )


def form_of(result: db.Result) -> Form:
    if result.place == 1:
        return "won"
    return "lost" if result.place + result.tied > result.seats else "between"


def medals_of(seasons: Iterable[db.Season]) -> dict[int, Medals]:
    """The medals of everybody who ever stood on a podium."""
    medals: dict[int, Medals] = {}
    for season in seasons:
        for one in season.podium or ():
            person, place = one["person"], one["place"]
            if person is not None and place <= PODIUM:
                gold, silver, bronze = medals.get(person, (0, 0, 0))
                medals[person] = (gold + (place == 1), silver + (place == 2), bronze + (place == 3))
    return medals


def _places(values: Sequence[float]) -> list[int]:
    """Places for values that fall from first to last; who has the same has the same place."""
    places: list[int] = []
    for number, value in enumerate(values, start=1):
        places.append(places[-1] if places and value == values[number - 2] else number)
    return places
