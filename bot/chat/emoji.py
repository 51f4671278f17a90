"""Skald's icons as emoji of its application, for buttons, selects and sentences.

They are brought up in the background. Where one is missing, plain words do. Their names are plain words too,
for they are read aloud and stand in notifications; which picture each shows is kept in the database.
"""

import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

import aiohttp
import discord

import db
import render
from bot.chat.pictures import Pictures
from bot.play import emoji as play
from bot.play.tables import Tables
from db.clock import Clock
from rules.game import Seat

log = logging.getLogger(__name__)

Subject = str | Seat
"""What an icon stands for: a component or a kind of move by its key, a seat, or a computer player."""
Meaning = tuple[str, Subject]
"""A subject, and in which game; seats look alike in all of them."""

ANY_GAME = ""
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


class Emoji:
    """The emoji known to be there; none at first."""

    def __init__(self) -> None:
        self._known: dict[Meaning, discord.PartialEmoji] = {}

    def seat(self, seat: Seat) -> discord.PartialEmoji | None:
        return self._known.get((ANY_GAME, seat))

    def face(self, name: str) -> discord.PartialEmoji | None:
        """Of a computer player, by the name they have at a table; people have none."""
        who = render.face_of(name)
        return None if who is None else self._known.get((ANY_GAME, who))

    def piece(self, game: str, key: str) -> discord.PartialEmoji | None:
        return self._known.get((game, key))

    def first(self, game: str, subjects: Iterable[Subject]) -> discord.PartialEmoji | None:
        """The emoji of the first of these that has one."""
        found = (
            self.seat(subject) if isinstance(subject, int) else self.piece(game, subject)
            for subject in subjects
        )
        return next(filter(None, found), None)

    async def keep_up(self, client: discord.Client, pictures: Pictures, tables: Tables, clock: Clock) -> None:
        """Draw the icons and bring them up, a few times if need be."""
        icons = await drawn(pictures)
        for pause in PAUSES:
            if await self.bring_up(client, icons, tables):
                return
            await clock.sleep(pause)

    async def bring_up(self, client: discord.Client, icons: Sequence[Icon], tables: Tables) -> bool:
        """Upload what is missing or looks different now, drop what nobody uses; whether Discord lets us."""
        try:
            await self._bring_up(client, icons, tables)
        except (discord.DiscordException, aiohttp.ClientError, OSError, db.DatabaseTrouble) as problem:
            log.warning("the emoji could not be brought up: %s", problem)
            return False
        return True

    async def _bring_up(self, client: discord.Client, icons: Sequence[Icon], tables: Tables) -> None:
        application = client.application_id
        assert application is not None
        there = await _there(client)
        ours = await db.emoji.of_application(tables.store, application)
        right = {
            each.name: each.version
            for each in ours.values()
            if each.name in there and there[each.name].id == each.id
        }
        missing = [each for each in icons if right.get(each.name) != each.version]
        for each in icons:
            if each not in missing:
                self._learn(each, there[each.name])
        for each in missing:
            emoji = await _replaced(client, each, there.get(each.name))
            if emoji is not None:
                await play.keep(tables, db.Uploaded(application, each.name, emoji.id, each.version))
                self._learn(each, emoji)
        for name in ours.keys() - {each.name for each in icons}:
            if name in right:
                await _remove(there[name])
            await play.forget(tables, ours[name])
        for name in filter(NAMED_BEFORE.fullmatch, there):
            await _remove(there[name])

    def refused(self, problem: discord.HTTPException) -> bool:
        """Whether a message was refused for its emoji: somebody removed them, so they are forgotten."""
        if problem.code != INVALID or "emoji" not in str(problem).lower():
            return False
        log.warning("the emoji are gone; plain words do until the next start")
        self._known.clear()
        return True

    def _learn(self, icon: Icon, emoji: discord.Emoji) -> None:
        known = discord.PartialEmoji(name=emoji.name, id=emoji.id)
        self._known.update(dict.fromkeys(icon.meanings, known))


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
