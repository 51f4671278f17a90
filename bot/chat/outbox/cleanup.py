"""Takes away what no longer applies: reminders of a move that was made, buttons that lead nowhere any more.

Nobody is told of it, and where Discord refuses it is let be.
"""

import logging

import discord

import db
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.play.core import outbox_messages
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify import cleanup
from bot.play.notify.deliveries import SentMessage

log = logging.getLogger(__name__)


async def record_notification_posted(
    messenger: Messenger, snapshot: GameSnapshot, call: outbox_messages.TurnNotification, sent: SentMessage
) -> None:
    """Somebody was called to a table; it goes when the move is made."""
    what = cleanup.NEXT if call.why == "next" else cleanup.TURN
    await replace_message_to(messenger, snapshot, what, call.person, sent)


async def replace_message_to(
    messenger: Messenger, snapshot: GameSnapshot, what: str, user_id: int, sent: SentMessage
) -> None:
    """Something was said to somebody for a while: it takes the place of what was said before."""
    context = messenger.context
    old = [
        message
        for message in await cleanup.earlier_messages(context.store, snapshot, what, user_id)
        if message.message != sent.message_id
    ]
    for message in old:
        await messenger.delete(message)
    seat = snapshot.seat_of(user_id)
    await cleanup.save_temporary_message(
        context.service, snapshot, what, sent, seat=seat, user_id=user_id, replaced=old
    )


async def record_notice_posted(
    messenger: Messenger, snapshot: GameSnapshot, notice: outbox_messages.Notice, sent: SentMessage
) -> None:
    """A notice that holds only for a while stands at a table."""
    if notice.code in cleanup.CLEANUP_ACTIONS:
        seat = notice.values.get("seat")
        where = None if seat is None else int(seat)
        await cleanup.save_temporary_message(
            messenger.context.service, snapshot, notice.code, sent, seat=where
        )


@delivers(outbox_messages.Cleanup)
async def deliver_tidy(messenger: Messenger, post: db.Post, stale: outbox_messages.Cleanup) -> bool:
    for message in await db.messages.find_many(messenger.context.store, stale.messages):
        if cleanup.cleanup_action(message) == "delete":
            await messenger.delete(message)
        else:
            await _strip_buttons(messenger, message)
    await cleanup.mark_cleaned_up(messenger.context.service, post, stale.messages)
    return True


async def _strip_buttons(messenger: Messenger, message: db.Message) -> None:
    """Take the buttons off a message of plain content; its words stay."""
    there = messenger.channel(message.channel).get_partial_message(message.message)
    try:
        await there.edit(view=None, allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException as problem:
        log.info("an old notice keeps its buttons: code %s", problem.code)
