from collections.abc import AsyncIterator
from math import inf
from pathlib import Path

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.chat.outbox import throttle
from harbour import Harbour
from tests.wire.harboured_bot import HarbouredBot, running_bot


@pytest.fixture(scope="session")
def sprites(pytestconfig: pytest.Config) -> Path:
    """Returns the sprite cache, shared by all tests and later runs."""
    cache = pytestconfig.cache
    assert cache is not None
    return Path(cache.mkdir("sprites"))


@pytest.fixture
async def skald(
    tmp_path: Path, sprites: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[HarbouredBot]:
    """Skald in a harbour. Every request and response must match Discord's OpenAPI document."""

    def point_at(harbour: Harbour) -> None:
        monkeypatch.setattr(Route, "BASE", harbour.api_url)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(harbour.gateway_url))
        monkeypatch.setattr(discord.Asset, "BASE", harbour.cdn_url)

    monkeypatch.setattr(throttle, "REQUESTS_PER_S", inf)
    async with running_bot(tmp_path, sprites, point_at) as landed:
        yield landed
        assert landed.harbour.api_violations == []
