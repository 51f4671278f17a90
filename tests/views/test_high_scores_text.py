"""Texts of high scores: who broke which record, and at most three lines of news."""

from collections.abc import Collection
from typing import Any

import pytest

from bot.i18n import locale_for
from bot.standings.high_scores import TOTAL, GameNews, HighScore, Milestone
from bot.views import high_scores_text
from rules import GAMES
from tests.views.views_in_memory import reader_view_at

GAME = GAMES["explorers"]
BOTH = HighScore(TOTAL, 50, 1, "AAAAA"), HighScore("captain", 20, 2, "BBBBB")
NOBODY: Any = None


@pytest.fixture(autouse=True)
def two_users(monkeypatch: pytest.MonkeyPatch) -> None:
    async def display_names(_reads: Any, user_ids: Collection[int]) -> dict[int, str]:
        return {user_id: {1: "Astrid", 2: "Bjorn"}[user_id] for user_id in user_ids}

    monkeypatch.setattr("db.users.display_names", display_names)


async def test_records_are_listed_with_what_they_were_reached_in(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {best.category: best for best in BOTH}

    async def server_high_scores(_reads: Any, server: int, key: str) -> dict[str, HighScore]:
        return found if (server, key) == (7, "explorers") else {}

    monkeypatch.setattr(high_scores_text, "server_high_scores", server_high_scores)
    line = await high_scores_text.high_scores_line(NOBODY, locale_for("en"), GAME, 7)
    assert line == "Records here: most points 50 (Astrid) · Captain 20 (Bjorn)"
    assert await high_scores_text.high_scores_line(NOBODY, locale_for("en"), GAME, 8) == ""


async def test_news_name_the_record_and_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    _, captain = BOTH
    milestones = (Milestone("games", 100), Milestone("wins", 10, 2), Milestone("wins", 25, 1))
    news = GameNews(((captain, HighScore("captain", 19, 1, "CCCCC")),), milestones)

    async def game_news(*_: Any) -> GameNews:
        return news

    monkeypatch.setattr(high_scores_text, "game_news", game_news)
    reader = reader_view_at(GAME, GAME.setup(2, GAME.info.options(), bytes(32)), 0, 2, "en")
    assert await high_scores_text.high_score_news(reader, NOBODY, NOBODY) == (
        "A record here: **Captain, 20** by Bjorn; before, 19 by Astrid.",
        "100 games of Explorers of the North Sea have been played here.",
        "Bjorn has won 10 games of Explorers of the North Sea here.",
    )
