"""Where discord.py connects: Discord itself, unless it is pointed at another server."""

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL


def point_at(api: str, gateway: str, cdn: str | None = None) -> None:
    """Send every request, every gateway connection and every asset of this process to another server."""
    Route.BASE = api.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)
    if cdn is not None:
        discord.Asset.BASE = cdn.rstrip("/")
