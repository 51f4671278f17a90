"""Where a request comes from, and whether a table can be opened there."""

import discord

import db
from bot.chat.interactions.requests import Request
from bot.i18n import N_, Locale
from bot.play.core.refusals import Denied

EVERYONE = "everyone"


MANAGERS = "managers"


NEEDED = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
}


def check_channel(request: Request) -> tuple[int, int]:
    """The server and channel of a request, where Skald can do its work."""
    interaction = request.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Denied("only_in_channel")
    if isinstance(interaction.channel, discord.Thread):
        raise Denied("not_in_thread")
    missing = missing_permissions(request.locale, interaction.app_permissions)
    if missing:
        raise Denied("permissions_missing", missing=missing)
    return interaction.guild_id, interaction.channel_id


def missing_permissions(locale: Locale, granted: discord.Permissions) -> str:
    """What Skald may not do somewhere and needs to, in words; nothing where it may do all of it."""
    return locale.listed(locale.t(name) for right, name in NEEDED.items() if not getattr(granted, right))


async def check_may_open(request: Request, server: int, channel: int) -> None:
    """Whether this person may open a table here, by what the server has chosen."""
    chosen = (await db.servers.find(request.store, server)).settings
    if chosen.lobbies is not None and chosen.lobbies != channel:
        raise Denied("lobbies_elsewhere", channel=chosen.lobbies)
    if chosen.opening == EVERYONE or manages(request):
        return
    if chosen.opening == MANAGERS:
        raise Denied("managers_open")
    roles = {str(role.id) for role in getattr(request.interaction.user, "roles", ())}
    if chosen.opening not in roles:
        raise Denied("role_opens", role=chosen.opening)


def manages(request: Request) -> bool:
    return request.interaction.permissions.manage_guild


def managed_server(request: Request) -> int:
    """The server of a request by somebody who may manage it."""
    if request.server is None:
        raise Denied("only_on_server")
    if not manages(request):
        raise Denied("managers_only")
    return request.server


def is_direct(request: Request) -> bool:
    """Whether a request comes from the direct messages of somebody with Skald."""
    interaction = request.interaction
    return isinstance(interaction.channel, discord.DMChannel) and not interaction.context.private_channel


async def place_for_table(request: Request) -> tuple[int | None, int]:
    """Like `channel_for_table`, but direct messages with Skald count too: they have no server."""
    if is_direct(request) and request.interaction.channel_id is not None:
        return None, request.interaction.channel_id
    return await channel_for_table(request)


async def channel_for_table(request: Request) -> tuple[int, int]:
    """Returns the server and the channel where a table is to be opened, after checking permissions.

    Users cannot type in a forum itself, so any of its posts stands for it. If the server opens its tables
    in a forum, every other channel stands for it too.
    """
    guild, channel = request.interaction.guild, request.interaction.channel
    forum: object = channel.parent if isinstance(channel, discord.Thread) else None
    if guild is not None and not isinstance(forum, discord.ForumChannel):
        chosen = (await db.servers.find(request.store, guild.id)).settings.lobbies
        forum = None if chosen is None else guild.get_channel(chosen)
    if guild is None or not isinstance(forum, discord.ForumChannel):
        return check_channel(request)
    granted = forum.permissions_for(guild.me)
    needed = {**NEEDED, "send_messages_in_threads": N_("Send Messages in Threads")}
    missing = [request.locale.t(name) for right, name in needed.items() if not getattr(granted, right)]
    if missing:
        raise Denied("permissions_missing", missing=request.locale.listed(missing))
    return guild.id, forum.id
