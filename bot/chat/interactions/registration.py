"""Registers the slash commands with Discord: in the background, and only if their digest changed.

Until it succeeds, Discord keeps the commands of the last registration.
"""

import hashlib
import json
import logging
from collections.abc import Sequence
from itertools import chain, repeat
from typing import Any

import aiohttp
import discord
from discord import app_commands

import db
from bot.chat.interactions.commands import CommandTree
from bot.chat.interactions.connection import TokenRefused, Unreachable
from bot.chat.interactions.context import Context
from bot.chat.messages.translator import CatalogueTranslator
from bot.play.account import uploads
from db import DatabaseError

log = logging.getLogger(__name__)

RETRY_DELAYS_S = (60, 5 * 60, 30 * 60, 3 * 3600)  # Backoff; the last one repeats.
ENTRY_POINT_TYPE = 4  # Discord creates this command where Activities are enabled.
ENTRY_POINT_FIELDS = (
    *("id", "type", "name", "name_localizations", "description", "description_localizations"),
    *("handler", "contexts", "integration_types", "nsfw"),
)


async def register_commands(client: discord.Client, tree: CommandTree, context: Context) -> None:
    """Bring Discord's list of commands in line with ours. Retries with backoff until it succeeds."""
    await client.wait_until_ready()
    for delay_s in chain(RETRY_DELAYS_S, repeat(RETRY_DELAYS_S[-1])):
        try:
            await _register_once(client, tree, context)
        except (discord.DiscordException, aiohttp.ClientError, OSError, DatabaseError) as problem:
            log.warning("the commands could not be registered; again in %s s: %s", delay_s, problem)
            await context.store.clock.sleep(delay_s)
        else:
            return


async def _register_once(client: discord.Client, tree: CommandTree, context: Context) -> None:
    application = client.application_id
    assert application is not None
    payload = await command_payload(client, tree)
    digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    known = await db.registrations.find(context.store, application)
    found = await client.http.get_global_commands(application)
    if known is not None:
        context.links.command_ids.update(known.ids)
        # Another program may have replaced the commands.
        if known.digest == digest and ids_by_name(found) == dict(known.ids):
            return
    payload += entry_points(found)
    ids = ids_by_name(await client.http.bulk_upsert_global_commands(application, payload=payload))
    context.links.command_ids.clear()
    context.links.command_ids.update(ids)
    await uploads.save_commands(context.service, db.Registration(application, digest, ids))
    log.info("%s commands are registered", len(ids))


def ids_by_name(commands: Sequence[Any]) -> dict[str, int]:
    """Returns Discord's ids of Skald's own commands."""
    return {each["name"]: int(each["id"]) for each in commands if each["type"] != ENTRY_POINT_TYPE}


def entry_points(commands: Sequence[Any]) -> list[dict[str, Any]]:
    """Returns the entry-point commands as a bulk update must repeat them: Discord rejects one without."""
    return [
        {field: each[field] for field in ENTRY_POINT_FIELDS if each.get(field) is not None}
        for each in commands
        if each["type"] == ENTRY_POINT_TYPE
    ]


async def fetch_entry_points(token: str) -> list[str]:
    """Ask Discord for the names of the application's entry-point commands.

    :raises TokenRefused: If Discord does not accept the token.
    :raises Unreachable: If Discord does not answer.
    """
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        try:
            await client.login(token)
            assert client.application_id is not None
            found = await client.http.get_global_commands(client.application_id)
        except discord.LoginFailure:
            raise TokenRefused from None
        except (aiohttp.ClientError, discord.HTTPException, OSError) as problem:
            raise Unreachable from problem
    return [each["name"] for each in entry_points(found)]


async def command_payload(client: discord.Client, tree: CommandTree) -> list[Any]:
    """Returns the body of the request: all commands with their names in every language.

    If users cannot install the application, commands are not offered in their private channels.
    """
    translator = tree.translator or CatalogueTranslator()
    payload: list[Any] = [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]
    if not _allows_user_install(client.application):
        for command in payload:
            command["integration_types"] = [app_commands.AppInstallationType.GUILD]
            command["contexts"] = [
                context
                for context in command["contexts"]
                if context != app_commands.AppCommandContext.PRIVATE_CHANNEL
            ]
    return payload


def _allows_user_install(application: discord.AppInfo | None) -> bool:
    """Whether users can install the application for themselves; set in Discord's developer portal."""
    if application is None or application.guild_integration_config is None:
        return True
    return application.user_integration_config is not None
