"""Invitations: somebody is asked to a table by name, and answers with one tap. Nobody sits down unasked."""

from collections.abc import Iterable

import db
from bot.play.core import outbox_messages
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify import turn_notifications
from bot.play.notify.deliveries import SentMessage

MESSAGE_KIND = "invitation"
"""Under which the messages are kept."""


async def invite(tx: db.Transaction, row: db.Game, user_ids: Iterable[int]) -> None:
    """Ask these people to a table; whoever sleeps is told when they wake."""
    guests = tuple(dict.fromkeys(user_ids))
    if guests:
        await db.invitations.invite(tx, row.code, *guests)
        await _notify(tx, row, guests, await turn_notifications.next_reachable_times(tx, guests))


async def accept(tx: db.Transaction, row: db.Game, user_id: int) -> bool:
    """Somebody sits down; says whether they were invited."""
    was_invited = await db.invitations.accept(tx, row.code, user_id)
    if was_invited:
        await _notify(tx, row, (user_id,))
    return was_invited


async def decline(tx: db.Transaction, row: db.Game, user_id: int) -> bool:
    """Somebody does not come; says whether that is news."""
    is_news = await db.invitations.mark_declined(tx, row.code, user_id)
    if is_news:
        await _notify(tx, row, (user_id,))
    return is_news


async def cancel_all(tx: db.Transaction, row: db.Game) -> None:
    """The table gathers no longer: what was asked is not asked any more."""
    guests = await db.invitations.list_guests(tx, row.code)
    await db.invitations.delete_all(tx, row.code)
    await _notify(tx, row, guests.awaited)


async def record_posted(
    service: GameService, post: db.Post, snapshot: GameSnapshot, user_id: int, sent: SentMessage
) -> None:
    """An invitation has reached somebody."""
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
    """What was asked in the open is answered, and does not stand there any more."""
    async with service.store.write() as tx:
        await db.messages.delete(tx, message.message)
        await db.outbox.mark_delivered(tx, post)


async def _notify(
    tx: db.Transaction, row: db.Game, user_ids: Iterable[int], free: dict[int, int] | None = None
) -> None:
    """Each in a lane of their own, which names nobody: no table waits for anybody's door."""
    for user_id in user_ids:
        lane = f"invitation {row.code} {db.hash_state(str(user_id))[:12]}"
        payload, at = outbox_messages.Invitation(person=user_id), (free or {}).get(user_id, 0)
        key = f"{lane} {row.version}"
        await db.outbox.enqueue(
            tx, outbox_messages.new_post(payload, key=key, game=row.code, lane=lane, not_before=at)
        )
