"""Skald's icons as emoji of its application, for buttons, selects and sentences.

They are brought up in the background. Where one is missing, plain words do. Their names are plain words too,
for they are read aloud and stand in notifications; which picture each shows is kept in the database.
"""

import logging
import re
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

import aiohttp
import discord

import db
import render
from bot.play.account import emoji as play
from bot.play.core.game_service import GameService
from bot.views.emoji import ANY_GAME, CustomEmoji, Emoji, Meaning
from bot.views.pictures import Pictures
from db.clock import Clock

log = logging.getLogger(__name__)

NAMED_BEFORE = re.compile(r"skald_\w+_[0-9a-f]{8}")
"""How our emoji were named once; those are taken away."""
INVALID = 50035
PAUSES = (60, 600, 3600)
"""How long to wait, in seconds, before it is tried again."""


@dataclass(frozen=True, slots=True)
class Icon:
    """One picture and all it stands for, by a name that can be read aloud."""

    name: str
    data: bytes
    meanings: tuple[Meaning, ...]

    @property
    def version(self) -> str:
        """Changes with the picture."""
        return sha256(self.data).hexdigest()[:16]


async def drawn(pictures: Pictures) -> list[Icon]:
    """Every icon, drawn one by one, so that no picture has to wait long behind them."""
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for game, painter in render.PAINTERS.items():
        for key, name in painter.emoji().items():
            found[name].append((game, key))
    icons = [
        Icon(shape, await pictures.think(render.seat_icon, seat), ((ANY_GAME, seat),))
        for seat, shape in enumerate(render.SHAPES)
    ]
    icons += [
        Icon(who.lower(), await pictures.think(render.face_icon, who), ((ANY_GAME, who),))
        for who in render.FACES
    ]
    for name, meanings in found.items():
        game, word = meanings[0]
        if any(word == other.name for other in icons):
            word = f"{game}_{word}"  # something else is called so in another game
        icons.append(Icon(word, await pictures.think(render.emoji_icon, name), tuple(meanings)))
    return icons


async def upload_emoji(
    emoji: Emoji, client: discord.Client, pictures: Pictures, service: GameService, clock: Clock
) -> None:
    """Draw the icons and upload those that are missing. Retries a few times."""
    icons = await drawn(pictures)
    for pause in PAUSES:
        if await sync_emoji(emoji, client, icons, service):
            return
        await clock.sleep(pause)


async def sync_emoji(
    emoji: Emoji, client: discord.Client, icons: Sequence[Icon], service: GameService
) -> bool:
    """Upload what is missing or has changed, delete what is unused. Returns False if Discord or the database
    refused."""
    try:
        await _sync(emoji, client, icons, service)
    except (discord.DiscordException, aiohttp.ClientError, OSError, db.DatabaseTrouble) as problem:
        log.warning("the emoji could not be brought up: %s", problem)
        return False
    return True


async def _sync(emoji: Emoji, client: discord.Client, icons: Sequence[Icon], service: GameService) -> None:
    application = client.application_id
    assert application is not None
    there = await _there(client)
    ours = await db.emoji.of_application(service.store, application)
    right = {
        each.name: each.version
        for each in ours.values()
        if each.name in there and there[each.name].id == each.id
    }
    missing = [each for each in icons if right.get(each.name) != each.version]
    for each in icons:
        if each not in missing:
            _add(emoji, each, there[each.name])
    for each in missing:
        uploaded = await _replaced(client, each, there.get(each.name))
        if uploaded is not None:
            await play.keep(service, db.Uploaded(application, each.name, uploaded.id, each.version))
            _add(emoji, each, uploaded)
    for name in ours.keys() - {each.name for each in icons}:
        if name in right:
            await _remove(there[name])
        await play.forget(service, ours[name])
    for name in filter(NAMED_BEFORE.fullmatch, there):
        await _remove(there[name])


def emoji_refused(emoji: Emoji, problem: discord.HTTPException) -> bool:
    """Forget all emoji if a message was refused for one of them. Returns whether it was."""
    if problem.code != INVALID or "emoji" not in str(problem).lower():
        return False
    log.warning("the emoji are gone; plain words do until the next start")
    emoji.clear()
    return True


def _add(emoji: Emoji, icon: Icon, uploaded: discord.Emoji) -> None:
    emoji.add(icon.meanings, CustomEmoji(uploaded.name, uploaded.id))


async def _there(client: discord.Client) -> dict[str, discord.Emoji]:
    """The emoji that Discord has, by name."""
    return {each.name: each for each in await client.fetch_application_emojis()}


async def _replaced(client: discord.Client, wanted: Icon, old: discord.Emoji | None) -> discord.Emoji | None:
    """Upload an icon, in place of what has its name."""
    if old is not None:
        await _remove(old)
    try:
        return await client.create_application_emoji(name=wanted.name, image=wanted.data)
    except discord.HTTPException as problem:
        if problem.code != INVALID:
            raise
        # Another process was faster, or Discord does not take this one picture.
        found = (await _there(client)).get(wanted.name)
        if found is None:
            log.warning("Discord does not take the emoji %s: %s", wanted.name, problem)
        return found


async def _remove(emoji: discord.Emoji) -> None:
    with suppress(discord.NotFound):
        await emoji.delete()
