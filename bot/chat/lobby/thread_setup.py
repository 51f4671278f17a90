"""Where a table settles: its card in the channel, its thread, and the word to its host that all are there."""

import discord

import db
from bot.chat.lobby import game_threads
from bot.chat.lobby.lobby_card import lobby_card, no_threads
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.outbox import cleanup
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.i18n import Locale, locale_for
from bot.play.core import outbox_messages
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from bot.play.lobby.relocation import posted_in_forum
from bot.play.notify import deliveries, turn_notifications
from bot.play.notify.cleanup import ANSWERED, FULL
from bot.views import notification_text
from bot.views.markup import mention
from bot.views.reader_view import NEUTRAL
from rules.game import Seat


@delivers(outbox_messages.Lobby)
async def deliver_lobby(messenger: Messenger, post: db.Post, _: outbox_messages.Lobby) -> None:
    await _show_card(messenger, post, await messenger.snapshot(post))


@delivers(outbox_messages.Place)
async def deliver_place(messenger: Messenger, post: db.Post, _: outbox_messages.Place) -> None:
    """A game settles in a channel: its card there, and under it a thread if it has begun."""
    snapshot = await _show_card(messenger, post, await messenger.snapshot(post))
    if snapshot.row.started is not None:
        await _open_thread(messenger, snapshot)


@delivers(outbox_messages.Opening)
async def deliver_opening(messenger: Messenger, post: db.Post, _: outbox_messages.Opening) -> None:
    """The thread of a game under its lobby card, opened once."""
    await _open_thread(messenger, await messenger.snapshot(post))


@delivers(outbox_messages.FirstDoor)
async def open_door(messenger: Messenger, _: db.Post, door: outbox_messages.FirstDoor) -> None:
    await messenger.direct(door.person)


async def _show_card(messenger: Messenger, post: db.Post, snapshot: GameSnapshot) -> GameSnapshot:
    """The card as the table stands: edited, or posted where it is missing; gives the table in its place."""
    service, card = messenger.context.service, await _card_of(messenger, snapshot)
    if (
        card is None
        and post.kind == outbox_messages.Lobby.kind
        and (snapshot.over or snapshot.row.thread is not None)
    ):
        return snapshot  # it never had one, or its cup shows it
    builder = await _drawn_up(messenger, snapshot)
    shown = card is not None and await messenger.edit_if_possible(card, builder)
    if shown or (snapshot.row.status != "lobby" and (card is not None or snapshot.private)):
        return snapshot
    forum = await game_threads.forum_of(messenger, snapshot)
    if forum is not None and snapshot.row.thread is None:
        sent = await game_threads.post_in(forum, messenger, post, snapshot, builder)
        return await posted_in_forum(service, snapshot, sent)
    # Several posts may want it to be there, and it is one card all the same.
    first = card is None and post.kind == outbox_messages.Lobby.kind
    nonce = f"lobby-{snapshot.code}" if first else post.id
    # Nobody is looked for where the game has begun already, as all those of a cup have.
    begun = snapshot.row.status != "lobby"
    sent = await messenger.send(messenger.table(snapshot), builder, nonce=nonce, silent=begun)
    await deliveries.lobby_posted(service, snapshot, sent)
    if card is not None and card.message != snapshot.row.thread:  # a post of a forum begins with it
        await messenger.remove(card)
    return snapshot


async def _drawn_up(messenger: Messenger, snapshot: GameSnapshot, *, trouble: str = "") -> MessageBuilder:
    context = messenger.context
    store, locale = context.store, context.table_locale(snapshot)
    guests = await db.invitations.to(store, snapshot.code)
    sagas = await db.messages.of_game(store, snapshot.code, kind="saga")
    saga = sagas[-1] if sagas else None
    return lobby_card(snapshot, locale, emoji=context.emoji, guests=guests, saga=saga, trouble=trouble)


async def _card_of(messenger: Messenger, snapshot: GameSnapshot) -> db.Message | None:
    """The lobby card as it stands in the channel."""
    return next(
        reversed(await db.messages.of_game(messenger.context.store, snapshot.code, kind="lobby")), None
    )


async def _open_thread(messenger: Messenger, snapshot: GameSnapshot) -> None:
    """The thread of a game that starts; in a forum it has one already, which is named by all who play now.

    Where none may be opened the game begins in the channel, and the thread follows once the right is there.
    """
    service, thread = messenger.context.service, snapshot.row.thread
    if thread is not None:
        await game_threads.name_anew(messenger, snapshot)
    else:
        thread = await game_threads.thread_under(messenger, snapshot, await _card_of(messenger, snapshot))
    snapshot = await deliveries.thread_opened(service, snapshot, thread)
    await _settled(messenger, snapshot)
    if thread is None and not snapshot.private:
        await deliveries.hindered(service, snapshot, "create_public_threads", snapshot.row.channel)


async def open_late_thread(messenger: Messenger, snapshot: GameSnapshot) -> GameSnapshot:
    """A game that had to begin in its channel gets its thread, if one may be opened now."""
    thread = await game_threads.thread_under(messenger, snapshot, await _card_of(messenger, snapshot))
    if thread is None:
        return snapshot
    snapshot = await deliveries.thread_found(messenger.context.service, snapshot, thread)
    await _settled(messenger, snapshot)
    return snapshot


async def _settled(messenger: Messenger, snapshot: GameSnapshot) -> None:
    """Those who play are in the thread, and the card of the table leads there or says why there is none.

    The table of a cup leads to all its games: beside it the cards of each would fill the channel.
    """
    row, card = snapshot.row, await _card_of(messenger, snapshot)
    if row.thread is not None:
        await game_threads.bring_in(messenger, snapshot, row.thread)
    in_cup = await db.cups.of_game(messenger.context.store, snapshot.code)
    if card is not None and in_cup is not None and row.thread not in (None, card.channel):
        await messenger.remove(card)
        await deliveries.lobby_removed(messenger.context.service, card, in_cup)
    elif card is not None:
        homeless = row.thread is None and not snapshot.private
        trouble = no_threads(row.channel, messenger.context.table_locale(snapshot)) if homeless else ""
        await messenger.edit_if_possible(card, await _drawn_up(messenger, snapshot, trouble=trouble))


# What the host is told


@delivers(outbox_messages.TableFull)
async def tell_host(messenger: Messenger, post: db.Post, told: outbox_messages.TableFull) -> None:
    """Nobody else is awaited: where they wish to be told, with the way to start."""
    context, snapshot = messenger.context, await messenger.snapshot(post)
    seat = snapshot.seat_of(told.person)
    if (
        snapshot.row.host != told.person
        or seat is None
        or not await lobby.is_complete(context.store, snapshot)
    ):
        return
    person = snapshot.users[seat]
    sent = None
    if "thread" not in turn_notifications.ways_at(snapshot, seat):
        sent = await messenger.whisper(
            told.person, _ready(snapshot, seat, locale_for(person.locale)), nonce=post.id
        )
    if sent is None:
        builder = _ready(snapshot, seat, context.table_locale(snapshot))
        if not turn_notifications.is_quiet(snapshot):
            builder.call, builder.mentions = f"{mention(told.person)} {builder.call}", [told.person]
        nonce = f"{post.id}-open"
        sent = await messenger.send(
            messenger.table(snapshot), builder, nonce=nonce, silent=not builder.mentions
        )
    what = FULL if snapshot.full else ANSWERED
    await cleanup.said_to(messenger, snapshot, what, told.person, sent)


def _ready(snapshot: GameSnapshot, seat: Seat, locale: Locale) -> MessageBuilder:
    where = notification_text.named(snapshot, (seat,), locale)
    if snapshot.full:
        builder = MessageBuilder(
            NEUTRAL, locale.t("{game}: the table is full. Start when you like.", game=where)
        )
    else:
        builder = MessageBuilder(
            NEUTRAL,
            locale.t("{game}: everyone you invited has answered. Start when you like.", game=where),
        )
    start = button(CustomId("begin", snapshot.code), locale.t("Start"), discord.ButtonStyle.primary)
    return builder.text(f"-# <#{snapshot.row.thread or snapshot.row.channel}>").buttons(start)
