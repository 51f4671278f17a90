from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import pictures
from render import Picture
from tests.bot.chat import Chat, opened_chat

BLANK = Picture(b"a picture", "image/jpeg", "jpg", 1200, 900)


@pytest.fixture
async def chat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Chat]:
    """A chat whose pictures are blank: how they look is tested with the painters."""
    monkeypatch.setattr(pictures, "draw", lambda _: BLANK)
    async with opened_chat(tmp_path) as opened:
        yield opened
