"""Fixtures: tables without a chat, and stand-ins for the caretaker."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play.turns import caretaker
from tests.play.quick_searches import (  # noqa: F401 - fixtures
    quick_openings,
    quick_reviews,
    quick_searches,
    trivial_caretaker,
)
from tests.play.table_fixture import NOON, TableFixture, choose_random_move, open_table_fixture


@pytest.fixture
async def tables(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[TableFixture]:
    """Tables of three users, at noon in summer or at the time of the mark `at`."""
    mark = request.node.get_closest_marker("at")
    async with open_table_fixture(tmp_path, mark.args[0] if mark else NOON) as opened:
        yield opened


@pytest.fixture
def random_caretaker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caretaker, "choose", choose_random_move)
