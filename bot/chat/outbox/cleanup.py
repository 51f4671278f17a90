"""Cleans up outdated messages: deletes notifications of moves that were made, strips buttons that expired.

Errors are only logged: an outdated message does no harm.
"""

import db
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.play.core import GameSnapshot, outbox_messages
from bot.play.notify import cleanup, deliveries
from bot.play.notify.deliveries import SentMessage


async def record_notification_posted(
    messenger: Messenger,
    snapshot: GameSnapshot,
    notification: outbox_messages.TurnNotification,
    sent: SentMessage,
) -> None:
    """Store a turn notification for cleanup once the move is made. Deletes the user's earlier ones."""
    kind = cleanup.NEXT if notification.why == "next" else cleanup.TURN
    await replace_temporary_message(messenger, snapshot, kind, notification.person, sent)


async def replace_temporary_message(
    messenger: Messenger, snapshot: GameSnapshot, kind: str, user_id: int, sent: SentMessage
) -> None:
    """Store a temporary message to a user, and delete those of the same kind that it replaces."""
    context = messenger.context
    old = [
        message
        for message in await cleanup.earlier_messages(context.store, snapshot, kind, user_id)
        if message.message != sent.message_id
    ]
    for message in old:
        await messenger.editor.delete(message)
    seat = snapshot.seat_of(user_id)
    await cleanup.save_temporary_message(
        context.service, snapshot, kind, sent, seat=seat, user_id=user_id, replaced=old
    )


async def record_notice_posted(
    messenger: Messenger, snapshot: GameSnapshot, notice: outbox_messages.Notice, sent: SentMessage
) -> None:
    """Store a notice for cleanup, if it is of a temporary kind."""
    if notice.code in cleanup.CLEANUP_ACTIONS:
        value = notice.values.get("seat")
        seat = None if value is None else int(value)
        await cleanup.save_temporary_message(
            messenger.context.service, snapshot, notice.code, sent, seat=seat
        )


@delivers(outbox_messages.Cleanup)
async def deliver_cleanup(messenger: Messenger, post: db.Post, payload: outbox_messages.Cleanup) -> bool:
    for message in await db.messages.find_many(messenger.context.store, payload.messages):
        if cleanup.cleanup_action(message) == "delete":
            await messenger.editor.delete(message)
        else:
            await messenger.editor.strip_buttons(message)
    await deliveries.record_messages_gone(messenger.context.service, post, payload.messages)
    return True
