from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.web.web_table import WebTable, open_web_table


@pytest.fixture
async def web(tmp_path: Path) -> AsyncIterator[WebTable]:
    """A web board without painters."""
    async with open_web_table(tmp_path) as opened:
        yield opened
