"""Standings of the weekly voyages: weeks, results of a week, streaks and the table of the year."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import db
from bot.standings.seasons import points_for
from bot.standings.standing import shared_places
from db.clock import DAY, HOUR, WEEK
from db.users import COMPUTER_PLAYER_IDS
from rules.chance import commitment
from rules.game import Outcome

FIRST_MONDAY_MS = 4 * DAY  # 1970 began on a Thursday.
OPEN_FOR_MS = 6 * DAY + 20 * HOUR  # Until Sunday evening, UTC.
FINISH_POINTS = 1  # Per finished voyage in the table of the year, beside the points of its place.


def week_at(at: int) -> int:
    """The start (ms) of the week that contains a time."""
    return (at - FIRST_MONDAY_MS) // WEEK * WEEK + FIRST_MONDAY_MS


def open_or_next_week(at: int) -> int:
    """The start of the week whose voyage is open at a time; between two voyages, the next week."""
    week = week_at(at)
    return week if at < week + OPEN_FOR_MS else week + WEEK


def iso_week_year(week: int) -> int:
    """The ISO year of a week: that of its Thursday."""
    return datetime.fromtimestamp((week + 3 * DAY) / 1000, UTC).year


def iso_week_number(week: int) -> int:
    return datetime.fromtimestamp(week / 1000, UTC).isocalendar().week


def deal_commitment(seed: bytes, opening: str) -> str:
    """The hash published before a voyage: of its seed, followed by the house's opening if there is one."""
    return commitment(seed + opening.encode())


@dataclass(frozen=True, slots=True)
class Arrival:
    """A user's finished try with its place and name."""

    place: int
    name: str
    attempt: db.VoyageTry


@dataclass(frozen=True, slots=True)
class YearStanding:
    """A user's line in the table of a year; `streak` is in consecutive weeks."""

    place: int
    user_id: int
    name: str
    points: int
    voyages: int
    wins: int
    streak: int


async def persist_voyage(tx: db.Transaction, row: db.Game, outcome: Outcome) -> None:
    """Persist the score of a try, if the finished game was one and ended in time without resignation."""
    if row.sealed_until is None or tx.now >= row.sealed_until:
        return
    attempt = await db.voyages.find_try_for_game(tx, row.code)
    if attempt is None or not outcome.totals:
        return
    players = await db.players.list_for_game(tx, row.code)
    own = next((one.seat for one in players if one.person == attempt.person), None)
    if own is None or any(one.resigned for one in players):
        return
    house = [outcome.totals[one.seat] for one in players if one.person in COMPUTER_PLAYER_IDS]
    score = outcome.totals[own]
    await db.voyages.finish_try(tx, row.code, worth=score - max(house, default=0), score=score)


async def arrivals(reads: db.Reads, week: int) -> tuple[Arrival, ...]:
    """The finished tries of a week, the best first, without hidden users."""
    tries = [one for one in await db.voyages.list_tries(reads, [week]) if one.worth is not None]
    names = await db.users.display_names(reads, [one.person for one in tries])
    shown = [one for one in tries if not names[one.person].hidden]
    places = shared_places([one.worth or 0 for one in shown])
    return tuple(
        Arrival(place, str(names[one.person]), one) for place, one in zip(places, shown, strict=True)
    )


async def year_table(reads: db.Reads, year: int, now: int) -> tuple[YearStanding, ...]:
    """The table of a year, from the voyages that have closed."""
    new_year = int(datetime(year, 1, 1, tzinfo=UTC).timestamp()) * 1000
    every = await db.voyages.list_since(reads, week_at(new_year) - WEEK)
    weeks = [one.week for one in every if one.revealed is not None and iso_week_year(one.week) == year]
    points: Counter[int] = Counter()
    voyages: Counter[int] = Counter()
    wins: Counter[int] = Counter()
    names: dict[int, str] = {}
    for week in weeks:
        for one in await arrivals(reads, week):
            user_id = one.attempt.person
            names[user_id] = one.name
            points[user_id] += FINISH_POINTS + points_for(one.place)
            voyages[user_id] += 1
            wins[user_id] += one.place == 1
    ordered = sorted(names, key=lambda user_id: (-points[user_id], names[user_id].casefold(), user_id))
    streaks = {
        user_id: weekly_streak(await db.voyages.list_tries_for_user(reads, user_id), now)
        for user_id in ordered
    }
    return tuple(
        YearStanding(
            place, user_id, names[user_id], points[user_id], voyages[user_id], wins[user_id], streaks[user_id]
        )
        for place, user_id in zip(
            shared_places([points[user_id] for user_id in ordered]), ordered, strict=True
        )
    )


def weekly_streak(tries: Sequence[db.VoyageTry], now: int) -> int:
    """The number of consecutive weeks with a finished try. The current week does not break a streak."""
    weeks = {one.week for one in tries if one.worth is not None}
    week = week_at(now)
    if week not in weeks:
        week -= WEEK
    streak = 0
    while week in weeks:
        streak += 1
        week -= WEEK
    return streak
