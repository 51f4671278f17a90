"""Outbox messages: one pydantic model per kind, enqueued in the transaction that causes them.

The chat delivers them after the commit, at least once. Posts with the same key are deduplicated.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from pydantic import ConfigDict

import db
from bot.play.core.snapshot import GameSnapshot
from rules.game import FrozenModel, Seat

NotificationChannel = Literal["thread", "dm"]
Reason = Literal["turn", "reminder", "unended", "next"]


class OutboxMessage(FrozenModel):
    """Payload of an outbox post. `kind` is stored with it and selects the model and the delivery.

    Lower priorities go first: notifications, notices, edits, hands, then what closes a game or season.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    kind: ClassVar[str]
    priority: ClassVar[int]

    def __init_subclass__(cls, kind: str, priority: int = 1) -> None:
        cls.kind, cls.priority = kind, priority


class TurnCard(OutboxMessage, kind="card", priority=0):
    """Post a new turn card, or the final one. It shows the game at the time of delivery."""

    ply: int


class RefreshCard(OutboxMessage, kind="refresh", priority=2):
    """Edit the latest turn card. With `quietly` set it is never replaced by a new message."""

    ply: int
    quietly: bool = False


class Hand(OutboxMessage, kind="hand", priority=3):
    """Send or edit a player's hand by direct message."""

    seat: Seat
    ply: int


class LobbyCard(OutboxMessage, kind="lobby"):
    """Post or edit the lobby card, which later shows how the game ended."""


class ForumTags(OutboxMessage, kind="forum_tags", priority=2):
    """Set the tags of a game's post in a forum by its state."""


class OpenThread(OutboxMessage, kind="opening"):
    """Open the thread of a game that starts."""


class ChannelSetup(OutboxMessage, kind="place"):
    """Set a relocated game up in its new channel: the lobby card, and a thread once it has started."""


class LeaveChannel(OutboxMessage, kind="departed"):
    """Retire a relocated game's messages: remove their buttons and link to the new channel.

    `word` is the old channel in which to post a notice about it, or None for no notice.
    """

    word: int | None = None


class Invitation(OutboxMessage, kind="invitation"):
    """Send or edit an invitation to a table by direct message."""

    person: int


class TableFull(OutboxMessage, kind="table_full"):
    """Notify the host that the table is full, or that all invited users have answered."""

    person: int


class RolePing(OutboxMessage, kind="role_called"):
    """Ping the server's role for new tables."""


class OpenDm(OutboxMessage, kind="door"):
    """Open the DM channel of a user who has just joined, before anything is sent to it."""

    person: int


class Notice(OutboxMessage, kind="notice"):
    """Post a short text in the game's thread, by its code. Only users in `mentions` are pinged."""

    code: str
    values: Mapping[str, str | int] = {}
    mentions: tuple[int, ...] = ()


class PrivateNotice(OutboxMessage, kind="private_notice"):
    """Send a notice to one user by direct message."""

    person: int
    notice: Notice


class VoteCard(OutboxMessage, kind="vote"):
    """Post or edit the card of a vote, with the answers so far."""

    vote: int


class TurnNotification(OutboxMessage, kind="call", priority=0):
    """Notify a user who owes a move: in one game, or in all games waiting at the time of delivery.

    The latter is only sent if the game in `cause` still waits. Posts of one lane are sent as one message.
    """

    person: int
    way: NotificationChannel
    why: Reason
    game: str | None = None
    cause: str | None = None


class Saga(OutboxMessage, kind="saga", priority=4):
    """Post the saga of a finished game."""


class CoachReview(OutboxMessage, kind="review"):
    """Post the coach's review of a finished game."""


class Cleanup(OutboxMessage, kind="tidy", priority=2):
    """Delete obsolete messages, or strip their buttons."""

    messages: tuple[int, ...]


class PermissionRecovery(OutboxMessage, kind="mend", priority=2):
    """Retry without fallback what was sent in a lesser form because a permission was missing."""


class PermissionMissing(OutboxMessage, kind="right_missing"):
    """Notify the host by direct message that Skald lacks a permission in a channel."""

    person: int
    right: str
    place: int


class SeasonOver(OutboxMessage, kind="season", priority=4):
    """Post the podium of a server's season."""

    server: int
    start: int


class CupCard(OutboxMessage, kind="cup", priority=4):
    """Post or edit the table of a cup."""

    cup: str


class CupOver(OutboxMessage, kind="cup_over", priority=4):
    """Post the podium of a cup."""

    cup: str


class LadderChallengeCard(OutboxMessage, kind="ladder_challenge"):
    """Post a challenge on a ladder, or edit its message when it is closed."""

    challenge: int


class ChallengeCard(OutboxMessage, kind="challenge", priority=4):
    """Post the challenge to do better from a position, or edit its card."""

    challenge: str


class VoyageOver(OutboxMessage, kind="voyage", priority=4):
    """Post the results of a week's voyage on a server that took part."""

    week: int
    server: int


class ScheduledEventUpdate(OutboxMessage, kind="scheduled_event", priority=4):
    """Create, edit or cancel a scheduled event of a server, as its subject needs now."""

    server: int
    subject: str


class DailyPositionCard(OutboxMessage, kind="daily_position"):
    """Post the position of a day on a server."""

    server: int
    day: int


class DailyPositionResult(OutboxMessage, kind="daily_result"):
    """Show the answers to the position of a past day on its card."""

    server: int
    day: int


class DailyDigest(OutboxMessage, kind="day"):
    """Send a user's digest by direct message: games that wait, and events since the last one."""

    person: int
    since: int


class WeeklyDigest(OutboxMessage, kind="week"):
    """Post the digest of a week on a server."""

    server: int
    since: int
    until: int


MESSAGES_BY_KIND: Mapping[str, type[OutboxMessage]] = {
    model.kind: model for model in OutboxMessage.__subclasses__()
}


def parse(post: db.Post) -> OutboxMessage:
    """Validate a stored payload. Raises ValueError if its kind is unknown or a field is missing."""
    model = MESSAGES_BY_KIND.get(post.kind)
    if model is None:
        raise ValueError(f"unknown outbox message kind {post.kind!r}")
    return model.model_validate(post.payload)


def new_post(
    message: OutboxMessage, *, key: str, game: str | None = None, lane: str | None = None, not_before: int = 0
) -> db.NewPost:
    """Build a post for the outbox. A second post with the same key is dropped."""
    payload = message.model_dump(mode="json")
    return db.NewPost(message.kind, payload, key, game=game, lane=lane, not_before=not_before)


async def post(
    tx: db.Transaction,
    message: OutboxMessage,
    *,
    key: str,
    game: str | None = None,
    lane: str | None = None,
    not_before: int = 0,
) -> None:
    """Enqueue one message, once per key, to be delivered no earlier than `not_before` (ms)."""
    await db.outbox.enqueue(tx, new_post(message, key=key, game=game, lane=lane, not_before=not_before))


def game_post(row: db.Game, message: OutboxMessage) -> db.NewPost:
    """Build a post about a game, deduplicated per version of the game and kind of message."""
    return new_post(message, key=f"{row.code} {row.version} {message.kind}", game=row.code)


def hand_posts(row: db.Game, seats: Iterable[Seat]) -> list[db.NewPost]:
    """Build the posts of these hands. Each has its own lane, so that a closed DM delays no other."""
    return [
        new_post(
            Hand(seat=seat, ply=row.ply),
            key=f"{row.code} {row.version} hand {seat}",
            game=row.code,
            lane=f"hand {row.code} {seat}",
        )
        for seat in sorted(seats)
    ]


async def post_notice(tx: db.Transaction, game: str, notice: Notice, *, key: str) -> None:
    """Enqueue a notice for the game's thread. It is posted once per key."""
    await post(tx, notice, key=f"{game} {key}", game=game)


async def post_private_notice(
    tx: db.Transaction, user_id: int, notice: Notice, *, key: str, game: str, not_before: int = 0
) -> None:
    """Enqueue a notice to one user. It is sent once per key, no earlier than `not_before` (ms)."""
    message = PrivateNotice(person=user_id, notice=notice)
    key, lane = f"{game} {key} to {user_id}", f"word {user_id}"
    await post(tx, message, key=key, game=game, lane=lane, not_before=not_before)


async def request_dm_channel(tx: db.Transaction, user_id: int) -> None:
    """Open a user's DM channel ahead of time, unless it is known.

    Discord limits how fast new DMs may be opened, and a starting game needs one per player at once.
    """
    if (await db.users.get(tx, user_id)).door is None:
        key = f"door {db.hash_text(str(user_id))[:12]}"  # erased users must not be identifiable by the key
        await post(tx, OpenDm(person=user_id), key=key, lane=key)


async def post_notice_to_players(
    tx: db.Transaction, snapshot: GameSnapshot, notice: Notice, *, key: str
) -> None:
    for user_id in snapshot.user_ids_at(snapshot.seats):
        await post_private_notice(tx, user_id, notice, key=key, game=snapshot.code)
