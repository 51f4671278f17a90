from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from harbour import Harbour
from tests.wire.harboured_bot import HarbouredBot, harboured_bot


@pytest.fixture(scope="session")
def sprites(pytestconfig: pytest.Config) -> Path:
    """Sprites painted once for all tests, and kept for the next run."""
    cache = pytestconfig.cache
    assert cache is not None
    return Path(cache.mkdir("sprites"))


@pytest.fixture
async def skald(
    tmp_path: Path, sprites: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[HarbouredBot]:
    """The real bot on the real wire; every request and reply must fit Discord's own description."""

    def point_at(harbour: Harbour) -> None:
        monkeypatch.setattr(Route, "BASE", harbour.api_url)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(harbour.gateway_url))
        monkeypatch.setattr(discord.Asset, "BASE", harbour.cdn_url)

    async with harboured_bot(tmp_path, sprites, point_at) as landed:
        yield landed
        assert landed.harbour.api_violations == []
