from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.views import pictures
from tests.chat.discord_driver import BLANK_PICTURE, Chat, open_chat
from tests.play.quick_searches import (  # noqa: F401 - fixtures
    quick_openings,
    quick_reviews,
    quick_searches,
    trivial_caretaker,
)


@pytest.fixture
async def chat(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    quick_searches: None,  # noqa: ARG001, F811
    quick_openings: None,  # noqa: ARG001, F811
) -> AsyncIterator[Chat]:
    """A chat with blank pictures and short searches; painters and opponents have tests of their own."""
    monkeypatch.setattr(pictures, "draw", lambda _: BLANK_PICTURE)
    async with open_chat(tmp_path) as opened:
        yield opened


@pytest.fixture
def drawn_requests(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> list[Any]:  # noqa: ARG001 - after chat
    """Records the requests of all pictures drawn."""
    asked: list[Any] = []
    monkeypatch.setattr(pictures, "draw", lambda wanted: asked.append(wanted) or BLANK_PICTURE)
    return asked
