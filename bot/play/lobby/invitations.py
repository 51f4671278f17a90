"""Invitations to a table: sent to named users, answered with one tap."""

from collections.abc import Iterable

import db
from bot.play.core import outbox_messages
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify import turn_notifications
from bot.play.notify.deliveries import SentMessage

MESSAGE_KIND = "invitation"


async def invite(tx: db.Transaction, row: db.Game, user_ids: Iterable[int]) -> None:
    """Invite these users. Sleeping users are notified when they wake."""
    guests = tuple(dict.fromkeys(user_ids))
    if guests:
        await db.invitations.invite(tx, row.code, *guests)
        await _notify(tx, row, guests, await turn_notifications.next_reachable_times(tx, guests))


async def accept(tx: db.Transaction, row: db.Game, user_id: int) -> bool:
    """Mark a user's invitation as accepted. Returns whether they were invited."""
    was_invited = await db.invitations.accept(tx, row.code, user_id)
    if was_invited:
        await _notify(tx, row, (user_id,))
    return was_invited


async def decline(tx: db.Transaction, row: db.Game, user_id: int) -> bool:
    """Mark a user's invitation as declined. Returns False if it was not pending."""
    is_news = await db.invitations.mark_declined(tx, row.code, user_id)
    if is_news:
        await _notify(tx, row, (user_id,))
    return is_news


async def cancel_all(tx: db.Transaction, row: db.Game) -> None:
    """Cancel all invitations to a table, and update the messages of the pending ones."""
    guests = await db.invitations.list_guests(tx, row.code)
    await db.invitations.delete_all(tx, row.code)
    await _notify(tx, row, guests.awaited)


async def record_posted(
    service: GameService, post: db.Post, snapshot: GameSnapshot, user_id: int, sent: SentMessage
) -> None:
    """Store the message of a delivered invitation, and mark the post as delivered."""
    async with service.store.write() as tx:
        if sent.message_id:
            await db.messages.upsert(
                tx,
                message=sent.message_id,
                channel=sent.channel_id,
                game=snapshot.code,
                kind=MESSAGE_KIND,
                person=user_id,
                classic=sent.classic,
            )
        await db.outbox.mark_delivered(tx, post)


async def record_deleted(service: GameService, post: db.Post, message: db.Message) -> None:
    """Forget an answered invitation's public message, and mark the post as delivered."""
    async with service.store.write() as tx:
        await db.messages.delete(tx, message.message)
        await db.outbox.mark_delivered(tx, post)


async def _notify(
    tx: db.Transaction, row: db.Game, user_ids: Iterable[int], awake_at: dict[int, int] | None = None
) -> None:
    """Enqueue the invitation messages, each in its own lane, so that no table waits for a DM channel.

    Lanes and keys contain a hash instead of the user id.
    """
    for user_id in user_ids:
        lane = f"invitation {row.code} {db.hash_text(str(user_id))[:12]}"
        payload, at = outbox_messages.Invitation(person=user_id), (awake_at or {}).get(user_id, 0)
        key = f"{lane} {row.version}"
        await db.outbox.enqueue(
            tx, outbox_messages.new_post(payload, key=key, game=row.code, lane=lane, not_before=at)
        )
