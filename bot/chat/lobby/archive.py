"""Going on: with an archived game, with another round, or in another channel."""

import logging

import discord

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import GAME, TABLE, Given, command, game_option
from bot.chat.interactions.requests import Request
from bot.chat.interactions.where import channel_for_table, check_may_open
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.chat.outbox.permissions import NowhereError
from bot.i18n import mark
from bot.play.core import outbox_messages
from bot.play.core.refusals import Denied
from bot.play.lobby import archive, lobby, relocation
from bot.views.markup import channel_link
from bot.views.reader_view import NEUTRAL

log = logging.getLogger(__name__)


@on_tap("resume", "private")
async def resume(request: Request, tap: Tap) -> None:
    position = await archive.resume(request.tables, tap.game, request.visitor)
    request.context.wake()
    place = position.row.thread or position.row.channel
    await request.note(request.words.say("The game goes on in <#{place}>.", place=place))


@on_tap("rematch", "private")
async def rematch(request: Request, tap: Tap) -> None:
    """The same game once more: the first to ask opens the table, the others join it."""
    played = await request.position(tap.game)
    if played.seat_of(request.visitor.id) is None:
        raise Denied("only_players_again")
    position = await lobby.rematch(request.tables, played, request.visitor, interaction=request.id)
    request.context.wake()
    cards = await db.messages.of_game(request.store, position.code, kind="lobby")
    link = f"<#{position.row.channel}>"
    if cards:
        server = position.row.server or "@me"
        link = f"https://discord.com/channels/{server}/{cards[-1].channel}/{cards[-1].message}"
    await request.note(request.words.say("You're in for the rematch: {link}", link=link))


@command(mark("move"), mark("Go on with a game in this channel"), game_option(), group=TABLE)
async def move(request: Request, given: Given) -> None:
    """The game goes on in the channel where this was typed."""
    if request.server is None:
        raise Denied("move_in_channel")
    position = await resolve_game(request, given.get(GAME))
    server, channel = await channel_for_table(request)
    if server != position.row.server:
        await check_may_open(request, server, channel)
    position = await relocation.move_to(
        request.tables, position.code, request.visitor, server=server, channel=channel
    )
    request.context.wake()
    if position.row.channel == channel:
        await request.note(request.words.say("Game `{code}` goes on here.", code=position.code))
    else:
        await request.note(
            request.words.say(
                "Vote started: game `{code}` moves here if everybody agrees.", code=position.code
            )
        )


@delivers(outbox_messages.Departed)
async def depart(messenger: Messenger, post: db.Post, departed: outbox_messages.Departed) -> bool:
    """What stands at the old place loses its buttons and says where the game went; so does a last word."""
    context, position = messenger.context, await messenger.position(post)
    words, row = context.words_of(position), position.row
    way = channel_link(row.server, row.thread or row.channel)
    text = words.say("Game `{code}` goes on elsewhere: {place}", code=row.code, place=way)
    left = await relocation.left_behind(context.store, position)
    for message in left:
        await messenger.edit_if_possible(message, Draft(NEUTRAL).text(text))
    if departed.word is not None:
        try:
            word = messenger.channel(departed.word)
            await messenger.send(word, Draft(NEUTRAL).text(text), nonce=post.id, silent=True)
        except (NowhereError, discord.HTTPException):
            log.info("game %s has left without a word", row.code)
    await relocation.farewell_said(context.tables, post, left)
    return True
