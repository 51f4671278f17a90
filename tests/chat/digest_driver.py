"""Turns the daily digest on, and reads it."""

from typing import Any

import discord

from tests.chat.discord_driver import Chat, text_of
from tests.chat.form_driver import submit_form


async def set_extras(chat: Chat, actor: Any, *extras: str) -> Any:
    """Submit the settings form with these extras ticked."""
    panel = (await actor.slash(chat.channel, "settings")).response
    opened = await actor.click(panel, label="Change sleep, digest and hints")
    return (await submit_form(actor, opened, extras=[*extras])).response


def daily_digests(actor: Any) -> list[discord.Message]:
    return [one for one in actor.user.dm_channel.history() if "Your day" in text_of(one)]
