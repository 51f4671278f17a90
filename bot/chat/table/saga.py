"""The saga posted after a game: poster, story, film, and buttons for kudos."""

import logging

import discord

import db
from bot.chat.interactions import Request, on_game_component
from bot.chat.messages import Button, CustomId, MessageBuilder, button
from bot.chat.outbox import Messenger, delivers
from bot.chat.table.looks import back_to_table
from bot.play.core import Denied, GameSnapshot, outbox_messages
from bot.play.notify import deliveries
from bot.views import high_scores_text
from bot.views.markup import clip
from bot.views.reader_view import ReaderView
from bot.views.saga import (
    SagaParts,
    film_picture,
    has_saga,
    load_saga,
    poster_picture,
    story_lines,
    with_win_probabilities,
)

log = logging.getLogger(__name__)

MAX_BUTTON_NAME_CHARS = 18
SAGA_KIND, RESULT_KIND = "saga", "result"
"""The kinds of its messages, at the table and in the channel for results."""


@delivers(outbox_messages.Saga)
async def deliver_saga(messenger: Messenger, post: db.Post, _: outbox_messages.Saga) -> None:
    """Post the saga once, silently: the final card has already pinged the players."""
    context, snapshot = messenger.context, await messenger.snapshot(post)
    posted = {message.kind for message in await db.messages.list_for_game(context.store, snapshot.code)}
    results = None if snapshot.server is None else snapshot.server.settings.results
    if results in (snapshot.row.channel, snapshot.row.thread):
        results = None
    wanted = {SAGA_KIND} if results is None else {SAGA_KIND, RESULT_KIND}
    if not has_saga(snapshot) or wanted <= posted:
        return
    saga = await load_saga(context.store, snapshot)
    if saga is None:
        return
    saga = await with_win_probabilities(context.coach.reviews, context.service, saga)
    reader = context.table_reader(snapshot)
    guild = None if snapshot.row.server is None else messenger.client.get_guild(snapshot.row.server)
    news = await high_scores_text.high_score_news(reader, context.store, context.high_scores)
    poster = await poster_picture(reader, saga, guild.name if guild else "")
    if SAGA_KIND not in posted:
        film = await film_picture(reader, saga)
        builder = _story_message(reader, saga).gallery(poster).gallery(film).text(*news)
        builder.buttons(*_kudos_buttons(reader))
        sent = await messenger.send(snapshot, builder, nonce=post.id, silent=True)
        await deliveries.record_message(context.service, snapshot, sent, SAGA_KIND, ply=snapshot.row.ply)
    if results is not None and RESULT_KIND not in posted:
        builder = _story_message(reader, saga).gallery(poster).text(*news)
        await _post_result(messenger, post, snapshot, results, builder.buttons(*_kudos_buttons(reader)))


@on_game_component("saga", "look")
async def show_saga(request: Request, snapshot: GameSnapshot) -> None:
    """Show the saga to one user, in their language."""
    saga = await load_saga(request.store, snapshot) if has_saga(snapshot) else None
    if saga is None:
        raise Denied("not_over" if not snapshot.is_over else "not_readable")
    saga = await with_win_probabilities(request.context.coach.reviews, request.service, saga)
    reader, guild = request.reader_view(snapshot, None), request.interaction.guild
    is_here = guild is not None and guild.id == snapshot.row.server
    poster = await poster_picture(reader, saga, guild.name if guild and is_here else "")
    builder = _story_message(reader, saga).gallery(poster).gallery(await film_picture(reader, saga))
    await request.respond(builder.buttons(*back_to_table(request, snapshot)))


async def _post_result(
    messenger: Messenger, post: db.Post, snapshot: GameSnapshot, channel: int, saga: MessageBuilder
) -> None:
    """Post the saga in the server's channel for results, with a link to the thread instead of the film."""
    builder = saga.with_line(f"-# <#{snapshot.row.thread or snapshot.row.channel}>")
    nonce = f"{post.id}-results"
    try:
        sent = await messenger.send(channel, builder, nonce=nonce, silent=True)
    except discord.NotFound as problem:
        log.warning("no result of game %s reaches the channel for it: code %s", snapshot.code, problem.code)
    else:
        service, ply = messenger.context.service, snapshot.row.ply
        await deliveries.record_message(service, snapshot, sent, RESULT_KIND, ply=ply)


def _story_message(reader: ReaderView, saga: SagaParts) -> MessageBuilder:
    heading, *sentences = story_lines(reader, saga)
    return MessageBuilder().text(heading).text(*sentences)


def _kudos_buttons(reader: ReaderView) -> list[Button]:
    """Returns a button per player if several users played."""
    snapshot = reader.snapshot
    seats = [player.seat for player in snapshot.players if player.person is not None]
    return [
        button(
            CustomId("kudos", snapshot.code, args=(str(seat),)),
            reader.locale.t("Kudos to {who}", who=clip(snapshot.names[seat], MAX_BUTTON_NAME_CHARS)),
            emoji=reader.emoji.seat(seat),
        )
        for seat in (seats if len(seats) > 1 else ())
    ]
