"""Turn notifications: one per player and turn owed, by the channels the player chose, outside sleep hours."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

import db
from bot.play.core import Availability, GameService, GameSnapshot, availability_of, outbox_messages, timers
from bot.play.core.availability import availability_at
from bot.play.core.outbox_messages import NotificationChannel, Reason
from bot.play.core.snapshot import is_owing
from bot.play.planning import conditional_moves
from db.clock import MINUTE
from rules.game import AnyGame, Seat

CHANNELS_BY_SETTING: dict[str, tuple[NotificationChannel, ...]] = {
    "thread": ("thread",),
    "dm": ("dm",),
    "both": ("thread", "dm"),
}
"""Notification channels by the value of the user's `tell` preference."""
JUST_ACTED_MS = MINUTE
MAX_LOOKAHEAD_STEPS = 60


@dataclass(frozen=True, slots=True)
class Notification:
    """How one player is notified of one owed move: by a mention on the card, or by own posts.

    The move has been owed since `since`. `not_before` (ms) delays the posts until the user is reachable.
    """

    seat: Seat
    user_id: int
    since: int
    mention: bool = False
    channels: tuple[NotificationChannel, ...] = ()
    not_before: int | None = None


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game in which a user owes a move, with the deadline (ms) and the number of reminders sent."""

    snapshot: GameSnapshot
    seat: Seat
    deadline: int | None
    reminded: int


async def pending_notifications(reads: db.Reads, snapshot: GameSnapshot) -> tuple[Notification, ...]:
    """Notifications of all players who owe a move and have not been notified of it."""
    unnotified = [
        player
        for player in snapshot.players
        if is_owing(snapshot.row, player) and player.told != player.owes_since and player.person is not None
    ]
    if not unnotified:
        return ()
    availability = await availability_at(reads, snapshot)
    prepared = await conditional_moves.due_plans(reads, snapshot)
    return tuple(
        _notification(reads.now, snapshot, player, availability, has_plan=player.seat in prepared)
        for player in unnotified
    )


def _notification(
    now: int,
    snapshot: GameSnapshot,
    player: db.Player,
    availability: dict[int | None, Availability],
    *,
    has_plan: bool,
) -> Notification:
    """A player with a plan for this turn is notified only if the move is still owed after autoplay."""
    user_id, since = player.person, player.owes_since
    assert user_id is not None
    assert since is not None
    if has_just_acted(player, now):
        return Notification(player.seat, user_id, since)
    channels = notification_channels(snapshot, player.seat)
    reachable_from = availability[user_id].next_reachable(
        now + timers.AUTOPLAY_SUMMARY_DELAY_MS if has_plan else now
    )
    if reachable_from > now:
        return Notification(player.seat, user_id, since, channels=channels, not_before=reachable_from)
    other_channels = tuple(channel for channel in channels if channel != "thread")
    return Notification(player.seat, user_id, since, mention="thread" in channels, channels=other_channels)


async def mark_notified(
    tx: db.Transaction, snapshot: GameSnapshot, notifications: Sequence[Notification]
) -> None:
    """Mark players as notified by a posted card, and enqueue the notifications it does not cover."""
    if not notifications:
        return
    changes: dict[Seat, db.PlayerChanges] = {each.seat: {"told": each.since} for each in notifications}
    await db.players.update(tx, snapshot.code, changes)
    for each in notifications:
        if each.not_before is not None:
            await notify_of_all_games(
                tx, each.user_id, each.channels, "turn", cause=snapshot.code, not_before=each.not_before
            )
        else:
            key = f"{snapshot.code} {each.since}"
            await notify(tx, each.user_id, each.channels, "turn", key=key, game=snapshot.code)
    await _notify_next(tx, snapshot)


async def notify(
    tx: db.Transaction,
    user_id: int,
    channels: Iterable[NotificationChannel],
    reason: Reason,
    *,
    key: str,
    game: str | None,
) -> None:
    """Enqueue a notification about one game. Notifications with the same key are deduplicated."""
    posts = []
    for channel in channels:
        post_key = f"call {user_id} {channel} {key}"
        message = outbox_messages.TurnNotification(person=user_id, way=channel, why=reason, game=game)
        posts.append(outbox_messages.new_post(message, key=post_key, game=game, lane=post_key))
    await db.outbox.enqueue(tx, *posts)


async def notify_of_all_games(
    tx: db.Transaction,
    user_id: int,
    channels: Iterable[NotificationChannel],
    reason: Reason,
    *,
    cause: str | None,
    not_before: int | None = None,
) -> None:
    """Enqueue a notification about all games waiting at the time of delivery, if `cause` is one of them.

    Those due in the same minute share a lane, and are sent as one message.
    """
    at, posts = tx.now if not_before is None else not_before, []
    for channel in channels:
        lane = f"call {user_id} {channel} {at // MINUTE}"
        message = outbox_messages.TurnNotification(person=user_id, way=channel, why=reason, cause=cause)
        key = lane if cause is None else f"{lane} {cause}"
        posts.append(outbox_messages.new_post(message, key=key, lane=lane, not_before=not_before or 0))
    await db.outbox.enqueue(tx, *posts)


async def pingable_users(reads: db.Reads, snapshot: GameSnapshot, user_ids: Sequence[int]) -> list[int]:
    """Users whom a mention may ping now: awake, not away, and not active in the game a moment ago."""
    if is_quiet(snapshot) or not user_ids:
        return []
    availability = await availability_at(reads, snapshot)
    return [
        user_id
        for user_id in user_ids
        if (seat := snapshot.seat_of(user_id)) is not None
        and availability[user_id].is_reachable(reads.now)
        and not has_just_acted(snapshot.players[seat], reads.now)
    ]


async def next_reachable_times(reads: db.Reads, user_ids: Sequence[int]) -> dict[int, int]:
    """The time (ms) from which each user may be notified: now, or when the user wakes or is back."""
    availability = await availability_of(reads, user_ids)
    return {user_id: availability[user_id].next_reachable(reads.now) for user_id in user_ids}


@dataclass(frozen=True, slots=True)
class ClockEnd:
    """When a running clock runs out (`at`), and how much time is on it `now` (`left_ms`).

    The clock stands still while its player sleeps or is away, so `left_ms` may be shorter. `zone` is the
    player's time zone, if known.
    """

    now: int
    at: int
    left_ms: int
    zone: ZoneInfo | None = None

    @classmethod
    def of(cls, now: int, deadline: int, availability: Availability) -> "ClockEnd":
        return cls(now, deadline, availability.elapsed(now, deadline), availability.zone)


async def clock_ends(reads: db.Reads, snapshot: GameSnapshot) -> dict[Seat, ClockEnd]:
    """The ends of a game's running clocks by seat, with sleep and absences included."""
    running = [
        (player, player.charged_to, player.bank)
        for player in snapshot.players
        if player.charged_to is not None and player.bank is not None
    ]
    if not running:
        return {}
    availability = await availability_at(reads, snapshot)
    by_seat = {player.seat: availability.get(player.person, Availability()) for player in snapshot.players}
    if any(not bank for _, _, bank in running):  # timed out: only the pending timer knows the deadline
        timeouts = await db.timers.list_of_kind(reads, timers.TIME_OUT, game=snapshot.code)
        deadlines = {timers.SeatTimer.model_validate(one.payload).seat: one.due for one in timeouts}
    else:
        deadlines = {
            player.seat: by_seat[player.seat].deadline(charged_to, bank)
            for player, charged_to, bank in running
        }
    return {seat: ClockEnd.of(reads.now, at, by_seat[seat]) for seat, at in deadlines.items()}


async def clock_end(reads: db.Reads, waiting: WaitingGame) -> ClockEnd | None:
    """The end of the clock that runs for a user in a game. None if it is untimed."""
    if waiting.deadline is None:
        return None
    person = waiting.snapshot.players[waiting.seat].person
    availability = (await availability_at(reads, waiting.snapshot)).get(person, Availability())
    return ClockEnd.of(reads.now, waiting.deadline, availability)


async def games_waiting_for(service: GameService, user_id: int) -> list[WaitingGame]:
    """Games in which the user owes a move, earliest deadline first, untimed games last."""
    store = service.store
    until = {
        timer.game: timer.due
        for timer in await db.timers.list_of_kind(store, timers.TIME_OUT, person=user_id)
    }
    owing = [player for player in await db.players.list_owing(store, user_id) if not player.has_caretaker]
    # Rows are ordered by the start of the turn, and the stable sort preserves that among equals.
    owing.sort(key=lambda player: (player.game not in until, until.get(player.game, 0)))
    return [
        WaitingGame(await service.snapshot(player.game), player.seat, until.get(player.game), player.reminded)
        for player in owing
    ]


async def awaits_autoplay(reads: db.Reads, waiting: WaitingGame) -> bool:
    """True if a prepared turn or a standing order of the player is due, and has not been played yet."""
    key = timers.seat_key(timers.AUTOPLAY, waiting.snapshot.code, waiting.seat)
    timer = await db.timers.find(reads, key)
    return timer is not None and timer.due <= reads.now


def has_just_acted(player: db.Player, now: int) -> bool:
    return player.acted is not None and now - player.acted < JUST_ACTED_MS


def is_quiet(snapshot: GameSnapshot) -> bool:
    """True if the server forbids pings."""
    return snapshot.server is not None and snapshot.server.settings.quiet


def notification_channels(snapshot: GameSnapshot, seat: Seat) -> tuple[NotificationChannel, ...]:
    """Channels for notifications about a game: the player's choice, or only DMs on a quiet server.

    The thread of a private game is the DM channel itself.
    """
    if snapshot.is_private:
        return ("thread",)
    return ("dm",) if is_quiet(snapshot) else CHANNELS_BY_SETTING[snapshot.users[seat].preferences.tell]


async def _notify_next(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """Notify the player whose turn comes next, if that player has asked for it."""
    owing = snapshot.owing_seats()
    interested = {
        player.seat for player in snapshot.active_players() if snapshot.users[player.seat].preferences.next
    }
    if len(snapshot.players) < 3 or len(owing) != 1 or not interested:
        return
    seat = seat_after(snapshot.game, snapshot.state, *owing)
    if seat is None or seat not in interested:
        return
    player = snapshot.players[seat]
    assert player.person is not None
    availability = (await availability_at(tx, snapshot))[player.person]
    if availability.is_reachable(tx.now) and not has_just_acted(player, tx.now):
        channels = notification_channels(snapshot, seat)
        key = f"next {snapshot.code} {snapshot.row.ply}"
        await notify(tx, player.person, channels, "next", key=key, game=snapshot.code)


def seat_after(game: AnyGame, state: Any, seat: Seat) -> Seat | None:
    """The seat that acts after `seat`, from public information only. None if that is not certain.

    Plays on from a determinization of the spectator's view, always with the last legal move, which tends to
    end the turn.
    """
    state = game.reshuffle(state, None, b"who is next")
    for _ in range(MAX_LOOKAHEAD_STEPS):
        acting = game.to_act(state)
        if seat not in acting:
            return next(iter(acting)) if len(acting) == 1 else None
        state = game.apply(state, seat, game.legal(state, seat)[-1]).state
    return None
