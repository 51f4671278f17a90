"""Fixtures: a harbour on a free port, and discord.py clients connected to it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from harbour import Harbour
from tests.harbour.running_harbour import running_harbour
from tests.harbour.wire_client import WireClient, connected, redirect_discord

OPENAPI_FILE = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    checked = OPENAPI_FILE if OPENAPI_FILE.exists() else None
    async with running_harbour(tmp_path, openapi_file=checked) as harbour:
        # The client moderates too; test_permission_changes covers a bot without these permissions.
        harbour.grant("manage_messages", "manage_threads", "pin_messages")
        yield harbour
    # A test that provokes violations clears the list.
    assert harbour.api_violations == []


@pytest.fixture
async def start_client(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[..., Awaitable[WireClient]]]:
    """Starts clients on the harbour; all are closed after the test."""
    redirect_discord(harbour, monkeypatch)
    async with AsyncExitStack() as stack:

        async def start(**options: Any) -> WireClient:
            client: WireClient = await stack.enter_async_context(connected(harbour, WireClient(**options)))
            return client

        yield start


@pytest.fixture
async def client(start_client: Callable[..., Awaitable[WireClient]]) -> WireClient:
    return await start_client()
