from collections.abc import AsyncIterator
from math import inf
from pathlib import Path
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.chat.outbox import throttle
from harbour import Harbour
from tests.play.quick_searches import quick_reviews  # noqa: F401 - a fixture
from tests.wire.harboured_bot import HarbouredBot, running_bot


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


@pytest.fixture
async def browser() -> AsyncIterator[Any]:
    from tests.harbour.browser_page.driver import chromium

    async with chromium() as opened:
        yield opened
