"""Skald's icons as emoji of its application, for buttons, selects and sentences.

They are brought up in the background. Where one is missing, plain words do.
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

import render
from bot.chat.pictures import Pictures
from db.clock import Clock
from rules.game import Seat

log = logging.getLogger(__name__)

Subject = str | Seat
"""What an icon stands for: a component or a kind of move by its key, or a seat."""
Meaning = tuple[str, Subject]
"""A subject, and in which game; seats look alike in all of them."""

ANY_GAME = ""
OURS = re.compile(r"skald_\w+_[0-9a-f]{8}")
"""No other emoji of the application is touched."""
NAME_LIMIT = 32
INVALID = 50035
PAUSES = (60, 600, 3600)
"""How long to wait, in seconds, before it is tried again."""


@dataclass(frozen=True, slots=True)
class Icon:
    """One picture and all it stands for. Its name changes with the picture."""

    name: str
    data: bytes
    meanings: tuple[Meaning, ...]


def icon(word: str, data: bytes, meanings: Sequence[Meaning]) -> Icon:
    digest = sha256(data).hexdigest()[:8]
    room = NAME_LIMIT - len(f"skald__{digest}")
    return Icon(f"skald_{word[:room]}_{digest}", data, tuple(meanings))


async def drawn(pictures: Pictures) -> list[Icon]:
    """Every icon, drawn one by one, so that no picture has to wait long behind them."""
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for game, painter in render.PAINTERS.items():
        for key, name in painter.emoji().items():
            found[name].append((game, key))
    seats = [
        icon(shape, await pictures.think(render.seat_icon, seat), [(ANY_GAME, seat)])
        for seat, shape in enumerate(render.SHAPES)
    ]
    pieces = [
        icon(meanings[0][1], await pictures.think(render.emoji_icon, name), meanings)
        for name, meanings in found.items()
    ]
    return seats + pieces


class Emoji:
    """The emoji known to be there; none at first."""

    def __init__(self) -> None:
        self._known: dict[Meaning, discord.PartialEmoji] = {}

    def seat(self, seat: Seat) -> discord.PartialEmoji | None:
        return self._known.get((ANY_GAME, seat))

    def piece(self, game: str, key: str) -> discord.PartialEmoji | None:
        return self._known.get((game, key))

    def first(self, game: str, subjects: Iterable[Subject]) -> discord.PartialEmoji | None:
        """The emoji of the first of these that has one."""
        found = (
            self.seat(subject) if isinstance(subject, int) else self.piece(game, subject)
            for subject in subjects
        )
        return next(filter(None, found), None)

    async def keep_up(self, client: discord.Client, pictures: Pictures, clock: Clock) -> None:
        """Draw the icons and bring them up, a few times if need be."""
        icons = await drawn(pictures)
        for pause in PAUSES:
            if await self.bring_up(client, icons):
                return
            await clock.sleep(pause)

    async def bring_up(self, client: discord.Client, icons: Sequence[Icon]) -> bool:
        """Upload what is missing, drop what nobody uses any more; whether Discord lets us."""
        try:
            there = await _there(client)
            self._learn(icons, there)
            for each in icons:
                if each.name not in there:
                    await _upload(client, each, there)
                self._learn([each], there)
            for stale in there.keys() - {each.name for each in icons}:
                with suppress(discord.NotFound):
                    await there[stale].delete()
        except (discord.DiscordException, aiohttp.ClientError, OSError) as problem:
            log.warning("the emoji could not be brought up: %s", problem)
            return False
        return True

    def refused(self, problem: discord.HTTPException) -> bool:
        """Whether a message was refused for its emoji: somebody removed them, so they are forgotten."""
        if problem.code != INVALID or "emoji" not in str(problem).lower():
            return False
        log.warning("the emoji are gone; plain words do until the next start")
        self._known.clear()
        return True

    def _learn(self, icons: Iterable[Icon], there: dict[str, discord.Emoji]) -> None:
        for each in icons:
            if (emoji := there.get(each.name)) is not None:
                known = discord.PartialEmoji(name=emoji.name, id=emoji.id)
                self._known.update(dict.fromkeys(each.meanings, known))


async def _there(client: discord.Client) -> dict[str, discord.Emoji]:
    """Our emoji that Discord has, by name."""
    return {each.name: each for each in await client.fetch_application_emojis() if OURS.fullmatch(each.name)}


async def _upload(client: discord.Client, wanted: Icon, there: dict[str, discord.Emoji]) -> None:
    try:
        there[wanted.name] = await client.create_application_emoji(name=wanted.name, image=wanted.data)
    except discord.HTTPException as problem:
        if problem.code != INVALID:
            raise
        # Another process was faster, or Discord does not take this one picture.
        there.update(await _there(client))
        if wanted.name not in there:
            log.warning("Discord does not take the emoji %s: %s", wanted.name, problem)
