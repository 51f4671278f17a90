"""Availability: sleep, absences and daylight saving."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.core.availability import (
    AWAY_DAYS_PER_YEAR,
    DECLARED,
    DEFAULT_SLEEP,
    MAX_REST_DAYS,
    Availability,
    Span,
    is_valid_sleep,
)
from db import Absence, Preferences, User
from db.clock import DAY, HOUR, MINUTE
from tests.manual_clock import moment

PARIS = ZoneInfo("Europe/Paris")


def availability_in(zone: str | None, away: Sequence[Span] = (), **chosen: object) -> Availability:
    """Availability of a user with this time zone, these absences and these stored preferences."""
    person = User(1, timezone=zone, preferences=Preferences.model_validate(chosen))
    days = [Absence(number, 1, *span, DECLARED) for number, span in enumerate(away)]
    return Availability.from_user(person, days)


def paris_sleeper(away: Sequence[Span] = ()) -> Availability:
    return availability_in("Europe/Paris", away)


ZONES = ("Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Santiago")
TIMESTAMPS = st.integers(moment("2026-01-01"), moment("2027-12-31"))


@st.composite
def availabilities(draw: st.DrawFn) -> Availability:
    bed = draw(st.integers(0, 1439))
    night = draw(st.one_of(st.none(), st.integers(1, 600)))
    starts = draw(st.lists(TIMESTAMPS, max_size=4))
    away = [(start, start + draw(st.integers(1, 20 * DAY))) for start in starts]
    sleep = None if night is None else (bed, (bed + night) % 1440)
    return availability_in(draw(st.sampled_from(ZONES)), away, sleep=sleep)


def test_sleep_hours_need_a_known_time_zone() -> None:
    availability = availability_in(None)
    start = moment("2026-07-14T22:00")
    assert availability.deadline(start, 12 * HOUR) == start + 12 * HOUR
    assert availability_in("Nowhere/Land") == availability
    assert availability_in(None, sleep=DEFAULT_SLEEP) == availability


def test_users_with_a_time_zone_sleep_at_night_by_default() -> None:
    night = moment("2026-07-14T23:00", "Europe/Paris")
    assert not paris_sleeper().is_reachable(night)
    assert availability_in("Europe/Paris", sleep=None).is_reachable(night)
    assert availability_in("Europe/Paris", sleep=(0, 60)).is_reachable(night)


def test_the_clock_stands_still_at_night() -> None:
    evening = moment("2026-07-14T22:00", "Europe/Paris")
    availability = paris_sleeper()
    assert availability.deadline(evening, 2 * HOUR) == moment("2026-07-15T09:00", "Europe/Paris")
    assert availability.elapsed(evening, moment("2026-07-15T08:30", "Europe/Paris")) == HOUR + 30 * MINUTE


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
    awake = paris_sleeper().next_reachable(asleep)
    assert awake - asleep == hours * HOUR
    assert datetime.fromtimestamp(awake / 1000, PARIS).hour == 8
    assert paris_sleeper().elapsed(asleep - HOUR, awake + HOUR) == 2 * HOUR


def test_a_night_skipped_by_daylight_saving_pauses_nothing() -> None:
    napper = availability_in("Europe/Paris", sleep=(150, 180))  # 2:30 to 3:00, which do not exist that day
    start, end = moment("2026-03-29T00:00", "Europe/Paris"), moment("2026-03-29T12:00", "Europe/Paris")
    assert end - start == 11 * HOUR
    assert napper.elapsed(start, end) == 11 * HOUR


def test_absences_pause_the_clock_and_notifications() -> None:
    start = moment("2026-07-14T12:00")
    availability = availability_in(None, [(start, start + 2 * DAY)])
    assert availability.deadline(start - HOUR, 3 * HOUR) == start + 2 * DAY + 2 * HOUR
    assert availability.next_reachable(start + HOUR) == start + 2 * DAY
    assert availability.is_reachable(start - 1)


def test_an_automatic_away_day_pauses_the_clock_but_not_notifications() -> None:
    start = moment("2026-07-14T12:00")
    availability = Availability.from_user(User(1), [Absence(1, 1, start, start + DAY, "spent AB2CD")])
    assert availability.deadline(start, HOUR) == start + DAY + HOUR
    assert availability.is_reachable(start + HOUR)
    assert availability.away_days_left(start) == AWAY_DAYS_PER_YEAR - 1


def test_waking_up_does_not_end_an_absence() -> None:
    evening, back = moment("2026-07-14T22:00", "Europe/Paris"), moment("2026-07-16T03:00", "Europe/Paris")
    availability = paris_sleeper([(evening, back)])
    assert availability.next_reachable(evening) == moment("2026-07-16T08:00", "Europe/Paris")


def test_the_question_to_the_table_waits_for_who_is_away_but_not_for_who_sleeps() -> None:
    noon = moment("2026-07-14T12:00")
    availability = paris_sleeper([(noon, noon + 20 * DAY)])
    assert availability.deadline_ignoring_sleep(noon - DAY, 5 * DAY) == noon + 24 * DAY


def test_fourteen_days_a_year_pause_the_clock_and_more_only_notifications() -> None:
    start = moment("2026-07-01")
    availability = availability_in(None, [(start, start + 20 * DAY)])
    assert availability.elapsed(start, start + 20 * DAY) == 6 * DAY
    assert availability.next_reachable(start) == start + 20 * DAY
    assert availability.away_days_left(start) == 0


def test_each_year_has_its_own_away_days() -> None:
    christmas = moment("2026-12-25")
    availability = availability_in(
        None, [(christmas - 10 * DAY, christmas - DAY), (christmas, christmas + 14 * DAY)]
    )
    assert availability.away_days_left(christmas) == 0
    assert availability.away_days_left(moment("2027-06-01")) == AWAY_DAYS_PER_YEAR - 7
    # 9 + 7 days fall into the old year, two too many.
    assert availability.elapsed(christmas, christmas + 14 * DAY) == 2 * DAY


def test_days_that_overlap_are_spent_once() -> None:
    start = moment("2026-07-01")
    availability = availability_in(None, [(start, start + 3 * DAY), (start + DAY, start + 2 * DAY)])
    assert availability.away_days_left(start) == AWAY_DAYS_PER_YEAR - 3


@pytest.mark.parametrize(
    ("bed", "rise", "fits"),
    [(*DEFAULT_SLEEP, True), (1320, 480, True), (1320, 481, False), (60, 60, False), (-1, 5, False)],
)
def test_a_night_has_at_most_ten_hours(bed: int, rise: int, fits: bool) -> None:
    assert is_valid_sleep(bed, rise) is fits


@given(availabilities(), TIMESTAMPS, st.lists(st.integers(0, 3 * DAY), min_size=1, max_size=6))
def test_charging_in_one_piece_or_in_many_gives_the_same(
    availability: Availability, start: int, pieces: list[int]
) -> None:
    many, at = 0, start
    for piece in pieces:
        many += availability.elapsed(at, at + piece)
        at += piece
    assert availability.elapsed(start, at) == many


@given(availabilities(), TIMESTAMPS, st.integers(1, 10 * DAY))
def test_a_clock_runs_out_when_all_of_it_has_been_counted(
    availability: Availability, start: int, bank: int
) -> None:
    out = availability.deadline(start, bank)
    assert availability.elapsed(start, out) == bank
    assert availability.elapsed(start, out - 1) < bank


@given(availabilities(), TIMESTAMPS)
def test_no_time_elapses_during_sleep(availability: Availability, at: int) -> None:
    resting = Availability(availability.zone, availability.sleep)
    assert availability.elapsed(at, resting.next_reachable(at)) == 0


@given(availabilities(), TIMESTAMPS, st.integers(0, 30 * DAY))
def test_a_clock_never_runs_faster_than_time(availability: Availability, start: int, length: int) -> None:
    assert 0 <= availability.elapsed(start, start + length) <= length


@given(availabilities(), TIMESTAMPS)
def test_reachable_users_are_neither_away_nor_asleep(availability: Availability, at: int) -> None:
    free = availability.next_reachable(at)
    assert free >= at
    assert availability.is_reachable(free)
    assert not any(start <= free < until for start, until in availability.away)


def test_a_day_begins_at_local_midnight() -> None:
    availability = paris_sleeper()
    assert availability.midnight(date(2026, 7, 15)) == moment("2026-07-14T22:00")
    assert availability.local_date(moment("2026-07-14T22:30")) == date(2026, 7, 15)


# Rest days

WEEKEND = (5, 6)


@pytest.mark.parametrize("zone", ["Europe/Paris", "America/New_York", "Pacific/Auckland"])
def test_the_clock_rests_over_the_weekend_of_the_players_own_time_zone(zone: str) -> None:
    availability = availability_in(zone, sleep=None, rest_days=WEEKEND)
    friday = moment("2026-07-17T20:00", zone)
    assert availability.deadline(friday, 6 * HOUR) == moment("2026-07-20T02:00", zone)
    assert availability.elapsed(friday, moment("2026-07-20T01:00", zone)) == 5 * HOUR
    assert availability.next_reachable(moment("2026-07-18T00:00", zone)) == moment("2026-07-20", zone)


def test_rest_days_join_with_the_nights_around_them() -> None:
    availability = availability_in("Europe/Paris", rest_days=WEEKEND)
    friday = moment("2026-07-17T22:00", "Europe/Paris")
    assert availability.deadline(friday, 2 * HOUR) == moment("2026-07-20T09:00", "Europe/Paris")
    saturday = moment("2026-07-18T12:00", "Europe/Paris")
    assert availability.next_reachable(saturday) == moment("2026-07-20T08:00", "Europe/Paris")


def test_rest_days_join_with_an_absence_and_cost_none_of_its_days() -> None:
    away = (moment("2026-07-17T12:00", "Europe/Paris"), moment("2026-07-18T12:00", "Europe/Paris"))
    availability = availability_in("Europe/Paris", [away], sleep=None, rest_days=WEEKEND)
    assert availability.deadline(away[0], HOUR) == moment("2026-07-20T01:00", "Europe/Paris")
    assert availability.away_days_left(away[0]) == AWAY_DAYS_PER_YEAR - 1


@pytest.mark.parametrize(
    ("saturday", "hours"),
    [("2026-03-28", 47), ("2026-07-18", 48), ("2026-10-24", 49)],  # forward, unchanged, back
)
def test_a_weekend_lasts_from_midnight_to_midnight_when_the_clocks_change(saturday: str, hours: int) -> None:
    availability = availability_in("Europe/Paris", sleep=None, rest_days=WEEKEND)
    start = moment(f"{saturday}T00:00", "Europe/Paris")
    assert availability.next_reachable(start) - start == hours * HOUR
    assert availability.elapsed(start, start + hours * HOUR) == 0


def test_rest_days_need_a_known_time_zone_and_are_never_a_whole_week() -> None:
    start = moment("2026-07-18T12:00")
    assert availability_in(None, rest_days=WEEKEND).is_reachable(start)
    stored_by_mistake = availability_in("UTC", sleep=None, rest_days=range(7))
    assert len(stored_by_mistake.rest_days) == MAX_REST_DAYS
    assert stored_by_mistake.deadline(start, HOUR) < start + 7 * DAY


def test_the_question_about_an_overdue_player_waits_for_rest_days() -> None:
    availability = availability_in("UTC", rest_days=WEEKEND)
    thursday = moment("2026-07-16T12:00")
    assert availability.deadline_ignoring_sleep(thursday, 2 * DAY) == thursday + 4 * DAY


@given(
    availabilities(), st.sets(st.integers(0, 6), max_size=MAX_REST_DAYS), TIMESTAMPS, st.integers(0, 5 * DAY)
)
def test_a_deadline_is_where_the_time_that_counts_is_used_up(
    availability: Availability, rest: set[int], start: int, bank: int
) -> None:
    resting = replace(availability, rest_days=frozenset(rest))
    assert resting.elapsed(start, resting.deadline(start, bank)) == bank
    assert resting.deadline(start, bank) >= availability.deadline(start, bank)
