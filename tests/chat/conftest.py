from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.play.turns import caretaker
from bot.views import pictures
from tests.chat.discord_driver import BLANK_PICTURE, Chat, open_chat
from tests.play.quick_searches import quicken_reviews, quicken_searches
from tests.play.table_fixture import choose_last_move


@pytest.fixture
async def chat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Chat]:
    """A chat with blank pictures; the painters have tests of their own."""
    monkeypatch.setattr(pictures, "draw", lambda _: BLANK_PICTURE)
    async with open_chat(tmp_path) as opened:
        yield opened


@pytest.fixture
def drawn_requests(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> list[Any]:  # noqa: ARG001 - after chat
    """Records the requests of all pictures drawn."""
    asked: list[Any] = []
    monkeypatch.setattr(pictures, "draw", lambda wanted: asked.append(wanted) or BLANK_PICTURE)
    return asked


@pytest.fixture
def trivial_caretaker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caretaker and opponents choose the last legal move; their strength is tested elsewhere."""
    monkeypatch.setattr(caretaker, "choose", choose_last_move)


@pytest.fixture
def quick_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    quicken_reviews(monkeypatch)


@pytest.fixture
def quick_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    quicken_searches(monkeypatch)
