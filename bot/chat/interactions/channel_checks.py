"""Resolves the server and channel of a request, and checks who may open tables there."""

from collections.abc import Mapping

import discord

import db
from bot.chat.interactions.requests import Request
from bot.i18n import N_, Locale, locale_for
from bot.play.core import Denied

EVERYONE = "everyone"
MANAGERS = "managers"

REQUIRED_PERMISSIONS = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
}
FORUM_PERMISSIONS = REQUIRED_PERMISSIONS | {"send_messages_in_threads": N_("Send Messages in Threads")}
TABLE_PERMISSIONS = FORUM_PERMISSIONS | {"create_public_threads": N_("Create Public Threads")}
"""All permissions that a game uses, named as Discord's channel settings show them."""


def check_channel(request: Request) -> tuple[int, int]:
    """Returns the ids of the request's server and channel.

    :raises Denied: In a thread or outside servers, or if Skald lacks a required permission.
    """
    if isinstance(request.interaction.channel, discord.Thread):
        raise Denied("not_in_thread")
    return check_channel_or_thread(request)


def check_channel_or_thread(request: Request) -> tuple[int, int]:
    """Like `check_channel`, but also accepts threads."""
    interaction = request.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Denied("only_in_channel")
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = FORUM_PERMISSIONS if in_thread else REQUIRED_PERMISSIONS
    missing = missing_permissions(request.locale, interaction.app_permissions, needed)
    if missing:
        raise Denied("permissions_missing", missing=missing)
    return interaction.guild_id, interaction.channel_id


def missing_permissions(
    locale: Locale, granted: discord.Permissions, needed: Mapping[str, str] = REQUIRED_PERMISSIONS
) -> str:
    """Returns the needed permissions that are not granted, as a list in words; empty if all are."""
    missing = [name for permission, name in needed.items() if not getattr(granted, permission)]
    return locale.join_list(map(locale.t, missing))


async def check_may_open_table(request: Request, server: int, channel: int) -> None:
    """Apply the server's settings on where and by whom tables are opened.

    :raises Denied: If the user may not open a table in this channel.
    """
    await check_lobby_channel(request, server, channel)
    settings = (await db.servers.get(request.store, server)).settings
    if settings.opening == EVERYONE or can_manage_server(request):
        return
    if settings.opening == MANAGERS:
        raise Denied("managers_open")
    roles = {str(role.id) for role in getattr(request.interaction.user, "roles", ())}
    if settings.opening not in roles:
        raise Denied("role_opens", role=settings.opening)


async def check_lobby_channel(request: Request, server: int, channel: int) -> None:
    """Apply the server's setting on where tables are opened.

    :raises Denied: If it is another channel.
    """
    lobbies = (await db.servers.get(request.store, server)).settings.lobbies
    if lobbies is not None and lobbies != channel:
        raise Denied("lobbies_elsewhere", channel=lobbies)


def can_manage_server(request: Request) -> bool:
    return request.interaction.permissions.manage_guild


def managed_server(request: Request) -> int:
    """Returns the id of the request's server.

    :raises Denied: Outside servers, or if the user lacks the permission to manage the server.
    """
    server = require_server(request)
    if not can_manage_server(request):
        raise Denied("managers_only")
    return server


def require_server(request: Request, *, for_boards: bool = False) -> int:
    """Returns the id of the request's server.

    :raises Denied: Outside servers; the text is that of leaderboards and cups with `for_boards`.
    """
    if request.server is None:
        raise Denied("boards_need_server" if for_boards else "only_on_server")
    return request.server


async def public_locale(request: Request) -> Locale:
    """Returns the locale for public posts: the server's, or the user's outside a server."""
    if request.server is None:
        return request.locale
    return locale_for((await db.servers.get(request.store, request.server)).language)


async def dm_channel_id(request: Request) -> int:
    """Returns the user's DM channel with Skald; opens it if necessary."""
    if is_dm(request) and request.interaction.channel_id is not None:
        return request.interaction.channel_id
    return await request.context.open_dm(request.actor.id)


def is_dm(request: Request) -> bool:
    """Whether the request comes from a direct message with Skald."""
    interaction = request.interaction
    return isinstance(interaction.channel, discord.DMChannel) and not interaction.context.private_channel


async def channel_or_dm_for_table(request: Request) -> tuple[int | None, int]:
    """Like `channel_for_table`, but also accepts direct messages with Skald; their server is None."""
    if is_dm(request) and request.interaction.channel_id is not None:
        return None, request.interaction.channel_id
    return await channel_for_table(request)


async def channel_for_table(request: Request) -> tuple[int, int]:
    """Returns the ids of the server and the channel where a new table goes.

    Users cannot type in a forum itself, so any of its posts stands for it. If the server opens its tables
    in a forum, every other channel stands for it too.

    :raises Denied: If the channel is unsuitable or Skald lacks a required permission.
    """
    guild, channel = request.interaction.guild, request.interaction.channel
    forum: object = channel.parent if isinstance(channel, discord.Thread) else None
    if guild is not None and not isinstance(forum, discord.ForumChannel):
        lobbies = (await db.servers.get(request.store, guild.id)).settings.lobbies
        forum = None if lobbies is None else guild.get_channel(lobbies)
    if guild is None or not isinstance(forum, discord.ForumChannel):
        return check_channel(request)
    missing = missing_permissions(request.locale, forum.permissions_for(guild.me), FORUM_PERMISSIONS)
    if missing:
        raise Denied("permissions_missing", missing=missing)
    return guild.id, forum.id
