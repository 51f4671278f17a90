"""A harbour on a free port for each test, and bots that go to it in place of Discord."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from harbour import Harbour
from tests.harbour.wire_client import WireClient, connected, redirect_discord

OPENAPI_FILE = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    harbour = Harbour(
        tmp_path / "harbour", port=0, openapi_file=OPENAPI_FILE if OPENAPI_FILE.exists() else None
    )
    await harbour.start()
    # The pilot moderates too; what a bot cannot do without these rights has its own tests.
    harbour.grant("manage_messages", "manage_threads", "pin_messages")
    yield harbour
    await harbour.close()
    # Every route was known, and every body fits the API description; who provokes others clears the list.
    assert harbour.api_violations == []


@pytest.fixture
async def launch(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[..., Awaitable[WireClient]]]:
    """Starts a pilot on the harbour; all of them are closed at the end."""
    redirect_discord(harbour, monkeypatch)
    async with AsyncExitStack() as stack:

        async def start(**options: Any) -> WireClient:
            pilot: WireClient = await stack.enter_async_context(connected(harbour, WireClient(**options)))
            return pilot

        yield start


@pytest.fixture
async def pilot(launch: Callable[..., Awaitable[WireClient]]) -> WireClient:
    return await launch()
