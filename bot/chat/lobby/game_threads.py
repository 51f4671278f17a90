"""Creates a game's thread: under its lobby card, in its channel, or as a forum post."""

import logging
from functools import partial
from typing import Any, Literal

import discord

import db
from bot.chat.lobby.forum_tags import changed_tags, game_tags
from bot.chat.messages import MessageBuilder
from bot.chat.outbox import Messenger
from bot.chat.outbox.permission_fallbacks import THREAD_LIMIT, MissingPermission, Undeliverable
from bot.play.core import GameSnapshot
from bot.play.notify.deliveries import SentMessage
from bot.views.game_labels import thread_name

log = logging.getLogger(__name__)

THREAD_EXISTS_CODE = 160004
UNKNOWN_MESSAGE_CODE = 10008
PUBLIC_THREAD_TYPE: Literal[11] = 11
AUTO_ARCHIVE_MINUTES: Literal[10080] = 10080


async def fetch_forum(messenger: Messenger, snapshot: GameSnapshot) -> discord.ForumChannel | None:
    """Returns the game's channel if it is a forum."""
    if snapshot.is_private:
        return None
    channel_id = snapshot.row.channel
    channel = messenger.client.get_channel(channel_id) or await messenger.client.fetch_channel(channel_id)
    return channel if isinstance(channel, discord.ForumChannel) else None


async def create_forum_post(
    forum: discord.ForumChannel,
    messenger: Messenger,
    post: db.Post,
    snapshot: GameSnapshot,
    card: MessageBuilder,
) -> SentMessage:
    """Create a forum post whose first message is the lobby card.

    Idempotent: Discord takes no nonce here, so a retry first looks for the post of an earlier attempt.
    Duplicates that appear all the same are closed.

    :raises Undeliverable: If the server has no room for another post.
    """
    if post.attempts > 1 and (existing := await _forum_posts_of_game(forum, messenger, snapshot)):
        return SentMessage(existing[0], existing[0])  # a post has the id of its first message
    try:
        created = await forum.create_thread(
            name=thread_name(snapshot, messenger.context.table_locale(snapshot)),
            auto_archive_duration=AUTO_ARCHIVE_MINUTES,
            applied_tags=game_tags(messenger.context, forum, snapshot),
            **card.send_kwargs(),
        )
    except discord.HTTPException as problem:
        if problem.code != THREAD_LIMIT:
            raise
        raise Undeliverable(MissingPermission("post_limit", forum.id)) from problem
    for duplicate in await _forum_posts_of_game(forum, messenger, snapshot):
        if duplicate != created.thread.id:
            await _close_duplicate(messenger, duplicate)
    return SentMessage(created.message.id, created.thread.id)


async def _forum_posts_of_game(
    forum: discord.ForumChannel, messenger: Messenger, snapshot: GameSnapshot
) -> list[int]:
    """Returns the thread ids of Skald's posts about this game, recognised by the code in their names."""
    active, own = await messenger.client.http.get_active_threads(forum.guild.id), messenger.client.user
    return [
        int(thread["id"])
        for thread in active["threads"]
        if thread["parent_id"] == str(forum.id)
        and thread["name"].endswith(snapshot.code)
        and own is not None
        and thread["owner_id"] == str(own.id)
    ]


async def _close_duplicate(messenger: Messenger, thread: int) -> None:
    """Delete the first message and archive the thread.

    Deleting the whole post would need a permission that Skald needs for nothing else.
    """
    http = messenger.client.http
    try:
        await http.delete_message(thread, thread)
        await http.edit_channel(thread, archived=True)
    except discord.HTTPException as problem:
        log.info("a duplicate forum post could not be closed: code %s", problem.code)


async def open_thread(
    messenger: Messenger, snapshot: GameSnapshot, card: db.Message | None
) -> int | MissingPermission | None:
    """Open the game's thread under its lobby card, or without a parent message if the card was deleted.

    Returns its id, or what prevents it. Returns None if the game is private.
    """
    if snapshot.is_private:
        return None
    try:
        thread = None if card is None else await _start_thread_on_card(messenger, snapshot, card)
        return thread or await _start_thread_in_channel(messenger, snapshot)
    except discord.HTTPException as problem:
        if problem.code == THREAD_LIMIT:
            return MissingPermission("thread_limit", snapshot.row.channel)
        if isinstance(problem, discord.Forbidden):
            return MissingPermission("create_public_threads", snapshot.row.channel)
        raise


async def _start_thread_on_card(messenger: Messenger, snapshot: GameSnapshot, card: db.Message) -> int | None:
    """Returns None if the card was deleted."""
    http, name = messenger.client.http, thread_name(snapshot, messenger.context.table_locale(snapshot))
    try:
        thread = await messenger.sender.call_api(
            lambda: http.start_thread_with_message(
                card.channel, card.message, name=name, auto_archive_duration=AUTO_ARCHIVE_MINUTES
            )
        )
    except discord.HTTPException as problem:
        if problem.code == THREAD_EXISTS_CODE:
            return card.message  # a thread under a message has the message's own id
        if problem.code == UNKNOWN_MESSAGE_CODE:
            return None
        raise
    return int(thread["id"])


async def _start_thread_in_channel(messenger: Messenger, snapshot: GameSnapshot) -> int:
    http, name = messenger.client.http, thread_name(snapshot, messenger.context.table_locale(snapshot))
    thread = await messenger.sender.call_api(
        lambda: http.start_thread_without_message(
            snapshot.row.channel,
            name=name,
            auto_archive_duration=AUTO_ARCHIVE_MINUTES,
            type=PUBLIC_THREAD_TYPE,
        )
    )
    return int(thread["id"])


async def rename_thread(messenger: Messenger, snapshot: GameSnapshot) -> None:
    """Name a forum post after all players, and set its tags: only the host was known at its creation."""
    if snapshot.row.thread is None:
        return
    changes: dict[str, Any] = {"name": thread_name(snapshot, messenger.context.table_locale(snapshot))}
    if (tags := changed_tags(messenger, snapshot)) is not None:
        changes["applied_tags"] = tags
    try:
        await messenger.client.http.edit_channel(snapshot.row.thread, **changes)
    except discord.HTTPException as problem:
        log.info("a forum post could not be renamed: code %s", problem.code)


async def add_players(messenger: Messenger, snapshot: GameSnapshot, thread: int) -> None:
    """Add all players to the thread, so that it appears in their channel lists."""
    for user_id in snapshot.user_ids_at(snapshot.seats):
        try:
            add = partial(messenger.client.http.add_user_to_thread, thread, user_id)
            await messenger.sender.call_api(add)
        except discord.HTTPException as problem:
            log.info("a player could not be added to a thread: code %s", problem.code)
