"""Makes reviews and searches for positions fast: few decisions, judged in one determinization each."""

import pytest

from bot.play.club import positions
from bot.play.turns import coach
from opponents import borealis, review


def quicken_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge a turn of each seat in each half of a game, in one determinization."""
    monkeypatch.setattr(coach, "PARTS", 2)
    monkeypatch.setattr(coach, "TURNS_JUDGED_PER_PART", 1)
    monkeypatch.setattr(coach, "DETERMINIZATIONS", 1)
    monkeypatch.setattr(coach, "REJUDGE_DETERMINIZATIONS", 1)


def quicken_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge few decisions in one determinization each, with an adviser who does not think long."""
    monkeypatch.setattr(review, "ADVISER_LEVEL", "apprentice")
    monkeypatch.setattr(borealis.ai, "MIN_GAMES", 1)
    monkeypatch.setattr(borealis.ai, "MAX_GAMES", 1)
    quicken_reviews(monkeypatch)
    monkeypatch.setattr(positions, "DETERMINIZATIONS", 1)
    monkeypatch.setattr(positions, "REJUDGE_DETERMINIZATIONS", 1)
    monkeypatch.setattr(positions, "HOUSE_DECISIONS_JUDGED", 3)
    monkeypatch.setattr(positions, "MIN_HOUSE_GAP", -1)
