"""/games and /next: all running games of a user, on every server."""

from typing import Any

import discord

import db
from bot.chat.interactions.commands import Arguments, command
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.table.panel import open_panel
from bot.chat.table.turn_notifications import game_name_link, waiting_game_line
from bot.i18n import N_
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify.turn_notifications import games_waiting_for
from bot.views.game_labels import button_label
from bot.views.reader_view import NEUTRAL_COLOUR

MAX_BUTTONS = 9


@command(N_("games"), N_("All your games, the most urgent first"))
async def games_command(request: Request, _: Arguments) -> None:
    context, locale, user_id = request.context, request.locale, request.actor.id
    waiting = await games_waiting_for(request.service, user_id)
    codes = {each.snapshot.code for each in waiting}
    others = [
        await request.snapshot(game.code)
        for game in await db.games.list_for_user(request.store, user_id)
        if game.code not in codes
    ]
    builder = MessageBuilder(NEUTRAL_COLOUR)
    if not waiting and not others:
        await request.respond(builder.text(_no_games_text(request)))
        return
    builder.text(f"### {locale.t('Your games')}")
    builder.text(*[await waiting_game_line(context, each, locale) for each in waiting])
    builder.text(*[await _other_game_line(request, snapshot) for snapshot in others])
    openers = [each.snapshot for each in waiting] + [each for each in others if each.is_running]
    await request.respond(
        builder.buttons(*(_play_button(request, each, codes) for each in openers[:MAX_BUTTONS]))
    )


def _no_games_text(request: Request) -> str:
    if request.server is None:
        return request.locale.t(
            "You're at no table. In your messages with Skald, or on a server where Skald is, /new opens one."
        )
    return request.locale.t("You're at no table. /new opens one.")


async def _other_game_line(request: Request, snapshot: GameSnapshot) -> str:
    """Returns the line of a game that does not wait for the user."""
    locale = request.locale
    link = await game_name_link(request.context, snapshot, locale)
    if not snapshot.is_running:
        return f"{link} · {locale.t('gathering')}"
    player_names = request.context.reader_view(snapshot, None, locale).game_text.player_names
    names = locale.join_list(player_names[seat] for seat in sorted(snapshot.owing_seats()))
    return f"{link} · {locale.t('waiting for {who}', who=names)}"


def _play_button(request: Request, snapshot: GameSnapshot, waiting: set[str]) -> discord.ui.Button[Any]:
    waits = snapshot.code in waiting
    style = discord.ButtonStyle.primary if waits else discord.ButtonStyle.secondary
    name = button_label(snapshot, snapshot.seat_of(request.actor.id), request.locale)
    return button(CustomId("play", snapshot.code), name, style)


@command(N_("next"), N_("Play where your move is most urgent"))
async def next_command(request: Request, _: Arguments) -> None:
    waiting = await games_waiting_for(request.service, request.actor.id)
    if not waiting:
        raise Denied("nothing_waits")
    await open_panel(request, waiting[0].snapshot)
