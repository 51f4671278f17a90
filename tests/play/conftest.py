"""Fixtures: tables without a chat, and stand-ins for the caretaker."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play.turns import caretaker
from tests.play.quick_searches import quicken_reviews, quicken_searches
from tests.play.table_fixture import (
    NOON,
    TableFixture,
    choose_last_move,
    choose_random_move,
    open_table_fixture,
)


@pytest.fixture
async def tables(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[TableFixture]:
    """Tables of three users, at noon in summer or at the time of the mark `at`."""
    mark = request.node.get_closest_marker("at")
    async with open_table_fixture(tmp_path, mark.args[0] if mark else NOON) as opened:
        yield opened


@pytest.fixture
def trivial_caretaker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caretaker chooses the last legal move; its strength is tested elsewhere."""
    monkeypatch.setattr(caretaker, "choose", choose_last_move)


@pytest.fixture
def random_caretaker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caretaker, "choose", choose_random_move)


@pytest.fixture
def quick_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    quicken_reviews(monkeypatch)


@pytest.fixture
def quick_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    quicken_searches(monkeypatch)
