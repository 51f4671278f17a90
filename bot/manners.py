"""What a server has chosen: where and by whom tables are opened, at which pace, in which quiet."""

from dataclasses import dataclass

import discord

import db
from bot.call import Call
from bot.tables import Denied
from bot.words import mark

EVERYONE, MANAGERS = "everyone", "managers"

NEEDED = {
    "view_channel": mark("View Channel"),
    "send_messages": mark("Send Messages"),
    "attach_files": mark("Attach Files"),
}


@dataclass(frozen=True, slots=True)
class Manners:
    """What those who manage a server have chosen; the defaults ask for nothing."""

    lobbies: int | None = None
    pace: str = "slow"
    opening: str = EVERYONE
    quiet: bool = False


def manners_of(server: db.Server) -> Manners:
    chosen = server.settings
    return Manners(
        lobbies=chosen.get("lobbies"),
        pace=chosen.get("pace", "slow"),
        opening=chosen.get("opening", EVERYONE),
        quiet=bool(chosen.get("quiet")),
    )


def check_place(call: Call) -> tuple[int, int]:
    """The server and channel of a call, where Skald can do its work."""
    interaction = call.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Denied(mark("A table is opened in a channel of a server."))
    if isinstance(interaction.channel, discord.Thread):
        raise Denied(mark("A game has a thread of its own; do this in the channel above it."))
    granted = interaction.app_permissions
    missing = [call.words.say(name) for right, name in NEEDED.items() if not getattr(granted, right)]
    if missing:
        raise Denied(
            mark(
                "Skald needs more permissions in this channel: {missing}. Those who manage it can grant them."
            ),
            missing=call.words.listed(missing),
        )
    return interaction.guild_id, interaction.channel_id


async def check_may_open(call: Call, server: int, channel: int) -> Manners:
    """Whether this person may open a table here, by what the server has chosen."""
    manners = manners_of(await call.house.store.server(server))
    if manners.lobbies is not None and manners.lobbies != channel:
        raise Denied(mark("On this server tables are opened in <#{channel}>."), channel=manners.lobbies)
    if manners.opening == MANAGERS and not manages(call):
        raise Denied(mark("On this server only those who manage it open tables."))
    if manners.opening not in (EVERYONE, MANAGERS) and not manages(call):
        roles = {str(role.id) for role in getattr(call.interaction.user, "roles", ())}
        if manners.opening not in roles:
            raise Denied(mark("On this server <@&{role}> open tables."), role=manners.opening)
    return manners


def manages(call: Call) -> bool:
    return call.interaction.permissions.manage_guild
