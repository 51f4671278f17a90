"""Invitations to a table: sent to named users, answered with one tap."""

from collections import Counter
from collections.abc import Collection, Iterable

import db
from bot.play.core import Denied, GameService, GameSnapshot, outbox_messages
from bot.play.notify import turn_notifications
from bot.play.notify.deliveries import SentMessage
from db.clock import DAY, HOUR

MESSAGE_KIND = "invitation"
MAX_PER_GUEST_AND_DAY = 3  # Of one host, not counting accepted ones.
MAX_PER_HOST_AND_HOUR = 20


async def invite(tx: db.Transaction, row: db.Game, user_ids: Iterable[int]) -> None:
    """Invite these users. Sleeping users are notified when they wake.

    Raises Denied if a user takes no invitations from the host, or if the host has invited too often.
    """
    guests = tuple(dict.fromkeys(user_ids))
    if guests:
        assert row.host is not None
        inviter = inviter_hash(row.host)
        await _check_limits(tx, inviter, guests)
        await db.invitations.invite(tx, row.code, *guests, inviter=inviter)
        await _notify(tx, row, guests, await turn_notifications.next_reachable_times(tx, guests))


async def ask_again(tx: db.Transaction, row: db.Game, user_ids: Collection[int]) -> None:
    """Invite users who were at the table before its terms changed. The limits do not apply."""
    if user_ids:
        assert row.host is not None
        await db.invitations.invite(tx, row.code, *user_ids, inviter=inviter_hash(row.host))
        await _notify(tx, row, user_ids, await turn_notifications.next_reachable_times(tx, tuple(user_ids)))


async def _check_limits(tx: db.Transaction, inviter: str, guests: tuple[int, ...]) -> None:
    for guest in guests:
        chosen = (await db.users.get(tx, guest)).preferences
        if not chosen.invitations or inviter in chosen.refused_inviters:
            raise Denied("takes_no_invitations", user=guest)
    recent = await db.invitations.list_unaccepted(tx, inviter, tx.now - DAY)
    by_guest = Counter(one.person for one in recent)
    for guest in guests:
        if by_guest[guest] >= MAX_PER_GUEST_AND_DAY:
            raise Denied("invited_often", user=guest, n=MAX_PER_GUEST_AND_DAY)
    if sum(one.at > tx.now - HOUR for one in recent) + len(guests) > MAX_PER_HOST_AND_HOUR:
        raise Denied("invites_too_many", n=MAX_PER_HOST_AND_HOUR)


def inviter_hash(user_id: int) -> str:
    return db.hash_text(f"inviter {user_id}")[:16]


async def refuse_inviter(service: GameService, code: str, user_id: int) -> None:
    """Refuse further invitations from the user who sent this one, and decline it."""
    async with service.transaction() as tx:
        invited = await db.invitations.find(tx, db.normalize_code(code), user_id)
        if invited is None:
            raise Denied("not_invited")
        refused = (await db.users.get(tx, user_id)).preferences.refused_inviters
        if invited.inviter not in refused:
            await db.users.update_preferences(tx, user_id, refused_inviters=(*refused, invited.inviter))


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
    await db.invitations.close_all(tx, row.code)
    await _notify(tx, row, guests.awaited)


async def record_posted(
    service: GameService, post: db.Post, snapshot: GameSnapshot, user_id: int, sent: SentMessage
) -> None:
    """Store the message of a delivered invitation, and mark the post as delivered."""
    async with service.store.write() as tx:
        if sent.message_id:
            message = db.Message(
                sent.message_id,
                sent.channel_id,
                snapshot.code,
                MESSAGE_KIND,
                person=user_id,
                classic=sent.classic,
            )
            await db.messages.upsert(tx, message)
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
        await outbox_messages.post(tx, payload, key=key, game=row.code, lane=lane, not_before=at)
