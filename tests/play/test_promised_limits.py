"""Limits are those that the guide and the texts promise."""

from pathlib import Path

import pytest

from bot.i18n import SKALD_DOMAIN
from bot.i18n.catalogue import CATALOGUE_DIR, catalogue_path
from bot.play.account import preferences
from bot.play.club import adjudication, continuations, ladder, practice
from bot.play.core.availability import MAX_REST_DAYS, MAX_SLEEP_MINUTES
from bot.play.core.pace import PACES
from bot.play.lobby import archive, matchmaking, pause
from bot.play.turns import votes
from bot.standings.ladder import DRIFT_AFTER_MS, LEAVE_AFTER_MS
from bot.standings.leagues import MAX_DIVISION_SIZE, MIN_DIVISION_SIZE
from bot.standings.persist import EARLY_PERIOD_MS
from bot.standings.ratings import IDLE_AFTER_MS
from bot.standings.seasons import FULL_VALUE_GAMES, points_for
from bot.views.pace_text import PACE_LABELS
from db.clock import DAY, HOUR, MINUTE, WEEK

GUIDE = (Path(__file__).parents[2] / "docs" / "guide.md").read_text(encoding="utf-8")


def in_hours(milliseconds: int) -> str:
    return f"{milliseconds / HOUR:g} h"


@pytest.mark.parametrize("key", PACES)
def test_the_guide_gives_the_times_of_every_pace(key: str) -> None:
    pace = PACES[key]
    times = (in_hours(each) for each in (pace.bank, pace.increment, pace.cap))
    assert f"| {PACE_LABELS[key]} | {' | '.join(times)} |" in GUIDE


@pytest.mark.parametrize(
    ("promise", "limit", "promised"),
    [
        ("up to two rest days a week", MAX_REST_DAYS, 2),
        ("rests for 2 to 30 days", (pause.MIN_PAUSE_DAYS, pause.MAX_PAUSE_DAYS), (2, 30)),
        ("after 3, 10 and 30 days if you got them wrong", practice.RETURN_DAYS, (3, 10, 30)),
    ],
)
def test_the_guide_gives_the_limits(promise: str, limit: object, promised: object) -> None:
    assert promise in " ".join(GUIDE.split())
    assert limit == promised


@pytest.fixture(scope="module")
def texts() -> str:
    """All sentences in English, as the translators of one language have them."""
    catalogue = catalogue_path(CATALOGUE_DIR, "fr", SKALD_DOMAIN).read_text(encoding="utf-8")
    return catalogue.replace('"\n"', "")


@pytest.mark.parametrize(
    ("promise", "limit", "promised"),
    [
        ("has been waiting for five days", archive.WARN_AFTER_MS["lobby"], 5 * DAY),
        ("It closes in nine days", archive.ARCHIVE_AFTER_MS["lobby"], (5 + 9) * DAY),
        ("Nothing has happened here for two weeks", archive.WARN_AFTER_MS["running"], 2 * WEEK),
        ("archived after sixty days without a move", archive.ARCHIVE_AFTER_MS["running"], 60 * DAY),
        ("After a month without a game you drop one rung a week", DRIFT_AFTER_MS, 30 * DAY),
        ("after three months you leave the ladder", LEAVE_AFTER_MS, 3 * 30 * DAY),
        ("A challenge waits five days for an answer", ladder.ANSWER_WITHIN_MS, 5 * DAY),
        ("You challenged <@{user}> less than a week ago", ladder.CHALLENGE_AGAIN_AFTER_MS, WEEK),
        ("challenge here. It stays open for a week", continuations.CHALLENGE_OPEN_MS, WEEK),
        ("your clocks stop: at most ten hours", MAX_SLEEP_MINUTES * MINUTE, 10 * HOUR),
        ("changed your rest days less than a week ago", preferences.REST_CHANGE_INTERVAL_MS, WEEK),
        ("Divisions of four to six players", (MIN_DIVISION_SIZE, MAX_DIVISION_SIZE), (4, 6)),
        ("twice the time of the quickest player", adjudication.SLOW_FACTOR, 2),
        ("and over a day more", adjudication.SLOW_MARGIN_MS, DAY),
        ("Everyone must agree within a day", votes.OPEN_FOR_MS, DAY),
        ("after a day, neither", matchmaking.ANY_HOURS_AFTER_MS, DAY),
        ("no rated game for 90 days", IDLE_AFTER_MS, 90 * DAY),
        ("only one game a week counts between two players", EARLY_PERIOD_MS, WEEK),
        ("Your best eight count in full", FULL_VALUE_GAMES, 8),
        ("Rated games earn 10, 6, 3 and 1 points", [*map(points_for, range(1, 6))], [10, 6, 3, 1, 0]),
    ],
)
def test_the_texts_give_the_limits(texts: str, promise: str, limit: object, promised: object) -> None:
    assert promise in texts
    assert limit == promised
