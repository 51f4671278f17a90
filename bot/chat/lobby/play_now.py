"""Play now: starts a private game or a lesson against a computer player in the user's DMs."""

import discord

from bot.chat.interactions.channel_checks import is_dm
from bot.chat.interactions.commands import NEW, Arguments, Option, command, title_choices
from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId
from bot.chat.table.panel import show_panel
from bot.i18n import N_
from bot.play.core.authorization import require_seat
from bot.play.core.refusals import Denied
from bot.play.lobby import lobby
from bot.views.pace_text import LEVEL_LABELS
from rules.game import Lesson

DEFAULT_LEVEL = "apprentice"


@command(
    N_("now"),
    N_("Play at once, against a computer player"),
    Option("title", N_("title"), N_("Which game (default: the first)"), choices=title_choices),
    Option(
        "level",
        N_("level"),
        N_("How strong the computer player is"),
        choices=[(label, value) for value, label in LEVEL_LABELS.items()],
    ),
    group=NEW,
)
async def play_now_command(request: Request, given: Arguments) -> None:
    await _start_private_game(
        request, given.get("title") or next(iter(request.games)), given.get("level", DEFAULT_LEVEL)
    )


@on_component("play-now", "private")
async def play_now_button(request: Request, custom_id: CustomId) -> None:
    await _start_private_game(request, next(iter(custom_id.args), ""), DEFAULT_LEVEL)


@command(
    N_("learn"),
    N_("Learn a game by playing: ten minutes, one idea at a time"),
    Option("title", N_("title"), N_("Which game (default: the first)"), choices=title_choices),
)
async def learn_command(request: Request, given: Arguments) -> None:
    await _start_lesson(request, given.get("title") or next(iter(request.games)))


@on_component("learn", "private")
async def learn_button(request: Request, custom_id: CustomId) -> None:
    await _start_lesson(request, next(iter(custom_id.args), ""))


async def _start_lesson(request: Request, key: str) -> None:
    if key not in request.games:
        raise Denied("no_such_title")
    await _start_private_game(request, key, DEFAULT_LEVEL, lesson=request.games[key].info.lesson)


async def _start_private_game(request: Request, key: str, level: str, lesson: Lesson | None = None) -> None:
    """Start a game in the user's DMs and show the panel for the first decision."""
    if key not in request.games:
        raise Denied("no_such_title")
    channel = await _dm_channel_id(request)
    snapshot = await lobby.play_now(
        request.service, key, request.actor, channel=channel, level=level, lesson=lesson
    )
    request.context.wake()
    notes = []
    if snapshot.opponent_seats:
        who = snapshot.names[min(snapshot.opponent_seats)]
        notes.append(request.locale.t("You play against {who}.", who=who))
    own_seat = require_seat(snapshot, request.actor.id)
    if not is_dm(request) and not snapshot.users[own_seat].preferences.dms_closed:
        notes.append(request.locale.t("If your direct messages are open, the board comes there too."))
    await show_panel(request, snapshot, note=" ".join(notes))


async def _dm_channel_id(request: Request) -> int:
    """Returns the user's DM channel with Skald; opens it if necessary."""
    interaction = request.interaction
    if is_dm(request) and interaction.channel_id is not None:
        return interaction.channel_id
    dm_channel = await interaction.client.create_dm(discord.Object(interaction.user.id))
    return dm_channel.id
