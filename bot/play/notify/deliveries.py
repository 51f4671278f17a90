"""Records the result of each outbox delivery, sent or refused, in one transaction.

That transaction also settles the post, so that it is neither lost nor delivered twice. Posts refused for a
missing permission are parked in lanes of their own and retried with exponential backoff.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import db
from bot.play.core import GameService, GameSnapshot, outbox_messages
from bot.play.core.game_service import in_transaction
from bot.play.notify import cup_games, turn_notifications
from bot.play.notify.turn_notifications import Notification
from db.clock import DAY, HOUR, MINUTE
from rules.game import Seat

PRIORITY_BY_KIND: Mapping[str, int] = {
    kind: model.priority for kind, model in outbox_messages.MESSAGES_BY_KIND.items()
}
INITIAL_BACKOFF_MS, MAX_BACKOFF_MS = 10 * MINUTE, 6 * HOUR
GIVE_UP_AFTER_MS = 30 * DAY
RECOVERY_LANE, PARKED_LANE = "mend", "aside"
"""Prefixes of the lanes in which posts wait for a permission."""


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message that Discord has accepted.

    `classic` messages have their text in `content` instead of components. `missing_permission` is why it was
    sent as a fallback. As a direct message it went to `user_id`, and `others` to further users. `files` are
    the ids of its attachments by name.
    """

    message_id: int
    channel_id: int
    classic: bool = False
    missing_permission: str | None = None
    user_id: int | None = None
    others: tuple["SentMessage", ...] = ()
    files: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def unsent(cls, missing_permission: str) -> "SentMessage":
        """Placeholder for a message that no fallback could deliver. It is retried by permission recovery."""
        return cls(0, 0, missing_permission=missing_permission)


async def claim_posts(
    service: GameService, *, limit: int, lease_ms: int, leased: Collection[int] = ()
) -> tuple[db.Post, ...]:
    """Lease due posts by priority, at most one per lane. Posts in `leased` are skipped."""
    now = service.now()
    return await db.outbox.claim(
        service.store, now=now, limit=limit, lease_ms=lease_ms, urgency=PRIORITY_BY_KIND, in_flight=leased
    )


async def extend_leases(service: GameService, leased: Collection[int], *, lease_ms: int) -> None:
    """Extend the leases of posts that are still being delivered."""
    async with service.store.write() as tx:
        await db.outbox.extend_lease(tx, leased, tx.now + lease_ms)


mark_delivered = in_transaction(db.outbox.mark_delivered)
reschedule = in_transaction(db.outbox.reschedule)
abandon = in_transaction(db.outbox.abandon)
record_attachments = in_transaction(db.messages.set_files)


async def park(service: GameService, post: db.Post, missing: tuple[str, int] | None) -> int | None:
    """Requeue a post that lacks a permission, in a lane of its own, with exponential backoff.

    `missing` is the permission and the channel; the game's host is notified of it once. The post is abandoned
    after GIVE_UP_AFTER_MS. Returns the time of the next attempt (ms), None if there is none by this process.
    """
    lane = post.lane
    if post.kind != outbox_messages.PermissionRecovery.kind:
        lane = f"{PARKED_LANE} {post.game or post.key} {post.kind}"
    problem = "{} in {}".format(*missing) if missing else "a permission is missing"
    backoff_ms = min(INITIAL_BACKOFF_MS << min(post.attempts - 1, 20), MAX_BACKOFF_MS)
    async with service.store.write() as tx:
        if missing and post.game is not None:
            await _notify_host(tx, (await service.load(tx, post.game)).row, *missing)
        if tx.now - post.created > GIVE_UP_AFTER_MS:
            await db.outbox.abandon(tx, post, problem)
        return await db.outbox.reschedule(tx, post, problem, retry_after_ms=backoff_ms, lane=lane)


async def retry_parked(service: GameService, server_id: int) -> None:
    """Make parked posts of a server due now, because its permissions have changed."""
    async with service.store.write() as tx:
        await db.outbox.expedite(tx, server_id, (RECOVERY_LANE, PARKED_LANE))


async def schedule_forum_tags(service: GameService, snapshot: GameSnapshot) -> None:
    """Enqueue an update of the forum tags, in a lane of its own: it must not delay a card."""
    row = snapshot.row
    async with service.store.write() as tx:
        key, lane = f"{row.code} {row.version} forum tags", f"forum_tags {row.code}"
        await outbox_messages.post(tx, outbox_messages.ForumTags(), key=key, game=row.code, lane=lane)


def missing_permission_key(code: str, permission: str, channel_id: int) -> str:
    """Deduplication key of the notification to the host."""
    return f"{code} lacks {permission} {channel_id}"


async def schedule_recovery(
    service: GameService, snapshot: GameSnapshot, permission: str, channel_id: int
) -> int:
    """Schedule a retry without fallback, and notify the host of the missing permission.

    Returns the time of the retry (ms).
    """
    lane = f"{RECOVERY_LANE} {snapshot.code}"
    async with service.store.write() as tx:
        due = tx.now + INITIAL_BACKOFF_MS
        if not await db.outbox.has_pending(tx, lane):
            recovery, key = outbox_messages.PermissionRecovery(), f"{lane} {tx.now}"
            await outbox_messages.post(tx, recovery, key=key, game=snapshot.code, lane=lane, not_before=due)
        await _notify_host(tx, snapshot.row, permission, channel_id)
        return due


async def _notify_host(tx: db.Transaction, row: db.Game, permission: str, channel_id: int) -> None:
    """Notify the host once per game, permission and channel."""
    message = outbox_messages.PermissionMissing(person=row.host or 0, right=permission, place=channel_id)
    key = missing_permission_key(row.code, permission, channel_id)
    await outbox_messages.post(tx, message, key=key, game=row.code, lane=f"word {row.host}")


async def save_dm_channel(service: GameService, user_id: int, channel_id: int) -> None:
    """Store the id of a user's DM channel."""
    async with service.store.write() as tx:
        await db.users.update(tx, user_id, door=channel_id)


async def record_message(
    service: GameService,
    snapshot: GameSnapshot,
    sent: SentMessage,
    kind: str,
    *,
    ply: int | None = None,
    post: db.Post | None = None,
) -> None:
    """Store a message of a game by its kind, and settle the post that asked for it, if given."""
    async with service.store.write() as tx:
        await _save_message(tx, snapshot, sent, kind, ply=ply)
        if post is not None:
            await db.outbox.mark_delivered(tx, post)


async def record_messages_gone(service: GameService, post: db.Post, message_ids: Iterable[int]) -> None:
    """Forget messages that were deleted or need no more edits, and settle the post."""
    async with service.store.write() as tx:
        await db.messages.delete(tx, *message_ids)
        await db.outbox.mark_delivered(tx, post)


async def record_lobby_removed(service: GameService, card: db.Message, cup: str) -> None:
    """Forget a deleted lobby card, and refresh the cup's card, which now links to the thread."""
    async with service.store.write() as tx:
        await db.messages.delete(tx, card.message)
        row = await db.cups.find(tx, cup)
        if row is not None:
            await cup_games.post_cup_card(tx, row)


async def record_thread(
    service: GameService, snapshot: GameSnapshot, thread: int | None, *, starts: bool = False
) -> GameSnapshot:
    """Store the thread of a game, or None if it is played in the channel. `starts` enqueues the hands."""
    async with service.store.write() as tx:
        current = await service.load(tx, snapshot.code)
        if thread is not None and current.row.thread is None:
            row = await db.games.update(tx, current.row, replace(current.row, thread=thread))
            current = replace(current, row=row)
        if starts:
            await db.outbox.enqueue(tx, *outbox_messages.hand_posts(current.row, current.seats))
        return current


async def record_card_posted(
    service: GameService, snapshot: GameSnapshot, notifications: Sequence[Notification], sent: SentMessage
) -> None:
    """Store a new turn card and mark the players it notifies.

    The post is settled by `record_cards_retired`, after the buttons of older cards have been removed.
    """
    async with service.store.write() as tx:
        live = not snapshot.is_over
        for each in (*sent.others, sent):
            await _save_message(tx, snapshot, each, "card", ply=snapshot.row.ply, live=live)
        if not sent.message_id:
            await db.messages.set_lacking(tx, snapshot.code, "card", sent.missing_permission)
        elif snapshot.is_private:
            await _set_private_dms_closed(tx, snapshot, closed=False)
        await turn_notifications.mark_notified(tx, snapshot, notifications)


async def record_card_edited(
    service: GameService, snapshot: GameSnapshot, notifications: Sequence[Notification], card: db.Message
) -> None:
    """Store that a card now shows what happened since its last handover, and that nobody need be notified."""
    async with service.store.write() as tx:
        since = card.ply or snapshot.row.begins
        await db.messages.set_shown(tx, card.message, since=since, ply=snapshot.row.ply)
        await turn_notifications.mark_notified(tx, snapshot, notifications)


async def record_card_found(
    service: GameService, snapshot: GameSnapshot, sent: SentMessage, ply: int
) -> None:
    """Store a card that was sent earlier, but not recorded, with its buttons: the next card retires it."""
    if sent.message_id:
        async with service.store.write() as tx:
            await _save_message(tx, snapshot, sent, "card", ply=ply, live=True)


async def record_private_card_refused(service: GameService, post: db.Post, snapshot: GameSnapshot) -> None:
    """Mark the player's DMs as closed, and settle the post: the panel goes on without the card."""
    async with service.store.write() as tx:
        await _set_private_dms_closed(tx, snapshot, closed=True)
        await db.outbox.mark_delivered(tx, post)


async def record_cards_retired(service: GameService, post: db.Post, cards: Sequence[db.Message]) -> None:
    """Mark old cards as without buttons, and settle the post of the card that replaced them."""
    async with service.store.write() as tx:
        await db.messages.clear_live(tx, *(card.message for card in cards))
        await db.outbox.mark_delivered(tx, post)


async def record_hand_posted(
    service: GameService,
    post: db.Post,
    snapshot: GameSnapshot,
    seat: Seat,
    replaced: Sequence[db.Message],
    sent: SentMessage,
    fingerprint: str,
) -> None:
    """Store a hand sent to its player in place of earlier messages. `fingerprint` identifies its picture."""
    async with service.store.write() as tx:
        user = snapshot.users[seat]
        sent = replace(sent, user_id=user.id)
        await _save_message(tx, snapshot, sent, "hand", seat=seat, ply=snapshot.row.ply)
        await db.messages.set_picture(tx, sent.message_id, fingerprint)
        if replaced:
            await db.messages.delete(tx, *(each.message for each in replaced))
        await _set_dms_closed(tx, user, closed=False)
        await db.outbox.mark_delivered(tx, post)


async def record_hand_edited(
    service: GameService, post: db.Post, message: db.Message, fingerprint: str
) -> None:
    async with service.store.write() as tx:
        await db.messages.set_picture(tx, message.message, fingerprint)
        await db.outbox.mark_delivered(tx, post)


async def record_hand_refused(
    service: GameService, post: db.Post, snapshot: GameSnapshot, seat: Seat
) -> None:
    """Mark the player's DMs as closed, and refresh the card, which then points to the hand button."""
    async with service.store.write() as tx:
        await _set_dms_closed(tx, snapshot.users[seat], closed=True)
        refresh = outbox_messages.RefreshCard(ply=snapshot.row.ply)
        await outbox_messages.post(tx, refresh, key=f"{post.key} closed", game=snapshot.code)
        await db.outbox.mark_delivered(tx, post)


async def _save_message(
    tx: db.Transaction,
    snapshot: GameSnapshot,
    sent: SentMessage,
    kind: str,
    *,
    seat: Seat | None = None,
    ply: int | None = None,
    live: bool = False,
) -> None:
    if not sent.message_id:
        return
    await db.messages.upsert(
        tx,
        db.Message(
            message=sent.message_id,
            channel=sent.channel_id,
            game=snapshot.code,
            kind=kind,
            seat=seat,
            person=sent.user_id,
            ply=ply,
            classic=sent.classic,
            live=live,
            lacking=sent.missing_permission,
            files=sent.files,
        ),
    )


async def defer_notification(
    service: GameService, notification: outbox_messages.TurnNotification, not_before: int
) -> None:
    """Enqueue a notification again, because the user is asleep or away until `not_before` (ms)."""
    async with service.store.write() as tx:
        await turn_notifications.notify_of_all_games(
            tx,
            notification.person,
            (notification.way,),
            "turn",
            cause=notification.cause or notification.game,
            not_before=not_before,
        )


async def fall_back_to_thread(
    service: GameService, post: db.Post, notification: outbox_messages.TurnNotification
) -> None:
    """Mark the user's DMs as closed, and notify in the thread instead."""
    async with service.store.write() as tx:
        await _set_dms_closed(tx, await db.users.get(tx, notification.person), closed=True)
        user_id, reason = notification.person, notification.why
        if notification.cause is not None:
            await turn_notifications.notify_of_all_games(
                tx, user_id, ("thread",), reason, cause=notification.cause
            )
        else:
            key = f"{post.key} closed"
            await turn_notifications.notify(tx, user_id, ("thread",), reason, key=key, game=notification.game)
        await db.outbox.mark_delivered(tx, post)


async def mark_all_delivered(service: GameService, posts: Sequence[db.Post]) -> None:
    """Settle posts of one lane that were sent as one message."""
    async with service.store.write() as tx:
        for post in posts:
            await db.outbox.mark_delivered(tx, post)


async def defer_mentions(
    service: GameService, post: db.Post, snapshot: GameSnapshot, notice: outbox_messages.Notice
) -> list[int]:
    """Decide which mentions of a notice ping now. Returns those users.

    Users who sleep get the notice again when they wake. On a quiet server all get it by direct message.
    """
    if not notice.mentions:
        return []
    reachable_from = await turn_notifications.next_reachable_times(service.store, notice.mentions)
    quiet, now = turn_notifications.is_quiet(snapshot), service.now()
    if quiet or any(at > now for at in reachable_from.values()):
        async with service.store.write() as tx:
            for user_id, at in reachable_from.items():
                await _repost_notice(tx, post, snapshot, notice, user_id, at, quiet=quiet)
    return [] if quiet else [user_id for user_id, at in reachable_from.items() if at <= now]


async def _repost_notice(
    tx: db.Transaction,
    post: db.Post,
    snapshot: GameSnapshot,
    notice: outbox_messages.Notice,
    user_id: int,
    not_before: int,
    *,
    quiet: bool,
) -> None:
    if quiet:
        copy = notice.model_copy(update={"mentions": ()})
        key = f"{post.key} quiet"
        await outbox_messages.post_private_notice(
            tx, user_id, copy, key=key, game=snapshot.code, not_before=not_before
        )
    elif tx.now < not_before <= tx.now + DAY:  # after more than a day the notice would only confuse
        copy = notice.model_copy(update={"mentions": (user_id,)})
        key = f"{post.key} awake {user_id} {not_before}"
        await outbox_messages.post(tx, copy, key=key, lane=key, game=snapshot.code, not_before=not_before)


async def announce_left_server(service: GameService, snapshot: GameSnapshot, user_id: int) -> None:
    """Post a notice, once, that a player has left the game's server."""
    seat = snapshot.seat_of(user_id)
    assert seat is not None
    others = tuple(snapshot.user_ids_at([other for other in snapshot.seats if other != seat]))
    notice = outbox_messages.Notice(code="left_server", values={"seat": seat}, mentions=others)
    async with service.store.write() as tx:
        await outbox_messages.post_notice(tx, snapshot.code, notice, key=f"left {user_id}")


async def _set_dms_closed(tx: db.Transaction, user: db.User, *, closed: bool) -> None:
    if user.preferences.dms_closed != closed:
        await db.users.update_preferences(tx, user.id, dms_closed=closed)


async def _set_private_dms_closed(tx: db.Transaction, snapshot: GameSnapshot, *, closed: bool) -> None:
    """Store for the player of a private game whether its channel, their DMs, is closed."""
    for seat in snapshot.seats:
        if seat not in snapshot.opponent_seats:
            await _set_dms_closed(tx, snapshot.users[seat], closed=closed)
