from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.views import pictures
from render import Picture
from tests.chat.discord_driver import Chat, opened_chat

BLANK = Picture(b"a picture", extension="jpg", width=1200, height=900)


@pytest.fixture
async def chat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Chat]:
    """A chat whose pictures are blank: how they look is tested with the painters."""
    monkeypatch.setattr(pictures, "draw", lambda _: BLANK)
    async with opened_chat(tmp_path) as opened:
        yield opened
