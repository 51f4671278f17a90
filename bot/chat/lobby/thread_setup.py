"""Where a table settles: its card in the channel, its thread, and the word to its host that all are there."""

import discord

import db
from bot.chat.lobby import game_threads
from bot.chat.lobby.lobby_card import lobby_card, no_threads
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.chat.outbox import cleanup
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.i18n import Words, words_for
from bot.play.core import outbox_messages
from bot.play.core.snapshot import Position
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
    await _show_card(messenger, post, await messenger.position(post))


@delivers(outbox_messages.Place)
async def deliver_place(messenger: Messenger, post: db.Post, _: outbox_messages.Place) -> None:
    """A game settles in a channel: its card there, and under it a thread if it has begun."""
    position = await _show_card(messenger, post, await messenger.position(post))
    if position.row.started is not None:
        await _open_thread(messenger, position)


@delivers(outbox_messages.Opening)
async def deliver_opening(messenger: Messenger, post: db.Post, _: outbox_messages.Opening) -> None:
    """The thread of a game under its lobby card, opened once."""
    await _open_thread(messenger, await messenger.position(post))


@delivers(outbox_messages.FirstDoor)
async def open_door(messenger: Messenger, _: db.Post, door: outbox_messages.FirstDoor) -> None:
    await messenger.direct(door.person)


async def _show_card(messenger: Messenger, post: db.Post, position: Position) -> Position:
    """The card as the table stands: edited, or posted where it is missing; gives the table in its place."""
    tables, card = messenger.context.tables, await _card_of(messenger, position)
    if (
        card is None
        and post.kind == outbox_messages.Lobby.kind
        and (position.over or position.row.thread is not None)
    ):
        return position  # it never had one, or its cup shows it
    draft = await _drawn_up(messenger, position)
    shown = card is not None and await messenger.edit_if_possible(card, draft)
    if shown or (position.row.status != "lobby" and (card is not None or position.private)):
        return position
    forum = await game_threads.forum_of(messenger, position)
    if forum is not None and position.row.thread is None:
        sent = await game_threads.post_in(forum, messenger, post, position, draft)
        return await posted_in_forum(tables, position, sent)
    # Several posts may want it to be there, and it is one card all the same.
    first = card is None and post.kind == outbox_messages.Lobby.kind
    nonce = f"lobby-{position.code}" if first else post.id
    # Nobody is looked for where the game has begun already, as all those of a cup have.
    begun = position.row.status != "lobby"
    sent = await messenger.send(messenger.table(position), draft, nonce=nonce, silent=begun)
    await deliveries.lobby_posted(tables, position, sent)
    if card is not None and card.message != position.row.thread:  # a post of a forum begins with it
        await messenger.remove(card)
    return position


async def _drawn_up(messenger: Messenger, position: Position, *, trouble: str = "") -> Draft:
    context = messenger.context
    store, words = context.store, context.words_of(position)
    guests = await db.invitations.to(store, position.code)
    sagas = await db.messages.of_game(store, position.code, kind="saga")
    saga = sagas[-1] if sagas else None
    return lobby_card(position, words, emoji=context.emoji, guests=guests, saga=saga, trouble=trouble)


async def _card_of(messenger: Messenger, position: Position) -> db.Message | None:
    """The lobby card as it stands in the channel."""
    return next(
        reversed(await db.messages.of_game(messenger.context.store, position.code, kind="lobby")), None
    )


async def _open_thread(messenger: Messenger, position: Position) -> None:
    """The thread of a game that starts; in a forum it has one already, which is named by all who play now.

    Where none may be opened the game begins in the channel, and the thread follows once the right is there.
    """
    tables, thread = messenger.context.tables, position.row.thread
    if thread is not None:
        await game_threads.name_anew(messenger, position)
    else:
        thread = await game_threads.thread_under(messenger, position, await _card_of(messenger, position))
    position = await deliveries.thread_opened(tables, position, thread)
    await _settled(messenger, position)
    if thread is None and not position.private:
        await deliveries.hindered(tables, position, "create_public_threads", position.row.channel)


async def open_late_thread(messenger: Messenger, position: Position) -> Position:
    """A game that had to begin in its channel gets its thread, if one may be opened now."""
    thread = await game_threads.thread_under(messenger, position, await _card_of(messenger, position))
    if thread is None:
        return position
    position = await deliveries.thread_found(messenger.context.tables, position, thread)
    await _settled(messenger, position)
    return position


async def _settled(messenger: Messenger, position: Position) -> None:
    """Those who play are in the thread, and the card of the table leads there or says why there is none.

    The table of a cup leads to all its games: beside it the cards of each would fill the channel.
    """
    row, card = position.row, await _card_of(messenger, position)
    if row.thread is not None:
        await game_threads.bring_in(messenger, position, row.thread)
    in_cup = await db.cups.of_game(messenger.context.store, position.code)
    if card is not None and in_cup is not None and row.thread not in (None, card.channel):
        await messenger.remove(card)
        await deliveries.lobby_removed(messenger.context.tables, card, in_cup)
    elif card is not None:
        homeless = row.thread is None and not position.private
        trouble = no_threads(row.channel, messenger.context.words_of(position)) if homeless else ""
        await messenger.edit_if_possible(card, await _drawn_up(messenger, position, trouble=trouble))


# What the host is told


@delivers(outbox_messages.TableFull)
async def tell_host(messenger: Messenger, post: db.Post, told: outbox_messages.TableFull) -> None:
    """Nobody else is awaited: where they wish to be told, with the way to start."""
    context, position = messenger.context, await messenger.position(post)
    seat = position.seat_of(told.person)
    if (
        position.row.host != told.person
        or seat is None
        or not await lobby.is_complete(context.store, position)
    ):
        return
    person = position.people[seat]
    sent = None
    if "thread" not in turn_notifications.ways_at(position, seat):
        sent = await messenger.whisper(
            told.person, _ready(position, seat, words_for(person.locale)), nonce=post.id
        )
    if sent is None:
        draft = _ready(position, seat, context.words_of(position))
        if not turn_notifications.is_quiet(position):
            draft.call, draft.mentions = f"{mention(told.person)} {draft.call}", [told.person]
        nonce = f"{post.id}-open"
        sent = await messenger.send(messenger.table(position), draft, nonce=nonce, silent=not draft.mentions)
    what = FULL if position.full else ANSWERED
    await cleanup.said_to(messenger, position, what, told.person, sent)


def _ready(position: Position, seat: Seat, words: Words) -> Draft:
    where = notification_text.named(position, (seat,), words)
    if position.full:
        draft = Draft(NEUTRAL, words.say("{game}: the table is full. Start when you like.", game=where))
    else:
        draft = Draft(
            NEUTRAL,
            words.say("{game}: everyone you invited has answered. Start when you like.", game=where),
        )
    start = button(Tap("begin", position.code), words.say("Start"), discord.ButtonStyle.primary)
    return draft.text(f"-# <#{position.row.thread or position.row.channel}>").buttons(start)
