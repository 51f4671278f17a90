"""Resuming an archived game, rematches, and moving a game to another channel."""

import logging

import discord

import db
from bot.chat.interactions import Request, on_component, resolve_game
from bot.chat.interactions.channel_checks import channel_for_table, check_lobby_channel, check_may_open_table
from bot.chat.interactions.channel_visibility import can_see, is_open_to_members
from bot.chat.interactions.commands import GAME, TABLE, Arguments, command, game_option
from bot.chat.messages import CustomId, MessageBuilder
from bot.chat.outbox import Messenger, delivers
from bot.chat.outbox.permission_fallbacks import Undeliverable
from bot.i18n import N_
from bot.play.core import Denied, GameSnapshot, outbox_messages
from bot.play.lobby import archive, lobby, relocation
from bot.play.notify import deliveries
from bot.views.markup import channel_link
from db.messages import LEFT_KIND

log = logging.getLogger(__name__)


@on_component("resume", "private")
async def resume(request: Request, custom_id: CustomId) -> None:
    snapshot = await archive.resume(request.service, custom_id.game, request.actor)
    channel = snapshot.row.thread or snapshot.row.channel
    await request.respond_privately(request.locale.t("The game continues in <#{place}>.", place=channel))


@on_component("rematch", "private")
async def rematch(request: Request, custom_id: CustomId) -> None:
    """Open a table with the same players. Joins the rematch if another player has opened it already."""
    finished = await request.snapshot(custom_id.game)
    if finished.seat_of(request.actor.id) is None:
        raise Denied("only_players_again")
    snapshot = await lobby.rematch(request.service, finished, request.actor, interaction_id=request.id)
    cards = await db.messages.list_for_game(request.store, snapshot.code, kind="lobby")
    link = f"<#{snapshot.row.channel}>"
    if cards:
        server = snapshot.row.server or "@me"
        link = f"https://discord.com/channels/{server}/{cards[-1].channel}/{cards[-1].message}"
    await request.respond_privately(request.locale.t("You're in for the rematch: {link}", link=link))


@command(N_("move"), N_("Continue a game in this channel"), game_option(), group=TABLE)
async def move(request: Request, given: Arguments) -> None:
    """Move a game to the channel of this command, or start a vote on it."""
    if request.server is None:
        raise Denied("move_in_channel")
    snapshot = await resolve_game(request, given.get(GAME))
    server, channel = await channel_for_table(request)
    if server == snapshot.row.server:
        await check_lobby_channel(request, server, channel)
    else:
        await check_may_open_table(request, server, channel)
    if snapshot.row.rated:
        await _check_players_see(request, snapshot, server, channel)
    snapshot = await relocation.move_to(
        request.service, snapshot.code, request.actor, server=server, channel=channel
    )
    if snapshot.row.channel == channel:
        await request.respond_privately(request.locale.t("Game `{code}` continues here.", code=snapshot.code))
    else:
        await request.respond_privately(
            request.locale.t("Vote started: game `{code}` moves here if everyone agrees.", code=snapshot.code)
        )


async def _check_players_see(request: Request, snapshot: GameSnapshot, server: int, channel: int) -> None:
    """Refuse a channel where a player could not follow the game.

    :raises Denied: If a player who has not resigned cannot see it.
    """
    client = request.interaction.client
    if server == snapshot.row.server and is_open_to_members(client, server, channel):
        return
    playing = [player.seat for player in snapshot.players if not player.resigned]
    for user_id in snapshot.user_ids_at(playing):
        if not await can_see(client, server, channel, user_id):
            raise Denied("rated_stays_visible", user=user_id)


@delivers(outbox_messages.LeaveChannel)
async def deliver_departure(
    messenger: Messenger, post: db.Post, payload: outbox_messages.LeaveChannel
) -> bool:
    """Replace the game's messages in the old channel by a link to the new one.

    The link is also posted to the channel in `word`, if there is one.
    """
    context, snapshot = messenger.context, await messenger.snapshot(post)
    locale, row = context.table_locale(snapshot), snapshot.row
    link = channel_link(row.server, row.thread or row.channel)
    text = locale.t("Game `{code}` continues elsewhere: {place}", code=row.code, place=link)
    messages = await db.messages.list_for_game(context.store, snapshot.code, kind=LEFT_KIND)
    for message in messages:
        await messenger.editor.try_edit(message, MessageBuilder().text(text))
    if payload.word is not None:
        try:
            channel = payload.word
            await messenger.send(channel, MessageBuilder().text(text), nonce=post.id, silent=True)
        except (Undeliverable, discord.HTTPException):
            log.info("game %s moved, but its old channel could not be notified", row.code)
    await deliveries.record_messages_gone(context.service, post, [each.message for each in messages])
    return True
