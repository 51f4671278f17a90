"""Sets the forum tags of a game's post. Only tags that exist in the forum are used, matched by name."""

import logging
from collections.abc import Sequence

import discord

import db
from bot.chat.interactions import Context
from bot.chat.outbox import Messenger, delivers
from bot.chat.outbox.outbox_worker import TOO_MANY_REQUESTS
from bot.play.core import GameSnapshot, outbox_messages
from bot.play.notify import deliveries
from bot.views.forum_tags import find_key, tag_keys

log = logging.getLogger(__name__)

MAX_TAGS = 5


def game_tags(
    context: Context,
    forum: discord.ForumChannel,
    snapshot: GameSnapshot,
    applied: Sequence[discord.ForumTag] = (),
) -> list[discord.ForumTag]:
    """Returns the tags for a game's post. Of those already `applied`, moderators' own stay.

    Moderated tags need a permission that Skald needs for nothing else, so they are used only if it is there.
    """
    may_moderate = forum.permissions_for(forum.guild.me).manage_threads
    by_key: dict[str, discord.ForumTag] = {}
    for tag in forum.available_tags:
        key = find_key(tag.name, context.games)
        if key is not None and (may_moderate or not tag.moderated):
            by_key.setdefault(key, tag)
    own = {tag.id for tag in by_key.values()}
    found = [by_key[key] for key in tag_keys(snapshot) if key in by_key]
    found += [tag for tag in applied if tag.id not in own]
    if not found and forum.flags.require_tag:
        found = [tag for tag in forum.available_tags if not tag.moderated] or [*forum.available_tags]
        return found[:1]
    return found[:MAX_TAGS]


async def schedule_update(messenger: Messenger, snapshot: GameSnapshot) -> None:
    """Schedule an update if the state of a game no longer matches the tags of its post."""
    if changed_tags(messenger, snapshot) is not None:
        await deliveries.schedule_forum_tags(messenger.context.service, snapshot)


@delivers(outbox_messages.ForumTags)
async def deliver_forum_tags(messenger: Messenger, post: db.Post, _: outbox_messages.ForumTags) -> None:
    """Set the tags of a post. A refusal is only logged: the game does not depend on them."""
    snapshot = await messenger.snapshot(post)
    thread, tags = snapshot.row.thread, changed_tags(messenger, snapshot)
    if thread is None or tags is None:
        return
    http = messenger.client.http
    try:
        await messenger.sender.call_api(lambda: http.edit_channel(thread, applied_tags=tags))
    except discord.HTTPException as problem:
        if problem.status >= 500 or problem.status == TOO_MANY_REQUESTS:
            raise
        log.info("the tags of a forum post could not be set: code %s", problem.code)


def changed_tags(messenger: Messenger, snapshot: GameSnapshot) -> list[int] | None:
    """Returns the ids of the tags that a game's post should have.

    None if it has them, is archived, or is not in a forum.
    """
    thread = messenger.client.get_channel(snapshot.row.thread) if snapshot.row.thread else None
    if not isinstance(thread, discord.Thread) or not isinstance(thread.parent, discord.ForumChannel):
        return None
    wanted = [tag.id for tag in game_tags(messenger.context, thread.parent, snapshot, thread.applied_tags)]
    return None if set(wanted) == {tag.id for tag in thread.applied_tags} else wanted
