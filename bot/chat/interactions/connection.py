"""Connects to Discord, or to a stand-in for it."""

import aiohttp
import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

# Skald does not use voice; silence the warnings about missing libraries.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False


class TokenRefused(Exception):  # noqa: N818
    """Discord does not accept the token."""


class Unreachable(Exception):  # noqa: N818
    """Discord does not answer."""


async def run_client(client: discord.Client, token: str) -> None:
    """Log in and run until the client is closed.

    :raises TokenRefused: If Discord does not accept the token.
    :raises Unreachable: If Discord does not answer the login.
    """
    try:
        await client.start(token)
    except discord.LoginFailure:
        raise TokenRefused from None
    except (aiohttp.ClientConnectionError, discord.DiscordServerError) as problem:
        raise Unreachable from problem


def redirect_discord(api: str, gateway: str, cdn: str | None = None) -> None:
    """Redirect all requests, gateway connections and assets of this process to another server."""
    Route.BASE = api.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)
    if cdn is not None:
        discord.Asset.BASE = cdn.rstrip("/")
