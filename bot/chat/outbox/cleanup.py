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
from bot.play.notify.deliveries import Sent

log = logging.getLogger(__name__)


async def call_posted(
    messenger: Messenger, snapshot: GameSnapshot, call: outbox_messages.Call, sent: Sent
) -> None:
    """Somebody was called to a table; it goes when the move is made."""
    what = cleanup.NEXT if call.why == "next" else cleanup.CALL
    await said_to(messenger, snapshot, what, call.person, sent)


async def said_to(messenger: Messenger, snapshot: GameSnapshot, what: str, person: int, sent: Sent) -> None:
    """Something was said to somebody for a while: it takes the place of what was said before."""
    context = messenger.context
    old = [
        message
        for message in await cleanup.earlier(context.store, snapshot, what, person)
        if message.message != sent.message
    ]
    for message in old:
        await messenger.remove(message)
    seat = snapshot.seat_of(person)
    await cleanup.kept(context.service, snapshot, what, sent, seat=seat, person=person, old=old)


async def notice_posted(
    messenger: Messenger, snapshot: GameSnapshot, notice: outbox_messages.Notice, sent: Sent
) -> None:
    """A notice that holds only for a while stands at a table."""
    if notice.code in cleanup.MANNERS:
        seat = notice.values.get("seat")
        where = None if seat is None else int(seat)
        await cleanup.kept(messenger.context.service, snapshot, notice.code, sent, seat=where)


@delivers(outbox_messages.Tidy)
async def tidy(messenger: Messenger, post: db.Post, stale: outbox_messages.Tidy) -> bool:
    for message in await db.messages.find_all(messenger.context.store, stale.messages):
        if cleanup.manner_of(message) == "gone":
            await messenger.remove(message)
        else:
            await _bare(messenger, message)
    await cleanup.swept(messenger.context.service, post, stale.messages)
    return True


async def _bare(messenger: Messenger, message: db.Message) -> None:
    """Take the buttons off a message of plain content; its words stay."""
    there = messenger.channel(message.channel).get_partial_message(message.message)
    try:
        await there.edit(view=None, allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException as problem:
        log.info("an old notice keeps its buttons: code %s", problem.code)
