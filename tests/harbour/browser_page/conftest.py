"""Fixtures: a harbour with a fake bot, and browser windows that must not log errors."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from harbour import Harbour

playwright = pytest.importorskip("playwright", reason="playwright is not installed")

from tests.harbour.browser_page.driver import BrowserWindow, chromium  # noqa: E402
from tests.harbour.browser_page.fake_bot import FakeBot  # noqa: E402
from tests.harbour.running_harbour import running_harbour  # noqa: E402


@asynccontextmanager
async def running_bot(harbour: Harbour) -> AsyncIterator[FakeBot]:
    fake_bot = FakeBot()
    running = asyncio.create_task(fake_bot.start(harbour.token))
    try:
        async with asyncio.timeout(10):
            await fake_bot.ready.wait()
        yield fake_bot
    finally:
        await fake_bot.close()
        await asyncio.gather(running, return_exceptions=True)


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    async with running_harbour(tmp_path) as harbour:
        yield harbour


@pytest.fixture
async def fake_bot(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeBot]:
    monkeypatch.setattr(Route, "BASE", harbour.api_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(harbour.gateway_url))
    monkeypatch.setattr(discord.Asset, "BASE", harbour.cdn_url)
    async with running_bot(harbour) as fake_bot:
        yield fake_bot


@pytest.fixture
async def open_window(
    harbour: Harbour, fake_bot: FakeBot
) -> AsyncIterator[Callable[..., Awaitable[BrowserWindow]]]:
    """Opens windows on the harbour; a script error in any of them fails the test."""
    assert fake_bot.is_ready()
    windows: list[BrowserWindow] = []
    async with chromium() as browser:

        async def open_one(**options: Any) -> BrowserWindow:
            windows.append(await BrowserWindow.open(browser, harbour, **options))
            return windows[-1]

        yield open_one
        for window in windows:
            assert window.console_errors == []
