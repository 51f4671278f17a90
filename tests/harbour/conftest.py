"""A harbour on a free port for each test, and bots that go to it in place of Discord."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pilot import Pilot

from harbour import Harbour

DESCRIPTION = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    harbour = Harbour(
        tmp_path / "harbour", port=0, api_description=DESCRIPTION if DESCRIPTION.exists() else None
    )
    await harbour.start()
    yield harbour
    await harbour.close()


@asynccontextmanager
async def aboard(harbour: Harbour, client: Any) -> AsyncIterator[Any]:
    """Run a client on a harbour; it is ready inside and closed after."""
    running = asyncio.create_task(client.start(harbour.token))
    ready = asyncio.create_task(client.wait_until_ready_soon())
    done, _ = await asyncio.wait({running, ready}, timeout=10, return_when=asyncio.FIRST_COMPLETED)
    if running in done:
        ready.cancel()
        await running
    assert ready in done, "the bot did not become ready"
    try:
        yield client
    finally:
        await client.close()
        await asyncio.gather(running, return_exceptions=True)


def point_at(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", harbour.api)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(harbour.gateway))
    monkeypatch.setattr(discord.Asset, "BASE", harbour.cdn)


@pytest.fixture
async def launch(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[..., Awaitable[Pilot]]]:
    """Starts a pilot on the harbour; all of them are closed at the end."""
    point_at(harbour, monkeypatch)
    async with AsyncExitStack() as stack:

        async def start(**options: Any) -> Pilot:
            pilot: Pilot = await stack.enter_async_context(aboard(harbour, Pilot(**options)))
            return pilot

        yield start


@pytest.fixture
async def pilot(launch: Callable[..., Awaitable[Pilot]]) -> Pilot:
    return await launch()
