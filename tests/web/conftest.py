from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.web.web_table import WebTable, open_web_table


@pytest.fixture
async def web(tmp_path: Path) -> AsyncIterator[WebTable]:
    """A web board without painters."""
    async with open_web_table(tmp_path) as opened:
        yield opened


@pytest.fixture(scope="session")
def sprites(pytestconfig: pytest.Config) -> Path:
    """Returns the sprite cache, shared by all tests and later runs."""
    cache = pytestconfig.cache
    assert cache is not None
    return Path(cache.mkdir("sprites"))
