"""What those who manage a server choose for it: where and by whom tables are opened, their pace, quiet."""

from collections.abc import Sequence
from typing import Any

import discord

import db
from bot.chat.agreement import LABELS as PACES
from bot.chat.commands import Choices, Games, Given, Option, command, matches
from bot.chat.draft import Draft
from bot.chat.requests import Request
from bot.chat.scene import NEUTRAL
from bot.play import servers
from bot.play.refusals import Denied
from bot.words import Words, mark
from bot.words.languages import language_of, named

EVERYONE, MANAGERS = "everyone", "managers"
ANYWHERE = "anywhere"
SWITCH = {"on": mark("on"), "off": mark("off")}
NEEDED = {
    "view_channel": mark("View Channel"),
    "send_messages": mark("Send Messages"),
    "attach_files": mark("Attach Files"),
}


def check_place(request: Request) -> tuple[int, int]:
    """The server and channel of a request, where Skald can do its work."""
    interaction = request.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Denied("only_in_channel")
    if isinstance(interaction.channel, discord.Thread):
        raise Denied("not_in_thread")
    granted = interaction.app_permissions
    missing = [request.words.say(name) for right, name in NEEDED.items() if not getattr(granted, right)]
    if missing:
        raise Denied("permissions_missing", missing=request.words.listed(missing))
    return interaction.guild_id, interaction.channel_id


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


# /server


async def _channels(request: Request, typed: str, _: Given) -> Sequence[tuple[str, str]]:
    guild = request.interaction.guild
    channels = [(str(one.id), f"#{one.name}") for one in guild.text_channels] if guild else []
    return matches([(ANYWHERE, request.words.say("anywhere")), *channels], typed)


async def _openers(request: Request, typed: str, _: Given) -> Sequence[tuple[str, str]]:
    guild = request.interaction.guild
    known = [one for one in guild.roles if not one.is_default()] if guild else []
    roles = [(str(role.id), f"@{role.name}") for role in known]
    everyone = (EVERYONE, request.words.say("everyone"))
    return matches([everyone, (MANAGERS, request.words.say("those who manage it")), *roles], typed)


def _languages(_: Games) -> Choices:
    return [(name, language) for language, name in named().items()]


@command(
    mark("server"),
    mark("How Skald behaves on this server, for those who manage it"),
    Option("lobbies", mark("lobbies"), mark("The channel where tables are opened"), complete=_channels),
    Option("opening", mark("opening"), mark("Who may open tables"), complete=_openers),
    Option(
        "pace",
        mark("pace"),
        mark("The pace of a new table unless its host chooses another"),
        choices=[(label, value) for value, label in PACES.items()],
    ),
    Option("language", mark("language"), mark("The language of the threads"), choices=_languages),
    Option(
        "quiet",
        mark("quiet"),
        mark("Nobody is pinged in the threads; whose turn it is comes by direct message"),
        choices=[(label, value) for value, label in SWITCH.items()],
    ),
)
async def server(request: Request, given: Given) -> None:
    number = request.interaction.guild_id
    if number is None:
        raise Denied("only_on_server")
    if not manages(request):
        raise Denied("managers_only")
    if given:
        chosen = _read(request, given)
        await servers.change(request.tables, number, language=chosen.pop("language", None), settings=chosen)
    await request.show(_shown(request.words, await db.servers.find(request.store, number)))


def _read(request: Request, given: Given) -> dict[str, Any]:
    """What was typed as what is kept, or a refusal."""
    guild = request.interaction.guild
    read: dict[str, Any] = {}
    for name, value in given.items():
        match name:
            case "lobbies" if value == ANYWHERE:
                read[name] = None
            case "lobbies" if guild and value.isdecimal() and guild.get_channel(int(value)):
                read[name] = int(value)
            case "opening" if value in (EVERYONE, MANAGERS):
                read[name] = value
            case "opening" if guild and value.isdecimal() and guild.get_role(int(value)):
                read[name] = value
            case "pace" if value in PACES:
                read[name] = value
            case "language" if value in named():
                read[name] = value
            case "quiet" if value in SWITCH:
                read[name] = value == "on"
            case _:
                raise Denied("not_a_choice")
    return read


def _shown(words: Words, kept: db.Server) -> Draft:
    chosen = kept.settings
    place = f"<#{chosen.lobbies}>" if chosen.lobbies else words.say("anywhere")
    who = {EVERYONE: words.say("everyone"), MANAGERS: words.say("those who manage it")}
    rows = (
        (words.say("Tables are opened"), place),
        (words.say("Who may open tables"), who.get(chosen.opening, f"<@&{chosen.opening}>")),
        (words.say("Pace of a new table"), words.say(PACES[chosen.pace])),
        (words.say("Language of the threads"), named()[language_of(kept.language)]),
        (words.say("Quiet"), words.say(SWITCH["on" if chosen.quiet else "off"])),
    )
    draft = Draft(NEUTRAL).text(f"### {words.say('Skald on this server')}")
    draft.text(*(words.say("{what}: {values}", what=what, values=value) for what, value in rows))
    return draft.text(words.say("-# Each is changed by an option of /server."))
