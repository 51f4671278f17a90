"""Uploads Skald's icons as application emoji, for buttons, selects and texts.

This runs in the background; texts do without an emoji that is missing. Emoji have plain English names, since
screen readers read them aloud and notifications show them. The database stores each picture's version.
"""

import asyncio
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
from bot.play.account import uploads
from bot.play.core import GameService
from bot.views.emoji import ANY_GAME, CustomEmoji, EmojiKey, EmojiRegistry
from bot.views.pictures import PictureCache

log = logging.getLogger(__name__)

LEGACY_NAME = re.compile(r"skald_\w+_[0-9a-f]{8}")  # Emoji of earlier releases are deleted.
INVALID_FORM_BODY = 50035
UPLOAD_INTERVAL_S = 0.1  # Well below Discord's limit per second, which posts to tables share.
RETRY_DELAYS_S = (60, 600, 3600)


@dataclass(frozen=True, slots=True)
class Icon:
    """One picture, its name for screen readers, and the keys it is looked up by."""

    name: str
    data: bytes
    keys: tuple[EmojiKey, ...]

    @property
    def version(self) -> str:
        return sha256(self.data).hexdigest()[:16]


async def draw_icons(pictures: PictureCache) -> list[Icon]:
    """Draw every icon, one at a time, so that no picture waits long for a worker."""
    keys_by_icon: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for game, painter in render.PAINTERS.items():
        for key, name in painter.emoji().items():
            keys_by_icon[name].append((game, key))
    icons = [
        Icon(shape, await pictures.run_in_worker(render.seat_png, seat), ((ANY_GAME, seat),))
        for seat, shape in enumerate(render.SHAPES)
    ]
    icons += [
        Icon(face.lower(), await pictures.run_in_worker(render.face_png, face), ((ANY_GAME, face),))
        for face in render.FACES
    ]
    for name, keys in keys_by_icon.items():
        game, key = keys[0]
        if any(key == other.name for other in icons):
            key = f"{game}_{key}"  # Another game has an icon of this name.
        icons.append(Icon(key, await pictures.run_in_worker(render.icon_png, name), tuple(keys)))
    return icons


async def upload_emoji(
    emoji: EmojiRegistry, client: discord.Client, pictures: PictureCache, service: GameService
) -> None:
    """Draw the icons and upload those that are missing. Retries a few times."""
    icons = await draw_icons(pictures)
    for delay_s in RETRY_DELAYS_S:
        if await sync_emoji(emoji, client, icons, service):
            return
        await service.store.clock.sleep(delay_s)


async def sync_emoji(
    emoji: EmojiRegistry, client: discord.Client, icons: Sequence[Icon], service: GameService
) -> bool:
    """Upload missing and changed icons, delete unused ones.

    Returns False if Discord or the database refused.
    """
    try:
        await _sync(emoji, client, icons, service)
    except (discord.DiscordException, aiohttp.ClientError, OSError, db.DatabaseError) as problem:
        log.warning("the emoji could not be uploaded: %s", problem)
        return False
    return True


async def _sync(
    emoji: EmojiRegistry, client: discord.Client, icons: Sequence[Icon], service: GameService
) -> None:
    application = client.application_id
    assert application is not None
    uploaded = await _uploaded_emoji(client)
    known = await db.emoji.by_name(service.store, application)
    current = {
        each.name: each.version
        for each in known.values()
        if each.name in uploaded and uploaded[each.name].id == each.id
    }
    missing = [each for each in icons if current.get(each.name) != each.version]
    for icon in icons:
        if icon not in missing:
            _register(emoji, icon, uploaded[icon.name])
    for icon in missing:
        new = await _replace(client, icon, uploaded.get(icon.name))
        if new is not None:
            await uploads.save_emoji(service, db.UploadedEmoji(application, icon.name, new.id, icon.version))
            _register(emoji, icon, new)
        await asyncio.sleep(UPLOAD_INTERVAL_S)
    for name in known.keys() - {each.name for each in icons}:
        if name in current:
            await _delete(uploaded[name])
        await uploads.delete_emoji(service, known[name])
    for name in filter(LEGACY_NAME.fullmatch, uploaded):
        await _delete(uploaded[name])


def clear_if_refused(emoji: EmojiRegistry, problem: discord.HTTPException) -> bool:
    """Forget all emoji if a message was refused because of one. Returns whether it was."""
    if problem.code != INVALID_FORM_BODY or "emoji" not in str(problem).lower():
        return False
    log.warning("the emoji are gone; texts do without until the next start")
    emoji.clear()
    return True


def _register(emoji: EmojiRegistry, icon: Icon, uploaded: discord.Emoji) -> None:
    emoji.add(icon.keys, CustomEmoji(uploaded.name, uploaded.id))


async def _uploaded_emoji(client: discord.Client) -> dict[str, discord.Emoji]:
    return {each.name: each for each in await client.fetch_application_emojis()}


async def _replace(client: discord.Client, icon: Icon, old: discord.Emoji | None) -> discord.Emoji | None:
    """Upload an icon in place of the old emoji of that name. Returns None if Discord does not accept it."""
    if old is not None:
        await _delete(old)
    try:
        return await client.create_application_emoji(name=icon.name, image=icon.data)
    except discord.HTTPException as problem:
        if problem.code != INVALID_FORM_BODY:
            raise
        # Another process was faster, or Discord refuses this picture.
        found = (await _uploaded_emoji(client)).get(icon.name)
        if found is None:
            log.warning("Discord refused the emoji %s: %s", icon.name, problem)
        return found


async def _delete(emoji: discord.Emoji) -> None:
    with suppress(discord.NotFound):
        await emoji.delete()
    await asyncio.sleep(UPLOAD_INTERVAL_S)
