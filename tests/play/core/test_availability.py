"""Whose time runs when: sleep, days away, daylight saving."""

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.core.availability import (
    AWAY_DAYS_PER_YEAR,
    DECLARED,
    DEFAULT_SLEEP,
    Availability,
    Span,
    is_valid_sleep,
)
from db import Absence, Preferences, User
from db.clock import DAY, HOUR, MINUTE
from tests.manual_clock import moment

PARIS = ZoneInfo("Europe/Paris")


def lives_in(zone: str | None, away: Sequence[Span] = (), **chosen: object) -> Availability:
    """The habits of somebody who lives there, as they follow from what is stored of them."""
    person = User(1, timezone=zone, preferences=Preferences.model_validate(chosen))
    days = [Absence(number, 1, *span, DECLARED) for number, span in enumerate(away)]
    return Availability.from_user(person, days)


def sleeper(away: Sequence[Span] = ()) -> Availability:
    return lives_in("Europe/Paris", away)


ZONES = ("Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Santiago")
MOMENTS = st.integers(moment("2026-01-01"), moment("2027-12-31"))


@st.composite
def lives(draw: st.DrawFn) -> Availability:
    bed = draw(st.integers(0, 1439))
    night = draw(st.one_of(st.none(), st.integers(1, 600)))
    starts = draw(st.lists(MOMENTS, max_size=4))
    away = [(start, start + draw(st.integers(1, 20 * DAY))) for start in starts]
    sleep = None if night is None else (bed, (bed + night) % 1440)
    return lives_in(draw(st.sampled_from(ZONES)), away, sleep=sleep)


def test_nobody_sleeps_before_their_time_zone_is_known() -> None:
    habits = lives_in(None)
    start = moment("2026-07-14T22:00")
    assert habits.deadline(start, 12 * HOUR) == start + 12 * HOUR
    assert lives_in("Nowhere/Land") == habits
    assert lives_in(None, sleep=DEFAULT_SLEEP) == habits


def test_whoever_says_where_they_live_sleeps_at_night_unless_they_say_otherwise() -> None:
    night = moment("2026-07-14T23:00", "Europe/Paris")
    assert not sleeper().is_reachable(night)
    assert lives_in("Europe/Paris", sleep=None).is_reachable(night)
    assert lives_in("Europe/Paris", sleep=(0, 60)).is_reachable(night)


def test_the_clock_stands_still_at_night() -> None:
    evening = moment("2026-07-14T22:00", "Europe/Paris")
    habits = sleeper()
    assert habits.deadline(evening, 2 * HOUR) == moment("2026-07-15T09:00", "Europe/Paris")
    assert habits.elapsed(evening, moment("2026-07-15T08:30", "Europe/Paris")) == HOUR + 30 * MINUTE


@pytest.mark.parametrize(
    ("evening", "hours"),
    [
        ("2026-03-28T23:00", 8),  # the night in which clocks go forward
        ("2026-07-14T23:00", 9),
        ("2026-10-24T23:00", 10),  # the night in which they go back
    ],
)
def test_a_night_is_as_long_as_it_really_is_when_the_clocks_change(evening: str, hours: int) -> None:
    asleep = moment(evening, "Europe/Paris")
    awake = sleeper().next_reachable(asleep)
    assert awake - asleep == hours * HOUR
    assert datetime.fromtimestamp(awake / 1000, PARIS).hour == 8
    assert sleeper().elapsed(asleep - HOUR, awake + HOUR) == 2 * HOUR


def test_a_night_that_the_change_of_clocks_swallows_holds_nothing() -> None:
    napper = lives_in("Europe/Paris", sleep=(150, 180))  # 2:30 to 3:00, which do not exist that day
    start, end = moment("2026-03-29T00:00", "Europe/Paris"), moment("2026-03-29T12:00", "Europe/Paris")
    assert end - start == 11 * HOUR
    assert napper.elapsed(start, end) == 11 * HOUR


def test_days_away_hold_the_clock_and_the_ping() -> None:
    start = moment("2026-07-14T12:00")
    habits = lives_in(None, [(start, start + 2 * DAY)])
    assert habits.deadline(start - HOUR, 3 * HOUR) == start + 2 * DAY + 2 * HOUR
    assert habits.next_reachable(start + HOUR) == start + 2 * DAY
    assert habits.is_reachable(start - 1)


def test_a_day_that_was_spent_holds_the_clock_but_not_the_word() -> None:
    start = moment("2026-07-14T12:00")
    habits = Availability.from_user(User(1), [Absence(1, 1, start, start + DAY, "spent AB2CD")])
    assert habits.deadline(start, HOUR) == start + DAY + HOUR
    assert habits.is_reachable(start + HOUR)
    assert habits.away_days_left(start) == AWAY_DAYS_PER_YEAR - 1


def test_waking_while_away_is_not_being_back() -> None:
    evening, back = moment("2026-07-14T22:00", "Europe/Paris"), moment("2026-07-16T03:00", "Europe/Paris")
    habits = sleeper([(evening, back)])
    assert habits.next_reachable(evening) == moment("2026-07-16T08:00", "Europe/Paris")


def test_the_question_to_the_table_waits_for_who_is_away_but_not_for_who_sleeps() -> None:
    noon = moment("2026-07-14T12:00")
    habits = sleeper([(noon, noon + 20 * DAY)])
    assert habits.deadline_ignoring_sleep(noon - DAY, 5 * DAY) == noon + 24 * DAY


def test_fourteen_days_a_year_hold_the_clock_and_more_hold_only_the_ping() -> None:
    start = moment("2026-07-01")
    habits = lives_in(None, [(start, start + 20 * DAY)])
    assert habits.elapsed(start, start + 20 * DAY) == 6 * DAY
    assert habits.next_reachable(start) == start + 20 * DAY
    assert habits.away_days_left(start) == 0


def test_the_next_year_brings_days_of_its_own() -> None:
    christmas = moment("2026-12-25")
    habits = lives_in(None, [(christmas - 10 * DAY, christmas - DAY), (christmas, christmas + 14 * DAY)])
    assert habits.away_days_left(christmas) == 0
    assert habits.away_days_left(moment("2027-06-01")) == AWAY_DAYS_PER_YEAR - 7
    # 9 + 7 days fall into the old year, two too many.
    assert habits.elapsed(christmas, christmas + 14 * DAY) == 2 * DAY


def test_days_that_overlap_are_spent_once() -> None:
    start = moment("2026-07-01")
    habits = lives_in(None, [(start, start + 3 * DAY), (start + DAY, start + 2 * DAY)])
    assert habits.away_days_left(start) == AWAY_DAYS_PER_YEAR - 3


@pytest.mark.parametrize(
    ("bed", "rise", "fits"),
    [(*DEFAULT_SLEEP, True), (0, 600, True), (0, 601, False), (60, 60, False), (-1, 5, False)],
)
def test_a_night_has_at_most_ten_hours(bed: int, rise: int, fits: bool) -> None:
    assert is_valid_sleep(bed, rise) is fits


@given(lives(), MOMENTS, st.lists(st.integers(0, 3 * DAY), min_size=1, max_size=6))
def test_charging_in_one_piece_or_in_many_gives_the_same(
    habits: Availability, start: int, pieces: list[int]
) -> None:
    many, at = 0, start
    for piece in pieces:
        many += habits.elapsed(at, at + piece)
        at += piece
    assert habits.elapsed(start, at) == many


@given(lives(), MOMENTS, st.integers(1, 10 * DAY))
def test_a_clock_runs_out_when_all_of_it_has_been_counted(
    habits: Availability, start: int, bank: int
) -> None:
    out = habits.deadline(start, bank)
    assert habits.elapsed(start, out) == bank
    assert habits.elapsed(start, out - 1) < bank


@given(lives(), MOMENTS)
def test_no_time_is_counted_while_somebody_sleeps(habits: Availability, at: int) -> None:
    resting = Availability(habits.zone, habits.sleep)
    assert habits.elapsed(at, resting.next_reachable(at)) == 0


@given(lives(), MOMENTS, st.integers(0, 30 * DAY))
def test_a_clock_never_runs_faster_than_time(habits: Availability, start: int, length: int) -> None:
    assert 0 <= habits.elapsed(start, start + length) <= length


@given(lives(), MOMENTS)
def test_whoever_may_be_told_is_neither_away_nor_asleep(habits: Availability, at: int) -> None:
    free = habits.next_reachable(at)
    assert free >= at
    assert habits.is_reachable(free)
    assert not any(start <= free < until for start, until in habits.away)


def test_a_day_begins_at_midnight_where_one_lives() -> None:
    habits = sleeper()
    assert habits.midnight(date(2026, 7, 15)) == moment("2026-07-14T22:00")
    assert habits.local_date(moment("2026-07-14T22:30")) == date(2026, 7, 15)
