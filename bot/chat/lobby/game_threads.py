"""Where a game is played: a thread under its card, a post of its own in a forum, or the channel itself."""

import logging
from functools import partial
from typing import Literal

import discord

import db
from bot.chat.messages.message_builder import MessageBuilder
from bot.chat.outbox.messenger import Messenger
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify.deliveries import Sent
from bot.views.game_labels import thread_name

log = logging.getLogger(__name__)

THREAD_EXISTS = 160004
UNKNOWN_MESSAGE = 10008
PUBLIC_THREAD: Literal[11] = 11
KEPT_OPEN: Literal[10080] = 10080


async def forum_of(messenger: Messenger, snapshot: GameSnapshot) -> discord.ForumChannel | None:
    """The forum in which a game has its place; None in any other channel."""
    if snapshot.private:
        return None
    number = snapshot.row.channel
    channel = messenger.client.get_channel(number) or await messenger.client.fetch_channel(number)
    return channel if isinstance(channel, discord.ForumChannel) else None


async def post_in(
    forum: discord.ForumChannel,
    messenger: Messenger,
    post: db.Post,
    snapshot: GameSnapshot,
    card: MessageBuilder,
) -> Sent:
    """A post of its own for a game, opened by its card; says which message of which thread that is.

    Discord does not drop a repetition here. So what was tried before is looked for first, and where a reply
    was lost on the way, one of two posts is taken away again.
    """
    if post.attempts > 1 and (found := await _ours_in(forum, messenger, snapshot)):
        return Sent(found[0], found[0])  # a post has the id of its first message
    tags = [tag for tag in forum.available_tags if not tag.moderated] or forum.available_tags
    opened = await forum.create_thread(
        name=thread_name(snapshot, messenger.context.table_locale(snapshot)),
        auto_archive_duration=KEPT_OPEN,
        applied_tags=tags[:1] if forum.flags.require_tag else [],
        **card.sent(),
    )
    for double in await _ours_in(forum, messenger, snapshot):
        if double != opened.thread.id:
            await _take_away(messenger, double)
    return Sent(opened.message.id, opened.thread.id)


async def _ours_in(forum: discord.ForumChannel, messenger: Messenger, snapshot: GameSnapshot) -> list[int]:
    """The posts of a game in a forum."""
    listed, own = await messenger.client.http.get_active_threads(forum.guild.id), messenger.client.user
    return [
        int(thread["id"])
        for thread in listed["threads"]
        if thread["parent_id"] == str(forum.id)
        and thread["name"].endswith(snapshot.code)
        and own is not None
        and thread["owner_id"] == str(own.id)
    ]


async def _take_away(messenger: Messenger, thread: int) -> None:
    """Its message goes, and it is closed: to delete a whole post takes a right that nothing else needs."""
    http = messenger.client.http
    try:
        await http.delete_message(thread, thread)
        await http.edit_channel(thread, archived=True)
    except discord.HTTPException as problem:
        log.info("a second post of a game stays: code %s", problem.code)


async def thread_under(messenger: Messenger, snapshot: GameSnapshot, card: db.Message | None) -> int | None:
    """A thread under the lobby card, or beside where it was; None where the game must live in the channel."""
    if snapshot.private:
        return None
    try:
        thread = None if card is None else await _start_under(messenger, snapshot, card)
        return thread or await _start_beside(messenger, snapshot)
    except discord.Forbidden:
        return None


async def _start_under(messenger: Messenger, snapshot: GameSnapshot, card: db.Message) -> int | None:
    """None if somebody has taken the card away."""
    http, name = messenger.client.http, thread_name(snapshot, messenger.context.table_locale(snapshot))
    try:
        thread = await messenger.ask(
            lambda: http.start_thread_with_message(
                card.channel, card.message, name=name, auto_archive_duration=KEPT_OPEN
            )
        )
    except discord.HTTPException as problem:
        if problem.code == THREAD_EXISTS:
            return card.message  # a thread under a message has the message's own id
        if problem.code == UNKNOWN_MESSAGE:
            return None
        raise
    return int(thread["id"])


async def _start_beside(messenger: Messenger, snapshot: GameSnapshot) -> int:
    http, name = messenger.client.http, thread_name(snapshot, messenger.context.table_locale(snapshot))
    thread = await messenger.ask(
        lambda: http.start_thread_without_message(
            snapshot.row.channel, name=name, auto_archive_duration=KEPT_OPEN, type=PUBLIC_THREAD
        )
    )
    return int(thread["id"])


async def name_anew(messenger: Messenger, snapshot: GameSnapshot) -> None:
    """A post that was opened for whoever came first is named by all who play."""
    if snapshot.row.thread is None:
        return
    name = thread_name(snapshot, messenger.context.table_locale(snapshot))
    try:
        await messenger.client.http.edit_channel(snapshot.row.thread, name=name)
    except discord.HTTPException as problem:
        log.info("a post keeps its name: code %s", problem.code)


async def bring_in(messenger: Messenger, snapshot: GameSnapshot, thread: int) -> None:
    """Those who play are in the thread, and find it in their list."""
    for person in snapshot.people_at(snapshot.seats):
        try:
            await messenger.ask(partial(messenger.client.http.add_user_to_thread, thread, person))
        except discord.HTTPException as problem:
            log.info("a player could not be added to a thread: code %s", problem.code)
