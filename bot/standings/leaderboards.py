"""Leaderboards of a server: by rating, by the points of a season or month, by solo scores."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import db
from bot.standings.ratings import IDLE_AFTER_MS, OVERALL, PROVISIONAL_BELOW_GAMES, Skill
from bot.standings.seasons import Span, month_at, points_table, season_at
from bot.standings.standing import Form, Medals, Standing, shared_places

Period = Literal["ever", "season", "month"]
PERIODS: tuple[Period, ...] = ("ever", "season", "month")
PODIUM_PLACES = 3
FORM_LENGTH = 5  # Latest results shown.


@dataclass(frozen=True, slots=True)
class SoloStanding:
    """A user's best solo game."""

    place: int
    user_id: int
    name: str
    result: db.Result
    games: int


def period_span(period: Period, at: int) -> Span | None:
    """The time span of a leaderboard; None for all time."""
    match period:
        case "ever":
            return None
        case "season":
            return season_at(at)
        case "month":
            return month_at(at)


async def standings(reads: db.Reads, server: int, key: str, period: Period, at: int) -> tuple[Standing, ...]:
    """The whole leaderboard, the best first, without hidden users."""
    span = period_span(period, at)
    if span is None:
        return await _by_rating(reads, server, key, at)
    return await points_table(reads, server, _title(key), span)


async def _by_rating(reads: db.Reads, server: int, key: str, at: int) -> tuple[Standing, ...]:
    title = _title(key)
    known = [
        rating
        for rating in await db.ratings.list_for_title(reads, server, key)
        if at - rating.last <= IDLE_AFTER_MS
    ]
    tallies = await db.results.tallies_by_user(reads, server, title)
    names = await db.users.display_names(reads, [rating.person for rating in known])
    shown = [rating for rating in known if not names[rating.person].hidden]
    places = shared_places([rating.mu for rating in shown])
    lines = []
    for place, rating in zip(places, shown, strict=True):
        skill, tally = Skill(rating.mu, rating.sigma), tallies.get(rating.person)
        lines.append(
            Standing(
                place=place,
                user_id=rating.person,
                name=str(names[rating.person]),
                value=skill.displayed,
                margin=skill.margin,
                provisional=rating.games < PROVISIONAL_BELOW_GAMES,
                games=rating.games,
                wins=tally.wins if tally else 0,
                best=tally.best if tally and title else None,
            )
        )
    return tuple(lines)


async def solo_standings(reads: db.Reads, server: int, key: str) -> tuple[SoloStanding, ...]:
    """The best solo score of each user, the best first, without hidden users."""
    results = await db.results.list_solo(reads, server, key)
    games = Counter(result.person for result in results)
    names = await db.users.display_names(reads, [one.person for one in results])
    best: dict[int, db.Result] = {}
    for result in results:
        if result.person is not None and not names[result.person].hidden:
            best.setdefault(result.person, result)
    places = shared_places([result.score or 0 for result in best.values()])
    return tuple(
        SoloStanding(place, user_id, str(names[user_id]), result, games[user_id])
        for place, (user_id, result) in zip(places, best.items(), strict=True)
    )


async def with_form_and_medals(
    reads: db.Reads, server: int, key: str, lines: Sequence[Standing]
) -> tuple[Standing, ...]:
    """The lines with form and medals. Call it only for the lines shown, since it reads more tables."""
    user_ids = [line.user_id for line in lines]
    latest = await db.results.latest_by_user(reads, server, _title(key), user_ids, FORM_LENGTH)
    medals = medals_of(await db.seasons.list_closed(reads, server))
    return tuple(
        replace(
            line,
            form=tuple(map(form_of, latest.get(line.user_id, ()))),
            medals=medals.get(line.user_id, (0, 0, 0)),
        )
        for line in lines
    )


def form_of(result: db.Result) -> Form:
    if result.place == 1:
        return "won"
    return "lost" if result.place + result.tied > result.seats else "between"


def medals_of(seasons: Iterable[db.Season]) -> dict[int, Medals]:
    """The medals of all users who were ever on a podium, by user id."""
    medals: dict[int, Medals] = {}
    for season in seasons:
        for one in season.podium or ():
            user_id, place = one["person"], one["place"]
            if user_id is not None and place <= PODIUM_PLACES:
                gold, silver, bronze = medals.get(user_id, (0, 0, 0))
                medals[user_id] = (gold + (place == 1), silver + (place == 2), bronze + (place == 3))
    return medals


def _title(key: str) -> str | None:
    """The game of a leaderboard; None if all games count together."""
    return None if key == OVERALL else key
