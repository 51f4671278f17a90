from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.chat import Chat, opened_chat


@pytest.fixture(scope="session")
def sprites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sprites painted once for all tests of a run."""
    return tmp_path_factory.mktemp("sprites")


@pytest.fixture
async def chat(tmp_path: Path, sprites: Path) -> AsyncIterator[Chat]:
    async with opened_chat(tmp_path, sprites) as opened:
        yield opened
