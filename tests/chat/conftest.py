from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.views import pictures
from render import Picture
from tests.chat.discord_driver import Chat, open_chat

BLANK = Picture(b"a picture", extension="jpg", width=1200, height=900)


@pytest.fixture
async def chat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Chat]:
    """A chat with blank pictures; the painters have tests of their own."""
    monkeypatch.setattr(pictures, "draw", lambda _: BLANK)
    async with open_chat(tmp_path) as opened:
        yield opened
