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
    """Payload of an outbox post. `kind` is stored with it and selects the model and the delivery."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    kind: ClassVar[str]


class TurnCard(OutboxMessage):
    """Post a new turn card, or the final one. It shows the game at the time of delivery."""

    kind = "card"
    ply: int


class RefreshCard(OutboxMessage):
    """Edit the latest turn card. With `quietly` set it is never replaced by a new message."""

    kind = "refresh"
    ply: int
    quietly: bool = False


class Hand(OutboxMessage):
    """Send or edit a player's hand by direct message."""

    kind = "hand"
    seat: Seat
    ply: int


class LobbyCard(OutboxMessage):
    """Post or edit the lobby card, which later shows how the game ended."""

    kind = "lobby"


class ForumTags(OutboxMessage):
    """Set the tags of a game's post in a forum by its state."""

    kind = "forum_tags"


class OpenThread(OutboxMessage):
    """Open the thread of a game that starts."""

    kind = "opening"


class ChannelSetup(OutboxMessage):
    """Set a relocated game up in its new channel: the lobby card, and a thread once it has started."""

    kind = "place"


class LeaveChannel(OutboxMessage):
    """Retire a relocated game's messages: remove their buttons and link to the new channel.

    `word` is the old channel in which to post a notice about it, or None for no notice.
    """

    kind = "departed"
    word: int | None = None


class Invitation(OutboxMessage):
    """Send or edit an invitation to a table by direct message."""

    kind = "invitation"
    person: int


class TableFull(OutboxMessage):
    """Notify the host that the table is full, or that all invited users have answered."""

    kind = "table_full"
    person: int


class RolePing(OutboxMessage):
    """Ping the server's role for new tables."""

    kind = "role_called"


class OpenDm(OutboxMessage):
    """Open the DM channel of a user who has just joined, before anything is sent to it."""

    kind = "door"
    person: int


class Notice(OutboxMessage):
    """Post a short text in the game's thread, by its code. Only users in `mentions` are pinged."""

    kind = "notice"
    code: str
    values: Mapping[str, str | int] = {}
    mentions: tuple[int, ...] = ()


class PrivateNotice(OutboxMessage):
    """Send a notice to one user by direct message."""

    kind = "private_notice"
    person: int
    notice: Notice


class VoteCard(OutboxMessage):
    """Post or edit the card of a vote, with the answers so far."""

    kind = "vote"
    vote: int


class TurnNotification(OutboxMessage):
    """Notify a user who owes a move: in one game, or in all games waiting at the time of delivery.

    The latter is only sent if the game in `cause` still waits. Posts of one lane are sent as one message.
    """

    kind = "call"
    person: int
    way: NotificationChannel
    why: Reason
    game: str | None = None
    cause: str | None = None


class Saga(OutboxMessage):
    """Post the saga of a finished game."""

    kind = "saga"


class CoachReview(OutboxMessage):
    """Post the coach's review of a finished game."""

    kind = "review"


class Cleanup(OutboxMessage):
    """Delete obsolete messages, or strip their buttons."""

    kind = "tidy"
    messages: tuple[int, ...]


class PermissionRecovery(OutboxMessage):
    """Retry without fallback what was sent in a lesser form because a permission was missing."""

    kind = "mend"


class PermissionMissing(OutboxMessage):
    """Notify the host by direct message that Skald lacks a permission in a channel."""

    kind = "right_missing"
    person: int
    right: str
    place: int


class SeasonOver(OutboxMessage):
    """Post the podium of a server's season."""

    kind = "season"
    server: int
    start: int


class CupCard(OutboxMessage):
    """Post or edit the table of a cup."""

    kind = "cup"
    cup: str


class CupOver(OutboxMessage):
    """Post the podium of a cup."""

    kind = "cup_over"
    cup: str


class LadderChallengeCard(OutboxMessage):
    """Post a challenge on a ladder, or edit its message when it is closed."""

    kind = "ladder_challenge"
    challenge: int


class ChallengeCard(OutboxMessage):
    """Post the challenge to do better from a position, or edit its card."""

    kind = "challenge"
    challenge: str


class VoyageOver(OutboxMessage):
    """Post the results of a week's voyage on a server that took part."""

    kind = "voyage"
    week: int
    server: int


class ScheduledEventUpdate(OutboxMessage):
    """Create, edit or cancel a scheduled event of a server, as its subject needs now."""

    kind = "scheduled_event"
    server: int
    subject: str


class DailyPositionCard(OutboxMessage):
    """Post the position of a day on a server."""

    kind = "daily_position"
    server: int
    day: int


class DailyPositionResult(OutboxMessage):
    """Show the answers to the position of a past day on its card."""

    kind = "daily_result"
    server: int
    day: int


class DailyDigest(OutboxMessage):
    """Send a user's digest by direct message: games that wait, and events since the last one."""

    kind = "day"
    person: int
    since: int


class WeeklyDigest(OutboxMessage):
    """Post the digest of a week on a server."""

    kind = "week"
    server: int
    since: int
    until: int


MESSAGES_BY_KIND: Mapping[str, type[OutboxMessage]] = {
    model.kind: model for model in OutboxMessage.__subclasses__()
}


def parse(post: db.Post) -> OutboxMessage:
    """Validate the payload of a stored post. Raises ValueError if its kind or fields are unknown."""
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
