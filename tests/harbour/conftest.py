"""Fixtures: a harbour on a free port, discord.py clients connected to it, and a hub without a server."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from harbour import Clock, Harbour
from harbour.errors import Json
from harbour.hub import Hub
from harbour.world import World
from tests.harbour.running_harbour import running_harbour
from tests.harbour.wire_client import WireClient, connected, redirect_discord

OPENAPI_FILE = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"


class SentEvents:
    """Stands in for the gateway and the pages: records what is sent to them."""

    online = has_session = True

    def __init__(self) -> None:
        self.to_bot: list[tuple[str, Json, str | None]] = []
        self.to_pages: list[tuple[str, str, Any]] = []

    def dispatch(self, event: str, data: Json, guild_id: str | None) -> None:
        self.to_bot.append((event, data, guild_id))

    def send(self, user_id: str, event: str, data: Any) -> None:
        self.to_pages.append((user_id, event, data))


@pytest.fixture
def sent() -> SentEvents:
    return SentEvents()


@pytest.fixture
def hub(tmp_path: Path, sent: SentEvents) -> Iterator[Hub]:
    """The state of a harbour without its server."""
    world = World(tmp_path, Clock())
    hub = Hub(world, world.clock)
    hub.gateway = hub.page = sent
    yield hub
    world.store.close()


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
