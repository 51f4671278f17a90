"""Delivers the lobby card and the game's thread, and notifies the host when the table is complete."""

import db
from bot.chat.lobby import forum_tags, game_threads
from bot.chat.lobby.lobby_card import lobby_card
from bot.chat.messages import PRIMARY, CustomId, MessageBuilder, button
from bot.chat.outbox import Messenger, cleanup, delivers
from bot.chat.outbox.permission_fallbacks import MissingPermission, thread_warning
from bot.i18n import N_, Locale, locale_for
from bot.play.core import GameSnapshot, outbox_messages
from bot.play.lobby import lobby
from bot.play.lobby.relocation import record_forum_post
from bot.play.notify import deliveries, turn_notifications
from bot.play.notify.cleanup import GUESTS_ANSWERED, TABLE_FULL
from bot.views import notification_text
from bot.views.markup import mention
from rules.game import Seat


@delivers(outbox_messages.LobbyCard)
async def deliver_lobby_card(messenger: Messenger, post: db.Post, _: outbox_messages.LobbyCard) -> None:
    snapshot = await _update_card(messenger, post, await messenger.snapshot(post))
    await forum_tags.schedule_update(messenger, snapshot)


@delivers(outbox_messages.ChannelSetup)
async def deliver_channel_setup(messenger: Messenger, post: db.Post, _: outbox_messages.ChannelSetup) -> None:
    """Post the card in the game's (new) channel and, if the game has started, open a thread under it."""
    snapshot = await _update_card(messenger, post, await messenger.snapshot(post))
    if snapshot.row.started is not None:
        await _open_thread(messenger, snapshot)


@delivers(outbox_messages.OpenThread)
async def deliver_thread(messenger: Messenger, post: db.Post, _: outbox_messages.OpenThread) -> None:
    await _open_thread(messenger, await messenger.snapshot(post))


@delivers(outbox_messages.OpenDm)
async def open_dm_channel(messenger: Messenger, _: db.Post, payload: outbox_messages.OpenDm) -> None:
    await messenger.sender.dm_channel(payload.person)


async def _update_card(messenger: Messenger, post: db.Post, snapshot: GameSnapshot) -> GameSnapshot:
    """Edit the lobby card, or post it if it is missing.

    Returns the snapshot, which in a forum has its new thread.
    """
    service, card = messenger.context.service, await _find_card(messenger, snapshot)
    row, is_update = snapshot.row, post.kind == outbox_messages.LobbyCard.kind
    started = row.status != "lobby"
    if card is None and is_update and (snapshot.is_over or row.thread is not None):
        return snapshot  # It never had a card, or its cup's card shows it.
    builder = await _build_card(messenger, snapshot)
    edited = card is not None and await messenger.editor.try_edit(card, builder)
    if edited or (started and (card is not None or snapshot.is_private)):
        return snapshot
    forum = None if row.thread is not None else await game_threads.fetch_forum(messenger, snapshot)
    if forum is not None:
        sent = await game_threads.create_forum_post(forum, messenger, post, snapshot, builder)
        return await record_forum_post(service, snapshot, sent)
    # Several outbox posts may ask for the first card; one nonce deduplicates them.
    nonce = f"lobby-{snapshot.code}" if card is None and is_update else post.id
    # A started game needs no players, so its card notifies no one. Games of a cup always have started.
    sent = await messenger.send(snapshot, builder, nonce=nonce, silent=started)
    await deliveries.record_message(service, snapshot, sent, "lobby")
    if card is not None:
        await _delete_old_card(messenger, snapshot, card)
    return snapshot


async def _delete_old_card(messenger: Messenger, snapshot: GameSnapshot, card: db.Message) -> None:
    """Delete a replaced card, except one that a forum post begins with."""
    if card.message != snapshot.row.thread:
        await messenger.editor.delete(card)


async def _build_card(messenger: Messenger, snapshot: GameSnapshot, *, warning: str = "") -> MessageBuilder:
    context = messenger.context
    store, locale = context.store, context.table_locale(snapshot)
    guests = await db.invitations.list_guests(store, snapshot.code)
    sagas = await db.messages.list_for_game(store, snapshot.code, kind="saga")
    saga = sagas[-1] if sagas else None
    watch_url = None
    if context.web_links is not None and snapshot.row.started is not None:
        watch_url = await context.web_links.table_url(snapshot)
    return lobby_card(
        snapshot,
        locale,
        emoji=context.views.emoji,
        guests=guests,
        saga=saga,
        warning=warning,
        watch_url=watch_url,
    )


async def _find_card(messenger: Messenger, snapshot: GameSnapshot) -> db.Message | None:
    """Returns the latest lobby card of the game."""
    return next(
        reversed(await db.messages.list_for_game(messenger.context.store, snapshot.code, kind="lobby")), None
    )


async def _open_thread(messenger: Messenger, snapshot: GameSnapshot) -> None:
    """Open the thread of a game that starts, or rename its existing forum post.

    Without the permission the game starts in the channel. Permission recovery opens the thread later.
    """
    service, opened = messenger.context.service, snapshot.row.thread
    missing: MissingPermission | None = None
    if opened is not None:
        await game_threads.rename_thread(messenger, snapshot)
    else:
        found = await game_threads.open_thread(messenger, snapshot, await _find_card(messenger, snapshot))
        opened, missing = (None, found) if isinstance(found, MissingPermission) else (found, None)
    snapshot = await deliveries.record_thread(service, snapshot, opened, starts=True)
    await _finish_setup(messenger, snapshot, missing)
    if missing is not None:
        await deliveries.schedule_recovery(service, snapshot, missing.permission, missing.channel)


async def open_late_thread(
    messenger: Messenger, snapshot: GameSnapshot
) -> tuple[GameSnapshot, MissingPermission | None]:
    """Retry opening the thread of a game that started without one.

    Returns the updated snapshot, and what still prevents it.
    """
    found = await game_threads.open_thread(messenger, snapshot, await _find_card(messenger, snapshot))
    if isinstance(found, MissingPermission):
        return snapshot, found
    snapshot = await deliveries.record_thread(messenger.context.service, snapshot, found)
    await _finish_setup(messenger, snapshot, None)
    return snapshot, None


async def _finish_setup(
    messenger: Messenger, snapshot: GameSnapshot, missing: MissingPermission | None
) -> None:
    """Add the players to the thread, and update the card: with a link to it, or with why there is none.

    The card of a cup game is removed, because the cup's own card links to all its games.
    """
    row, card = snapshot.row, await _find_card(messenger, snapshot)
    if row.thread is not None:
        await game_threads.add_players(messenger, snapshot, row.thread)
    cup = await db.cups.find_code_for_game(messenger.context.store, snapshot.code)
    if card is not None and cup is not None and row.thread not in (None, card.channel):
        await messenger.editor.delete(card)
        await deliveries.record_lobby_removed(messenger.context.service, card, cup)
    elif card is not None:
        warning = ""
        if missing is not None:
            locale = messenger.context.table_locale(snapshot)
            warning = thread_warning(missing.permission, missing.channel, locale)
        await messenger.editor.try_edit(card, await _build_card(messenger, snapshot, warning=warning))


@delivers(outbox_messages.TableFull)
async def notify_host(messenger: Messenger, post: db.Post, payload: outbox_messages.TableFull) -> None:
    """Tell the host that the table is complete, by DM or in the channel as the host prefers."""
    context, snapshot = messenger.context, await messenger.snapshot(post)
    seat = snapshot.seat_of(payload.person)
    if (
        snapshot.row.host != payload.person
        or seat is None
        or not await lobby.is_complete(context.store, snapshot)
    ):
        return
    user = snapshot.users[seat]
    sent = None
    if "thread" not in turn_notifications.notification_channels(snapshot, seat):
        sent = await messenger.send_dm(
            payload.person, _ready_message(snapshot, seat, locale_for(user.locale)), nonce=post.id
        )
    if sent is None:
        builder = _ready_message(snapshot, seat, context.table_locale(snapshot))
        if not turn_notifications.is_quiet(snapshot):
            builder.notification = f"{mention(payload.person)} {builder.notification}"
            builder.mentions = [payload.person]
        nonce = f"{post.id}-open"
        sent = await messenger.send(snapshot, builder, nonce=nonce, silent=not builder.mentions)
    what = TABLE_FULL if snapshot.is_full else GUESTS_ANSWERED
    await cleanup.replace_temporary_message(messenger, snapshot, what, payload.person, sent)


def _ready_message(snapshot: GameSnapshot, seat: Seat, locale: Locale) -> MessageBuilder:
    game_name = notification_text.game_with_opponents(snapshot, (seat,), locale)
    text = (
        N_("{game}: the table is full. Start when you like.")
        if snapshot.is_full
        else N_("{game}: everyone you invited has answered. Start when you like.")
    )
    builder = MessageBuilder(notification=locale.t(text, game=game_name))
    start = button(CustomId("begin", snapshot.code), locale.t("Start"), PRIMARY)
    return builder.text(f"-# <#{snapshot.row.thread or snapshot.row.channel}>").buttons(start)
