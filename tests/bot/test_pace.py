"""Whose time runs when: sleep, days away, daylight saving, and the numbers of each pace."""

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pace import (
    AWAY_DAYS,
    DAY,
    FIRST_MOVE,
    HOUR,
    MINUTE,
    NIGHT,
    PACES,
    Habits,
    Span,
    at_start,
    earned,
    is_night,
    next_reminder,
)

PARIS = ZoneInfo("Europe/Paris")


def moment(text: str, zone: str = "UTC") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def sleeper(zone: str = "Europe/Paris", away: Sequence[Span] = ()) -> Habits:
    return Habits.of(zone, {}, away)


ZONES = ("Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Santiago")
MOMENTS = st.integers(moment("2026-01-01"), moment("2027-12-31"))


@st.composite
def lives(draw: st.DrawFn) -> Habits:
    bed = draw(st.integers(0, 1439))
    night = draw(st.one_of(st.none(), st.integers(1, 600)))
    starts = draw(st.lists(MOMENTS, max_size=4))
    away = [(start, start + draw(st.integers(1, 20 * DAY))) for start in starts]
    sleep = None if night is None else (bed, (bed + night) % 1440)
    return Habits.of(draw(st.sampled_from(ZONES)), {"sleep": sleep}, away)


@pytest.mark.parametrize(
    ("name", "bank", "increment", "cap"), [("live", 24, 4, 72), ("fast", 72, 12, 120), ("slow", 72, 36, 240)]
)
def test_each_pace_has_its_bank_its_increment_and_its_cap(
    name: str, bank: int, increment: int, cap: int
) -> None:
    pace = PACES[name]
    assert at_start(pace, None) == (bank + 24) * HOUR
    assert earned(pace, 5 * HOUR, first=False) == (5 + increment) * HOUR
    assert earned(pace, (cap - 1) * HOUR, first=False) == cap * HOUR


def test_the_extra_time_before_the_first_move_is_used_first_and_then_gone() -> None:
    slow = PACES["slow"]
    full = at_start(slow, None)
    assert earned(slow, full - 3 * HOUR, first=True) == slow.bank + slow.increment
    late = full - FIRST_MOVE - 3 * HOUR
    assert earned(slow, late, first=True) == slow.bank - 3 * HOUR + slow.increment


def test_a_seat_that_comes_back_has_at_least_the_time_of_a_turn() -> None:
    assert at_start(PACES["live"], 0) == 4 * HOUR
    assert at_start(PACES["live"], 20 * HOUR) == 20 * HOUR


def test_nobody_sleeps_before_his_time_zone_is_known() -> None:
    habits = Habits.of(None, {})
    start = moment("2026-07-14T22:00")
    assert habits.runs_out(start, 12 * HOUR) == start + 12 * HOUR
    assert Habits.of("Nowhere/Land", {}) == habits


def test_the_clock_stands_still_at_night() -> None:
    evening = moment("2026-07-14T22:00", "Europe/Paris")
    habits = sleeper()
    assert habits.runs_out(evening, 2 * HOUR) == moment("2026-07-15T09:00", "Europe/Paris")
    assert habits.counted(evening, moment("2026-07-15T08:30", "Europe/Paris")) == HOUR + 30 * MINUTE


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
    awake = sleeper().free_from(asleep)
    assert awake - asleep == hours * HOUR
    assert datetime.fromtimestamp(awake / 1000, PARIS).hour == 8
    assert sleeper().counted(asleep - HOUR, awake + HOUR) == 2 * HOUR


def test_a_night_that_the_change_of_clocks_swallows_holds_nothing() -> None:
    napper = Habits.of("Europe/Paris", {"sleep": (150, 180)})  # 2:30 to 3:00, which do not exist that day
    start, end = moment("2026-03-29T00:00", "Europe/Paris"), moment("2026-03-29T12:00", "Europe/Paris")
    assert end - start == 11 * HOUR
    assert napper.counted(start, end) == 11 * HOUR


def test_days_away_hold_the_clock_and_the_ping() -> None:
    start = moment("2026-07-14T12:00")
    habits = Habits(away=((start, start + 2 * DAY),))
    assert habits.runs_out(start - HOUR, 3 * HOUR) == start + 2 * DAY + 2 * HOUR
    assert habits.free_from(start + HOUR) == start + 2 * DAY
    assert habits.may_be_told(start - 1)


def test_a_day_that_was_spent_holds_the_clock_but_not_the_word() -> None:
    start = moment("2026-07-14T12:00")
    habits = Habits(spent=((start, start + DAY),))
    assert habits.runs_out(start, HOUR) == start + DAY + HOUR
    assert habits.may_be_told(start + HOUR)
    assert habits.days_left(start) == AWAY_DAYS - 1


def test_waking_while_away_is_not_being_back() -> None:
    evening, back = moment("2026-07-14T22:00", "Europe/Paris"), moment("2026-07-16T03:00", "Europe/Paris")
    habits = sleeper(away=((evening, back),))
    assert habits.free_from(evening) == moment("2026-07-16T08:00", "Europe/Paris")


def test_the_question_to_the_table_waits_for_who_is_away_but_not_for_who_sleeps() -> None:
    noon = moment("2026-07-14T12:00")
    habits = sleeper(away=((noon, noon + 20 * DAY),))
    assert habits.runs_out_though_asleep(noon - DAY, 5 * DAY) == noon + 24 * DAY


def test_fourteen_days_a_year_hold_the_clock_and_more_hold_only_the_ping() -> None:
    start = moment("2026-07-01")
    habits = Habits(away=((start, start + 20 * DAY),))
    assert habits.counted(start, start + 20 * DAY) == 6 * DAY
    assert habits.free_from(start) == start + 20 * DAY
    assert habits.days_left(start) == 0


def test_the_next_year_brings_days_of_its_own() -> None:
    christmas = moment("2026-12-25")
    habits = Habits(away=((christmas - 10 * DAY, christmas - DAY), (christmas, christmas + 14 * DAY)))
    assert habits.days_left(christmas) == 0
    assert habits.days_left(moment("2027-06-01")) == AWAY_DAYS - 7
    # 9 + 7 days fall into the old year, two too many.
    assert habits.counted(christmas, christmas + 14 * DAY) == 2 * DAY


def test_days_that_overlap_are_spent_once() -> None:
    start = moment("2026-07-01")
    habits = Habits(away=((start, start + 3 * DAY), (start + DAY, start + 2 * DAY)))
    assert habits.days_left(start) == AWAY_DAYS - 3


@pytest.mark.parametrize(
    ("bed", "rise", "fits"),
    [(*NIGHT, True), (0, 600, True), (0, 601, False), (60, 60, False), (-1, 5, False)],
)
def test_a_night_has_at_most_ten_hours(bed: int, rise: int, fits: bool) -> None:
    assert is_night(bed, rise) is fits


def test_reminders_come_at_half_and_four_fifths_then_daily_and_five_at_most() -> None:
    since = moment("2026-07-14T12:00")
    due = [
        next_reminder(Habits(), since=since, whole=100 * HOUR, sent=sent, now=since + 80 * HOUR)
        for sent in range(1, 6)
    ]
    assert next_reminder(Habits(), since=since, whole=100 * HOUR, sent=0, now=since) == since + 50 * HOUR
    assert due == [since + 80 * HOUR, *[since + 104 * HOUR] * 3, None]


def test_nobody_is_reminded_in_his_sleep() -> None:
    since = moment("2026-07-14T02:00", "Europe/Paris")
    for sent in range(5):
        due = next_reminder(sleeper(), since=since, whole=HOUR, sent=sent, now=since)
        assert due is not None
        assert sleeper().may_be_told(due)


@given(lives(), MOMENTS, st.lists(st.integers(0, 3 * DAY), min_size=1, max_size=6))
def test_charging_in_one_piece_or_in_many_gives_the_same(
    habits: Habits, start: int, pieces: list[int]
) -> None:
    many, at = 0, start
    for piece in pieces:
        many += habits.counted(at, at + piece)
        at += piece
    assert habits.counted(start, at) == many


@given(lives(), MOMENTS, st.integers(1, 10 * DAY))
def test_a_clock_runs_out_when_all_of_it_has_been_counted(habits: Habits, start: int, bank: int) -> None:
    out = habits.runs_out(start, bank)
    assert habits.counted(start, out) == bank
    assert habits.counted(start, out - 1) < bank


@given(lives(), MOMENTS)
def test_no_time_is_counted_while_somebody_sleeps(habits: Habits, at: int) -> None:
    resting = Habits(habits.zone, habits.sleep)
    assert habits.counted(at, resting.free_from(at)) == 0


@given(lives(), MOMENTS, st.integers(0, 30 * DAY))
def test_a_clock_never_runs_faster_than_time(habits: Habits, start: int, length: int) -> None:
    assert 0 <= habits.counted(start, start + length) <= length


@given(lives(), MOMENTS)
def test_whoever_may_be_told_is_neither_away_nor_asleep(habits: Habits, at: int) -> None:
    free = habits.free_from(at)
    assert free >= at
    assert habits.may_be_told(free)
    assert not habits.is_away(free)


def test_a_day_begins_at_midnight_where_one_lives() -> None:
    habits = sleeper()
    assert habits.midnight(date(2026, 7, 15)) == moment("2026-07-14T22:00")
    assert habits.day_of(moment("2026-07-14T22:30")) == date(2026, 7, 15)
