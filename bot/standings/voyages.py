"""The voyages of the week: when each is open, what a try is worth, who came where, streaks and the year."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import db
from bot.standings.seasons import points_for, shared_places
from db.clock import DAY, HOUR
from db.users import COMPUTER_PLAYER_IDS, UNKNOWN_NAME
from rules.chance import commitment
from rules.game import Outcome

WEEK = 7 * DAY
FIRST_MONDAY_MS = 4 * DAY
"""1970 began on a Thursday: the first Monday came four days later."""
OPEN_FOR_MS = 6 * DAY + 20 * HOUR
"""From Monday to Sunday evening, in UTC."""
FINISH_POINTS = 1
"""What every voyage brings in the table of the year, beside the points of its place."""


def week_at(at: int) -> int:
    """The beginning of the week to which a moment belongs."""
    return (at - FIRST_MONDAY_MS) // WEEK * WEEK + FIRST_MONDAY_MS


def week_to_deal(at: int) -> int:
    """The week whose deal is open at a moment; between two voyages it is the next."""
    week = week_at(at)
    return week if at < week + OPEN_FOR_MS else week + WEEK


def year_of(week: int) -> int:
    """The year a week counts for: that of its Thursday, as calendars number weeks."""
    return datetime.fromtimestamp((week + 3 * DAY) / 1000, UTC).year


def number_of(week: int) -> int:
    """The number that a week has in calendars."""
    return datetime.fromtimestamp(week / 1000, UTC).isocalendar().week


def deal_commitment(seed: bytes, opening: str) -> str:
    """What is told of a deal beforehand: the hash of its seed, and of the opening behind it if it has one."""
    return commitment(seed + opening.encode())


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who came home in time."""

    place: int
    name: str
    attempt: db.VoyageTry


@dataclass(frozen=True, slots=True)
class YearStanding:
    """Somebody in the table of a year: points, voyages, how many of them won, and weeks in a row."""

    place: int
    person: int
    name: str
    points: int
    voyages: int
    wins: int
    streak: int


async def persist_voyage(tx: db.Transaction, row: db.Game, outcome: Outcome) -> None:
    """A game has ended; if it was somebody's voyage and is in time, it counts."""
    if row.sealed_until is None or tx.now >= row.sealed_until:
        return
    attempt = await db.voyages.find_try_for_game(tx, row.code)
    if attempt is None or not outcome.totals:
        return
    players = await db.players.list_for_game(tx, row.code)
    own = next((one.seat for one in players if one.person == attempt.person), None)
    if own is None or any(one.resigned for one in players):
        return
    house = [
        outcome.totals[one.seat]
        for one in players
        if one.person is not None and one.person in COMPUTER_PLAYER_IDS
    ]
    score = outcome.totals[own]
    await db.voyages.finish_try(tx, row.code, worth=score - max(house, default=0), score=score)


async def arrivals(reads: db.Reads, week: int) -> tuple[Arrival, ...]:
    """Who came home in a week, the best first. Whoever hides is left out."""
    tries = [one for one in await db.voyages.list_tries(reads, [week]) if one.worth is not None]
    names = await db.users.get_names_and_hidden(reads, [one.person for one in tries])
    shown = [one for one in tries if not names.get(one.person, (None, False))[1]]
    places = shared_places([one.worth or 0 for one in shown])
    return tuple(
        Arrival(place, names.get(one.person, (None, False))[0] or UNKNOWN_NAME, one)
        for place, one in zip(places, shown, strict=True)
    )


async def year_table(reads: db.Reads, year: int, now: int) -> tuple[YearStanding, ...]:
    """The table of a year, from the voyages that have been revealed."""
    every = await db.voyages.list_since(reads, week_at(_first_day(year)) - WEEK)
    weeks = [one.week for one in every if one.revealed is not None and year_of(one.week) == year]
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
    """Weeks in a row in which somebody came home; the week that is still open breaks no streak."""
    weeks = {one.week for one in tries if one.worth is not None}
    week = week_at(now)
    if week not in weeks:
        week -= WEEK
    streak = 0
    while week in weeks:
        streak += 1
        week -= WEEK
    return streak


def _first_day(year: int) -> int:
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp()) * 1000
