"""Texts for standings: what stands in a line, and the names of periods."""

from dataclasses import replace
from typing import Any

import pytest

from bot.i18n import locale_for
from bot.standings.leaderboards import Period
from bot.standings.ratings import OVERALL
from bot.standings.standing import Standing
from bot.views import standings_text
from rules import GAMES
from tests.manual_clock import moment

ENGLISH = locale_for("en")
LINE = Standing(place=3, user_id=1, name="Astrid", value=1510, games=2, wins=1)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ({}, "3. Astrid: 1510, 2 games, 1 victory"),
        ({"provisional": True, "margin": 80}, "3. Astrid: 1510? ±80, 2 games, 1 victory"),
        (
            {"best": 44, "form": ("won", "between", "lost")},
            "3. Astrid: 1510, 2 games, 1 victory, best 44, ▲–▼",
        ),
        ({"medals": (2, 0, 1)}, "3. Astrid: 1510, 2 games, 1 victory, 🥇2 🥉1"),
        ({"name": "A" * 25}, f"3. {'A' * 23}…: 1510, 2 games, 1 victory"),
    ],
)
def test_a_line_says_everything_that_its_picture_shows(line: dict[str, Any], text: str) -> None:
    assert standings_text.standing_text(ENGLISH, replace(LINE, **line)) == text


@pytest.mark.parametrize(
    ("period", "name"), [("ever", "All time"), ("season", "Season 3 of 2026"), ("month", "August 2026")]
)
def test_a_period_is_named_as_users_call_it(period: Period, name: str) -> None:
    assert standings_text.period_name(ENGLISH, period, moment("2026-08-31T12:00")) == name


def test_numbers_titles_and_alt_texts() -> None:
    assert [standings_text.signed_number(number) for number in (3, 0, -3)] == ["+3", "+0", "−3"]
    assert [standings_text.percent(share) for share in (0.004, 0.5, 1)] == [0, 50, 100]
    names = [standings_text.title_name(ENGLISH, GAMES, key) for key in (OVERALL, "lofoten", "chess")]
    assert names == ["All games", "Lofoten", "chess"]
    assert standings_text.alt_text("a", "", "b") == "a\nb"
