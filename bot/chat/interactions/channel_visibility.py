"""Tells whether users can see a channel. Membership is not watched, so members are fetched when needed."""

import discord
from discord.abc import GuildChannel


async def can_see(client: discord.Client, server: int, channel_id: int, user_id: int) -> bool:
    """Whether a user is a member of the server and may view the channel.

    Also True if that cannot be found out, such as in a server of another process.
    """
    channel = _find_channel(client, server, channel_id)
    if channel is None:
        return True
    try:
        member = await channel.guild.fetch_member(user_id)
    except discord.NotFound:
        return False
    except discord.HTTPException:
        return True
    return channel.permissions_for(member).view_channel


def is_open_to_members(client: discord.Client, server: int, channel_id: int) -> bool:
    """Whether every member can view the channel, which needs no request to find out. True if unknown."""
    channel = _find_channel(client, server, channel_id)
    if channel is None:
        return True
    hidden = any(overwrite.view_channel is False for overwrite in channel.overwrites.values())
    return not hidden and channel.guild.default_role.permissions.view_channel


def _find_channel(client: discord.Client, server: int, channel_id: int) -> GuildChannel | None:
    guild = client.get_guild(server)
    return None if guild is None else guild.get_channel(channel_id)
