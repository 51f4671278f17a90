"""Going on: with an archived game, with another round, or in another channel."""

import logging

import discord

import db
from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.commands import GAME, TABLE, Given, command, game_option
from bot.chat.interactions.requests import Request
from bot.chat.interactions.where import channel_for_table, check_may_open
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.chat.outbox.permissions import NowhereError
from bot.i18n import N_
from bot.play.core import outbox_messages
from bot.play.core.refusals import Denied
from bot.play.lobby import archive, lobby, relocation
from bot.views.markup import channel_link
from bot.views.reader_view import NEUTRAL

log = logging.getLogger(__name__)


@on_component("resume", "private")
async def resume(request: Request, custom_id: CustomId) -> None:
    snapshot = await archive.resume(request.service, custom_id.game, request.actor)
    request.context.wake()
    place = snapshot.row.thread or snapshot.row.channel
    await request.note(request.locale.t("The game goes on in <#{place}>.", place=place))


@on_component("rematch", "private")
async def rematch(request: Request, custom_id: CustomId) -> None:
    """The same game once more: the first to ask opens the table, the others join it."""
    played = await request.snapshot(custom_id.game)
    if played.seat_of(request.actor.id) is None:
        raise Denied("only_players_again")
    snapshot = await lobby.rematch(request.service, played, request.actor, interaction=request.id)
    request.context.wake()
    cards = await db.messages.of_game(request.store, snapshot.code, kind="lobby")
    link = f"<#{snapshot.row.channel}>"
    if cards:
        server = snapshot.row.server or "@me"
        link = f"https://discord.com/channels/{server}/{cards[-1].channel}/{cards[-1].message}"
    await request.note(request.locale.t("You're in for the rematch: {link}", link=link))


@command(N_("move"), N_("Go on with a game in this channel"), game_option(), group=TABLE)
async def move(request: Request, given: Given) -> None:
    """The game goes on in the channel where this was typed."""
    if request.server is None:
        raise Denied("move_in_channel")
    snapshot = await resolve_game(request, given.get(GAME))
    server, channel = await channel_for_table(request)
    if server != snapshot.row.server:
        await check_may_open(request, server, channel)
    snapshot = await relocation.move_to(
        request.service, snapshot.code, request.actor, server=server, channel=channel
    )
    request.context.wake()
    if snapshot.row.channel == channel:
        await request.note(request.locale.t("Game `{code}` goes on here.", code=snapshot.code))
    else:
        await request.note(
            request.locale.t(
                "Vote started: game `{code}` moves here if everybody agrees.", code=snapshot.code
            )
        )


@delivers(outbox_messages.Departed)
async def depart(messenger: Messenger, post: db.Post, departed: outbox_messages.Departed) -> bool:
    """What stands at the old place loses its buttons and says where the game went; so does a last word."""
    context, snapshot = messenger.context, await messenger.snapshot(post)
    locale, row = context.table_locale(snapshot), snapshot.row
    way = channel_link(row.server, row.thread or row.channel)
    text = locale.t("Game `{code}` goes on elsewhere: {place}", code=row.code, place=way)
    left = await relocation.left_behind(context.store, snapshot)
    for message in left:
        await messenger.edit_if_possible(message, MessageBuilder(NEUTRAL).text(text))
    if departed.word is not None:
        try:
            word = messenger.channel(departed.word)
            await messenger.send(word, MessageBuilder(NEUTRAL).text(text), nonce=post.id, silent=True)
        except (NowhereError, discord.HTTPException):
            log.info("game %s has left without a word", row.code)
    await relocation.farewell_said(context.service, post, left)
    return True
