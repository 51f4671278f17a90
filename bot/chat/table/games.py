"""The games of a person: which one a command means, and all of them, on every server."""

from typing import Any

import discord

import db
from bot.chat.interactions.commands import Given, command
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.chat.table.panel import open_panel
from bot.chat.table.turn_notifications import named_link, waiting_line
from bot.i18n import mark
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.notify.turn_notifications import waiting_for
from bot.views.game_labels import button_name
from bot.views.reader_view import NEUTRAL

BUTTONS = 9


@command(mark("games"), mark("All your games, the most urgent first"))
async def games(request: Request, _: Given) -> None:
    context, words, person = request.context, request.words, request.visitor.id
    waiting = await waiting_for(request.tables, person)
    codes = {each.position.code for each in waiting}
    others = [
        await request.position(game.code)
        for game in await db.games.of_person(request.store, person)
        if game.code not in codes
    ]
    draft = Draft(NEUTRAL)
    if not waiting and not others:
        await request.show(draft.text(_how_to_begin(request)))
        return
    draft.text(f"### {words.say('Your games')}")
    draft.text(*[await waiting_line(context, each, words) for each in waiting])
    draft.text(*[await _line(request, position) for position in others])
    openers = [each.position for each in waiting] + [each for each in others if each.running]
    await request.show(draft.buttons(*(_opener(request, each, codes) for each in openers[:BUTTONS])))


def _how_to_begin(request: Request) -> str:
    if request.server is None:
        return request.words.say(
            "You're at no table. In your messages with Skald, or on a server where Skald is, /new opens one."
        )
    return request.words.say("You're at no table. /new opens one.")


async def _line(request: Request, position: Position) -> str:
    """A game that does not wait for whoever asks."""
    words = request.words
    told = await named_link(request.context, position, words)
    if not position.running:
        return f"{told} · {words.say('gathering')}"
    people = request.context.scene(position, None, words).teller.people
    names = words.listed(people[seat] for seat in sorted(position.owing()))
    return f"{told} · {words.say('waiting for {who}', who=names)}"


def _opener(request: Request, position: Position, waiting: set[str]) -> discord.ui.Button[Any]:
    waits = position.code in waiting
    style = discord.ButtonStyle.primary if waits else discord.ButtonStyle.secondary
    name = button_name(position, position.seat_of(request.visitor.id), request.words)
    return button(Tap("play", position.code), name, style)


@command(mark("next"), mark("Play where your move is most urgent"))
async def play_next(request: Request, _: Given) -> None:
    waiting = await waiting_for(request.tables, request.visitor.id)
    if not waiting:
        raise Denied("nothing_waits")
    await open_panel(request, waiting[0].position)
