"""Telling Discord of the slash commands: in the background, and only when they are not as it knows them.

Nothing waits for it: until it has succeeded, Discord goes on with what it was told before.
"""

import hashlib
import json
import logging
from itertools import chain, repeat
from typing import Any

import aiohttp
import discord
from discord import app_commands

import db
from bot.chat.interactions.commands import Tree
from bot.chat.interactions.context import Context
from bot.chat.messages.translator import CatalogueTranslator
from bot.play.account import registrations
from db import DatabaseTrouble

log = logging.getLogger(__name__)

PAUSES = (60, 5 * 60, 30 * 60, 3 * 3600)
"""How many seconds pass before it is tried again; the last for as long as it takes."""


async def keep_registered(client: discord.Client, tree: Tree, context: Context) -> None:
    """Bring Discord's list of commands in line with ours, however often that fails."""
    await client.wait_until_ready()
    for pause in chain(PAUSES, repeat(PAUSES[-1])):
        try:
            await _register(client, tree, context)
        except (discord.DiscordException, aiohttp.ClientError, OSError, DatabaseTrouble) as problem:
            log.warning("the commands could not be registered; again in %s s: %s", pause, problem)
            await context.clock.sleep(pause)
        else:
            return


async def _register(client: discord.Client, tree: Tree, context: Context) -> None:
    application = client.application_id
    assert application is not None
    payload = await _payload(client, tree)
    digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    known = await db.registrations.find(context.store, application)
    if known is not None:
        context.command_ids.update(known.ids)
        if known.digest == digest and await _stands(client, application, known):
            return
    told = await client.http.bulk_upsert_global_commands(application, payload=payload)
    ids = {command["name"]: int(command["id"]) for command in told}
    context.command_ids.clear()
    context.command_ids.update(ids)
    await registrations.keep(context.service, application, digest, ids)
    log.info("%s commands are registered", len(ids))


async def _stands(client: discord.Client, application: int, known: db.Registration) -> bool:
    """Whether Discord still has those commands, which somebody else may have replaced."""
    found = await client.http.get_global_commands(application)
    return {command["name"]: int(command["id"]) for command in found} == dict(known.ids)


async def _payload(client: discord.Client, tree: Tree) -> list[Any]:
    """All commands with their names in every language, as Discord shall know them."""
    translator = tree.translator or CatalogueTranslator()
    payload: list[Any] = [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]
    if not _for_people(client.application):
        for command in payload:
            command["integration_types"] = [app_commands.AppInstallationType.GUILD]
            command["contexts"] = [
                place
                for place in command["contexts"]
                if place != app_commands.AppCommandContext.PRIVATE_CHANNEL
            ]
    return payload


def _for_people(about: discord.AppInfo | None) -> bool:
    """Whether the application may be installed by a person; its owner chooses that in Discord's portal."""
    if about is None or about.guild_integration_config is None:
        return True
    return about.user_integration_config is not None
