"""Fixtures for conftest files: stand-ins for the caretaker, fast reviews, searches, openings of voyages."""

import pytest

from bot.play.club import positions, voyages
from bot.play.turns import caretaker, coach
from opponents import borealis, opening, review
from tests.play.table_fixture import choose_last_move, choose_random_move


@pytest.fixture
def trivial_caretaker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caretaker and opponents choose the last legal move; their strength is tested elsewhere."""
    monkeypatch.setattr(caretaker, "choose", choose_last_move)


@pytest.fixture
def quick_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge a turn of each seat in each half of a game, in one determinization."""
    monkeypatch.setattr(coach, "PARTS", 2)
    monkeypatch.setattr(coach, "TURNS_JUDGED_PER_PART", 1)
    monkeypatch.setattr(coach, "DETERMINIZATIONS", 1)
    monkeypatch.setattr(coach, "REJUDGE_DETERMINIZATIONS", 1)


@pytest.fixture
def quick_searches(monkeypatch: pytest.MonkeyPatch, quick_reviews: None) -> None:  # noqa: ARG001
    """Judge few decisions in one determinization each, with an adviser who does not think long."""
    monkeypatch.setattr(review, "ADVISER_LEVEL", "apprentice")
    monkeypatch.setattr(borealis.ai, "MIN_GAMES", 1)
    monkeypatch.setattr(borealis.ai, "MAX_GAMES", 1)
    monkeypatch.setattr(positions, "DETERMINIZATIONS", 1)
    monkeypatch.setattr(positions, "REJUDGE_DETERMINIZATIONS", 1)
    monkeypatch.setattr(positions, "HOUSE_DECISIONS_JUDGED", 3)
    monkeypatch.setattr(positions, "MIN_HOUSE_GAP", -1)


@pytest.fixture
def quick_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house plays the openings of voyages by chance, and one for each week."""
    monkeypatch.setattr(opening, "choose", choose_random_move)
    monkeypatch.setattr(voyages, "DEALS_TRIED", 1)
