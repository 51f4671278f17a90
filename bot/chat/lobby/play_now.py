"""Playing at once: a game against a computer player, one tap away from anywhere."""

import discord

from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.commands import NEW, Given, Option, command
from bot.chat.interactions.requests import Request
from bot.chat.interactions.titles import title_choices
from bot.chat.interactions.where import is_direct
from bot.chat.messages.custom_id import CustomId
from bot.chat.table.panel import show_panel
from bot.i18n import N_
from bot.play.core.refusals import Denied
from bot.play.lobby import lobby
from bot.views.pace_text import LEVELS
from rules.game import Lesson

FIRST_LEVEL = "apprentice"
"""Whom somebody meets who has not chosen."""


@command(
    N_("now"),
    N_("Play at once, against a computer player"),
    Option("title", N_("title"), N_("Which game (default: the first)"), choices=title_choices),
    Option(
        "level",
        N_("level"),
        N_("How strong the computer player is"),
        choices=[(label, value) for value, label in LEVELS.items()],
    ),
    group=NEW,
)
async def now(request: Request, given: Given) -> None:
    await _begin(request, given.get("title") or next(iter(request.games)), given.get("level", FIRST_LEVEL))


@on_component("play-now", "private")
async def play_now(request: Request, custom_id: CustomId) -> None:
    await _begin(request, next(iter(custom_id.words), ""), FIRST_LEVEL)


@command(
    N_("learn"),
    N_("Learn a game by playing: ten minutes, one idea at a time"),
    Option("title", N_("title"), N_("Which game (default: the first)"), choices=title_choices),
)
async def learn(request: Request, given: Given) -> None:
    await _teach(request, given.get("title") or next(iter(request.games)))


@on_component("learn", "private")
async def learn_tap(request: Request, custom_id: CustomId) -> None:
    await _teach(request, next(iter(custom_id.words), ""))


async def _teach(request: Request, key: str) -> None:
    if key not in request.games:
        raise Denied("no_such_title")
    await _begin(request, key, FIRST_LEVEL, lesson=request.games[key].info.lesson)


async def _begin(request: Request, key: str, level: str, lesson: Lesson | None = None) -> None:
    """A table in the direct messages of whoever asks, and at once the panel for their first decision."""
    if key not in request.games:
        raise Denied("no_such_title")
    channel = await _messages_with(request)
    snapshot = await lobby.play_now(
        request.service, key, request.actor, channel=channel, level=level, lesson=lesson
    )
    request.context.wake()
    notes = []
    if snapshot.opponents:
        who = snapshot.names[min(snapshot.opponents)]
        notes.append(request.locale.t("You play against {who}.", who=who))
    if not is_direct(request):
        notes.append(request.locale.t("The board comes to your messages with Skald as well."))
    await show_panel(request, snapshot, note=" ".join(notes))


async def _messages_with(request: Request) -> int:
    """The channel of somebody's direct messages with Skald."""
    interaction = request.interaction
    if is_direct(request) and interaction.channel_id is not None:
        return interaction.channel_id
    opened = await interaction.client.create_dm(discord.Object(interaction.user.id))
    return opened.id
