"""Playing at once: a game against a computer player, one tap away from anywhere."""

import discord

from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import NEW, Given, Option, command
from bot.chat.interactions.requests import Request
from bot.chat.interactions.titles import title_choices
from bot.chat.interactions.where import is_direct
from bot.chat.messages.custom_id import Tap
from bot.chat.table.panel import show_panel
from bot.i18n import mark
from bot.play.core.refusals import Denied
from bot.play.lobby import lobby
from bot.views.pace_text import LEVELS
from rules.game import Lesson

FIRST_LEVEL = "apprentice"
"""Whom somebody meets who has not chosen."""


@command(
    mark("now"),
    mark("Play at once, against a computer player"),
    Option("title", mark("title"), mark("Which game (default: the first)"), choices=title_choices),
    Option(
        "level",
        mark("level"),
        mark("How strong the computer player is"),
        choices=[(label, value) for value, label in LEVELS.items()],
    ),
    group=NEW,
)
async def now(request: Request, given: Given) -> None:
    await _begin(request, given.get("title") or next(iter(request.games)), given.get("level", FIRST_LEVEL))


@on_tap("play-now", "private")
async def play_now(request: Request, tap: Tap) -> None:
    await _begin(request, next(iter(tap.words), ""), FIRST_LEVEL)


@command(
    mark("learn"),
    mark("Learn a game by playing: ten minutes, one idea at a time"),
    Option("title", mark("title"), mark("Which game (default: the first)"), choices=title_choices),
)
async def learn(request: Request, given: Given) -> None:
    await _teach(request, given.get("title") or next(iter(request.games)))


@on_tap("learn", "private")
async def learn_tap(request: Request, tap: Tap) -> None:
    await _teach(request, next(iter(tap.words), ""))


async def _teach(request: Request, key: str) -> None:
    if key not in request.games:
        raise Denied("no_such_title")
    await _begin(request, key, FIRST_LEVEL, lesson=request.games[key].info.lesson)


async def _begin(request: Request, key: str, level: str, lesson: Lesson | None = None) -> None:
    """A table in the direct messages of whoever asks, and at once the panel for their first decision."""
    if key not in request.games:
        raise Denied("no_such_title")
    channel = await _messages_with(request)
    position = await lobby.play_now(
        request.tables, key, request.visitor, channel=channel, level=level, lesson=lesson
    )
    request.context.wake()
    notes = []
    if position.opponents:
        who = position.names[min(position.opponents)]
        notes.append(request.words.say("You play against {who}.", who=who))
    if not is_direct(request):
        notes.append(request.words.say("The board comes to your messages with Skald as well."))
    await show_panel(request, position, note=" ".join(notes))


async def _messages_with(request: Request) -> int:
    """The channel of somebody's direct messages with Skald."""
    interaction = request.interaction
    if is_direct(request) and interaction.channel_id is not None:
        return interaction.channel_id
    opened = await interaction.client.create_dm(discord.Object(interaction.user.id))
    return opened.id
