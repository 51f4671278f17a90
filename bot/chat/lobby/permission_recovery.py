"""Missing permissions: name them to the host, and retry degraded deliveries once they are granted."""

import db
from bot.chat.lobby import thread_setup
from bot.chat.messages import MessageBuilder
from bot.chat.outbox import Messenger, delivers, permission_fallbacks
from bot.chat.outbox.permission_fallbacks import MissingPermission, Undeliverable
from bot.chat.table import cards
from bot.i18n import locale_for
from bot.play.core import GameSnapshot, outbox_messages
from bot.play.notify import deliveries


@delivers(outbox_messages.PermissionRecovery)
async def retry_delivery(messenger: Messenger, post: db.Post, _: outbox_messages.PermissionRecovery) -> bool:
    """Open the thread a game had to start without, and repost the latest card if it was degraded.

    If the thread is refused again, it is retried later. If no card was degraded, resetting the fallbacks is
    enough: the next message tries the proper way first.
    """
    snapshot = await messenger.snapshot(post)
    lacks_thread = snapshot.is_running and snapshot.row.thread is None and not snapshot.is_private
    missing = None
    if lacks_thread:
        snapshot, missing = await thread_setup.open_late_thread(messenger, snapshot)
    thread_opened = lacks_thread and missing is None
    posted_cards = await db.messages.list_for_game(messenger.context.store, snapshot.code, kind="card")
    started = snapshot.row.started is not None and (snapshot.is_running or snapshot.is_over)
    repost = started and (thread_opened or not posted_cards or posted_cards[-1].lacking is not None)
    if repost:
        await cards.repost_card(messenger, post, snapshot)
    messenger.tables.update_degraded(snapshot.code)
    if missing is not None:
        await _requeue_missing_thread(messenger, snapshot, missing, post_done=repost)
    return repost


async def _requeue_missing_thread(
    messenger: Messenger, snapshot: GameSnapshot, missing: MissingPermission, *, post_done: bool
) -> None:
    """Retry the thread later: with this post by failing it, or with a new post if this one is done."""
    if not post_done:
        raise Undeliverable(missing)
    await deliveries.schedule_recovery(
        messenger.context.service, snapshot, missing.permission, missing.channel
    )


@delivers(outbox_messages.PermissionMissing)
async def notify_missing_permission(
    messenger: Messenger, post: db.Post, missing: outbox_messages.PermissionMissing
) -> None:
    """Tell the host by direct message. Skipped if DMs are closed: the table's messages name it too."""
    if not missing.person:
        return
    snapshot = await messenger.snapshot(post)
    locale = locale_for((await db.users.get(messenger.context.store, missing.person)).locale)
    title = messenger.context.reader_view(snapshot, None, locale).title
    builder = MessageBuilder(
        notification=permission_fallbacks.explanation(missing.right, missing.place, locale)
    ).text(f"-# {title}")
    await messenger.send_dm(missing.person, builder, nonce=post.id)
