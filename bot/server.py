"""The command by which those who manage a server choose how Skald behaves there."""

from collections.abc import Sequence
from typing import Any

from discord.app_commands import locale_str

import db
from bot.agreement import LABELS as PACES
from bot.call import Call
from bot.draft import Draft
from bot.manners import EVERYONE, MANAGERS, manages, manners_of
from bot.plans import CommandPlan, Given, Option
from bot.reference import matches
from bot.scene import NEUTRAL
from bot.tables import Denied
from bot.words import Words, mark

LANGUAGES = {"en": "English", "fr": "français"}
ANYWHERE = "anywhere"
SWITCH = {"on": mark("on"), "off": mark("off")}


def command() -> CommandPlan:
    async def work(call: Call, given: Given) -> None:
        server = call.interaction.guild_id
        if server is None:
            raise Denied(mark("This is for a server; use it in one of its channels."))
        if not manages(call):
            raise Denied(mark("Only those with the permission “Manage Server” can do that."))
        if given:
            await _change(call, server, given)
        await call.show(_shown(call.words, await call.house.store.server(server)))

    async def channels(call: Call, typed: str, _: Given) -> Sequence[tuple[str, str]]:
        guild = call.interaction.guild
        named = [(str(one.id), f"#{one.name}") for one in guild.text_channels] if guild else []
        return matches([(ANYWHERE, call.words.say("anywhere")), *named], typed)

    async def openers(call: Call, typed: str, _: Given) -> Sequence[tuple[str, str]]:
        guild = call.interaction.guild
        named = [one for one in guild.roles if not one.is_default()] if guild else []
        roles = [(str(role.id), f"@{role.name}") for role in named]
        everyone = (EVERYONE, call.words.say("everyone"))
        return matches([everyone, (MANAGERS, call.words.say("those who manage it")), *roles], typed)

    return CommandPlan(
        locale_str(mark("server")),
        locale_str(mark("How Skald behaves on this server, for those who manage it")),
        work,
        options=[
            Option(
                "lobbies",
                locale_str(mark("lobbies")),
                locale_str(mark("The channel where tables are opened")),
                complete=channels,
            ),
            Option(
                "opening",
                locale_str(mark("opening")),
                locale_str(mark("Who may open tables")),
                complete=openers,
            ),
            Option(
                "pace",
                locale_str(mark("pace")),
                locale_str(mark("The pace of a new table unless its host chooses another")),
                choices=[(locale_str(label), value) for value, label in PACES.items()],
            ),
            Option(
                "language",
                locale_str(mark("language")),
                locale_str(mark("The language of the threads")),
                choices=[(locale_str(label), value) for value, label in LANGUAGES.items()],
            ),
            Option(
                "quiet",
                locale_str(mark("quiet")),
                locale_str(mark("Nobody is pinged in the threads; whose turn it is comes by direct message")),
                choices=[(locale_str(label), value) for value, label in SWITCH.items()],
            ),
        ],
    )


async def _change(call: Call, server: int, given: Given) -> None:
    changes = _read(call, given)
    async with call.house.store.write() as w:
        known = await w.server(server)
        language = changes.pop("language", known.language)
        await w.update_server(server, language=language, settings={**known.settings, **changes})


def _read(call: Call, given: Given) -> dict[str, Any]:
    """What was typed as what is kept, or a refusal that names the option."""
    guild = call.interaction.guild
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
            case "language" if value in LANGUAGES:
                read[name] = value
            case "quiet" if value in SWITCH:
                read[name] = value == "on"
            case _:
                raise Denied(mark("That is not one of the choices."))
    return read


def _shown(words: Words, server: db.Server) -> Draft:
    manners = manners_of(server)
    place = f"<#{manners.lobbies}>" if manners.lobbies else words.say("anywhere")
    who = {EVERYONE: words.say("everyone"), MANAGERS: words.say("those who manage it")}
    rows = (
        (words.say("Tables are opened"), place),
        (words.say("Who may open tables"), who.get(manners.opening, f"<@&{manners.opening}>")),
        (words.say("Pace of a new table"), words.say(PACES[manners.pace])),
        (words.say("Language of the threads"), LANGUAGES.get(server.language or "en", "English")),
        (words.say("Quiet"), words.say(SWITCH["on" if manners.quiet else "off"])),
    )
    draft = Draft(NEUTRAL).text(f"### {words.say('Skald on this server')}")
    draft.text(*(words.say("{what}: {values}", what=what, values=value) for what, value in rows))
    return draft.text(words.say("-# Each is changed by an option of /server."))
