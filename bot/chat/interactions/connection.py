"""Connecting to Discord, or to another server in its place."""

import aiohttp
import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

# Skald has no voice, and nobody need be told.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False


class TokenRefused(Exception):  # noqa: N818 - an answer of Discord's
    """Discord does not know this token."""


class Unreachable(Exception):  # noqa: N818
    """Discord does not answer."""


async def stay_connected(client: discord.Client, token: str) -> None:
    """Connect, and stay until the client is closed."""
    try:
        await client.start(token)
    except discord.LoginFailure:
        raise TokenRefused from None
    except (aiohttp.ClientConnectionError, discord.DiscordServerError) as problem:
        raise Unreachable from problem


def point_at(api: str, gateway: str, cdn: str | None = None) -> None:
    """Send every request, every gateway connection and every asset of this process to another server."""
    Route.BASE = api.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)
    if cdn is not None:
        discord.Asset.BASE = cdn.rstrip("/")
