from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.views import pictures
from tests.chat.discord_driver import BLANK_PICTURE, Chat, open_chat
from tests.play.quick_searches import quick_reviews, quick_searches, trivial_caretaker  # noqa: F401 - fixtures


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
