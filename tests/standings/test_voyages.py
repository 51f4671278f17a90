"""Weeks of voyages: when they are open, which year they count for, and streaks."""

import pytest

import db
from bot.standings.voyages import (
    OPEN_FOR_MS,
    WEEK,
    iso_week_number,
    iso_week_year,
    open_or_next_week,
    week_at,
    weekly_streak,
)
from tests.manual_clock import moment

MONDAY = moment("2026-11-16 00:00")


@pytest.mark.parametrize("at", ["2026-11-16 00:00", "2026-11-19 12:00", "2026-11-22 23:59"])
def test_a_week_goes_from_monday_to_sunday(at: str) -> None:
    assert week_at(moment(at)) == MONDAY


def test_from_sunday_evening_on_the_next_deal_is_the_one_to_come() -> None:
    assert moment("2026-11-22 20:00") == MONDAY + OPEN_FOR_MS
    assert open_or_next_week(moment("2026-11-22 19:59")) == MONDAY
    assert open_or_next_week(moment("2026-11-22 20:00")) == MONDAY + WEEK


def test_a_week_counts_for_the_year_of_its_thursday() -> None:
    assert iso_week_year(moment("2026-12-28 00:00")) == 2026
    assert iso_week_year(moment("2025-12-29 00:00")) == 2026
    assert iso_week_number(moment("2026-12-28 00:00")) == 53


def finished_tries(*weeks_ago: int) -> list[db.VoyageTry]:
    return [db.VoyageTry(MONDAY - ago * WEEK, 1, "G", None, 0, 0, worth=5, score=5) for ago in weeks_ago]


def test_a_streak_counts_weeks_in_a_row_and_the_open_week_breaks_none() -> None:
    now = moment("2026-11-18 09:00")
    assert weekly_streak(finished_tries(0, 1, 2), now) == 3
    assert weekly_streak(finished_tries(1, 2), now) == 2
    assert weekly_streak(finished_tries(2, 3), now) == 0
    assert weekly_streak(finished_tries(0, 2, 3), now) == 1
    assert weekly_streak([db.VoyageTry(MONDAY, 1, "G", None, 0)], now) == 0
