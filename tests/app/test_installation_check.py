"""`skald check` logs in with the token and looks at the commands. `test_check_games.py` covers the games."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.app.installation_check import check_installation
from bot.app.settings import load_settings
from harbour import Harbour
from tests.harbour.running_harbour import running_harbour


async def commands_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harbour: Harbour, token: str | None = None
) -> tuple[bool, str]:
    """Check an installation that talks to the harbour. Returns the finding about commands."""
    for owner, name in ((Route, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY"), (discord.Asset, "BASE")):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # The check redirects the whole process.
    monkeypatch.setenv("DISCORD_TOKEN", token or harbour.token)
    monkeypatch.setenv("SKALD_API", harbour.api_url)
    monkeypatch.setenv("SKALD_GATEWAY", harbour.gateway_url)
    monkeypatch.setenv("SKALD_DATA", str(tmp_path / "data"))
    results = await check_installation(load_settings())
    return next(result for result in results if result.line.startswith("commands: "))


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    async with running_harbour(tmp_path) as harbour:
        yield harbour


async def test_an_entry_point_command_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harbour: Harbour
) -> None:
    assert await commands_line(tmp_path, monkeypatch, harbour) == (True, "commands: good")
    harbour.enable_activities()
    ok, line = await commands_line(tmp_path, monkeypatch, harbour)
    assert ok
    assert "launch (made by Discord for Activities) is kept" in line


async def test_a_token_that_discord_refuses_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harbour: Harbour
) -> None:
    ok, line = await commands_line(tmp_path, monkeypatch, harbour, "MTIz.NDU2.Nzg5")
    assert not ok
    assert "refuses the token" in line


async def test_an_unreachable_discord_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harbour: Harbour
) -> None:
    await harbour.close()
    ok, line = await commands_line(tmp_path, monkeypatch, harbour)
    assert ok
    assert "Discord did not answer" in line
