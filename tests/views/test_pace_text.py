"""Texts of clocks: the same words on cards and in notifications."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.i18n import LANGUAGES, locale_for
from bot.play.core.availability import Availability
from bot.play.notify.turn_notifications import ClockEnd
from bot.views.notification_text import your_move_text
from bot.views.pace_text import clock_text, pace_details
from db.clock import DAY, HOUR, MINUTE
from tests.chat.story_fixtures import reader_view_of

OSLO = ZoneInfo("Europe/Oslo")
MONDAY_NOON = 1_767_610_800_000  # 5 January 2026, 12:00 in Oslo
SLEEPER = Availability(OSLO, sleep=(23 * 60, 8 * 60))


def end_of(bank: int, availability: Availability) -> ClockEnd:
    return ClockEnd.of(MONDAY_NOON, availability.deadline(MONDAY_NOON, bank), availability)


@pytest.mark.parametrize(
    ("bank", "availability", "english", "french"),
    [
        (
            24 * HOUR,
            SLEEPER,
            "24 h of waking time, until Tuesday evening",
            "24 h d’éveil (fin : mardi soir)",
        ),
        (3 * HOUR, SLEEPER, "3 h, until Monday afternoon", "3 h (fin : lundi après-midi)"),
        (20 * MINUTE, SLEEPER, "20 min, until Monday afternoon", "20 min (fin : lundi après-midi)"),
        (
            12 * HOUR,
            SLEEPER,
            "12 h of waking time, until Tuesday morning",
            "12 h d’éveil (fin : mardi matin)",
        ),
        (5 * DAY, SLEEPER, "120 h of waking time, until 13 January", "120 h d’éveil (fin : 13 janvier)"),
        (24 * HOUR, Availability(), "24 h left", "24 h restantes"),
        (
            36 * HOUR,
            Availability(OSLO),
            "36 h, until Wednesday before dawn",
            "36 h (fin : mercredi avant l’aube)",
        ),
    ],
)
def test_a_clock_tells_waking_hours_and_their_end(
    bank: int, availability: Availability, english: str, french: str
) -> None:
    end = end_of(bank, availability)
    assert clock_text(locale_for("en"), end) == english
    assert clock_text(locale_for("fr"), end).replace("\N{NO-BREAK SPACE}", " ") == french


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_push_says_the_same_as_the_card(language: str) -> None:
    end, reader = end_of(24 * HOUR, SLEEPER), reader_view_of("lofoten", 0, language)
    text = your_move_text(reader, (0,), "play", end)
    assert clock_text(reader.locale, end) in text


@pytest.mark.parametrize(
    ("language", "date"), [("en", "1 December"), ("fr", "1er décembre"), ("de", "1. Dezember")]
)
def test_an_end_weeks_away_is_a_date_as_the_language_writes_it(language: str, date: str) -> None:
    now, at = (int(datetime(2026, month, 1, tzinfo=UTC).timestamp() * 1000) for month in (11, 12))
    assert date in clock_text(locale_for(language), ClockEnd(now, at, at - now, ZoneInfo("UTC")))


@pytest.mark.parametrize(("language", "part"), [("en", "Monday evening"), ("de", "Montagabend")])
def test_an_end_this_week_is_a_part_of_a_day(language: str, part: str) -> None:
    end = ClockEnd(MONDAY_NOON, MONDAY_NOON + 7 * HOUR, 7 * HOUR, ZoneInfo("UTC"))
    assert part in clock_text(locale_for(language), end)


def test_the_lobby_tells_of_the_hours_for_the_first_move() -> None:
    assert pace_details("live", locale_for("en")) == (
        "24 h of waking time at first, 24 h more for the first move, then 4 h each turn, at most 72 h."
    )
