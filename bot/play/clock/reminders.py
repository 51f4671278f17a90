"""Reminders of owed moves: schedule, delivery, snooze and stop."""

from dataclasses import replace

import db
from bot.play.clock import away_days
from bot.play.core import Availability, GameService, GameSnapshot, availability_of, lessons, timers
from bot.play.core.availability import availability_at
from bot.play.core.snapshot import is_owing
from bot.play.notify.turn_notifications import notification_channels, notify, notify_of_all_games
from db.clock import DAY, HOUR

OVERDUE_AFTER_MS = 120 * HOUR  # Then the table votes on what to do.
REMIND_AT_PERCENT = (50, 80)  # Of the player's time; further reminders are daily.
MAX_REMINDERS = 5
ASK_ABOUT_AWAY_DAYS_AT = 2  # With this reminder, while there is time to answer.


def next_reminder(
    availability: Availability, *, owed_since: int, total_ms: int, sent: int, now: int
) -> int | None:
    """Time of the next reminder after `sent` earlier ones. Returns None if there were enough.

    `total_ms` is the time the player had for the move at `owed_since`.
    """
    if sent >= MAX_REMINDERS:
        return None
    due = (
        availability.deadline(owed_since, total_ms * REMIND_AT_PERCENT[sent] // 100)
        if sent < len(REMIND_AT_PERCENT)
        else now + DAY
    )
    return availability.next_reachable(max(due, now))


def next_reminder_timers(
    tx: db.Transaction, player: db.Player, availability: Availability, *, snoozed: int = 0
) -> list[db.NewTimer]:
    """The timer of a seat's next reminder, as a list of at most one."""
    since, total_ms = player.owes_since, OVERDUE_AFTER_MS
    assert since is not None
    if player.bank is not None and player.charged_to is not None:
        total_ms = player.bank + availability.elapsed(since, player.charged_to)
    due = next_reminder(availability, owed_since=since, total_ms=total_ms, sent=player.reminded, now=tx.now)
    if due is None:
        return []
    return [timers.seat_timer(timers.REMIND, player, max(due, snoozed), snoozed=snoozed)]


async def stop_reminders(service: GameService, user_id: int, code: str | None) -> int:
    """Stop reminders until the next turn, in one game or in all. Returns the number of games."""
    async with service.transaction() as tx:
        owing = await _owing_players(tx, user_id, code)
        for player in owing:
            await db.players.update(tx, player.game, {player.seat: {"reminded": MAX_REMINDERS}})
        keys = [timers.seat_key(timers.REMIND, player.game, player.seat) for player in owing]
        await db.timers.cancel(tx, keys=keys)
        return len(owing)


async def snooze(service: GameService, user_id: int, code: str | None) -> int | None:
    """Delay the next reminder by a day, in one game or in all.

    Returns its time (ms), or None if the user owes no move.
    """
    async with service.transaction() as tx:
        owing = await _owing_players(tx, user_id, code)
        if not owing:
            return None
        availability = (await availability_of(tx, (user_id,)))[user_id]
        until = availability.next_reachable(tx.now + DAY)
        due = [
            timers.seat_timer(timers.REMIND, player, until, snoozed=until)
            for player in owing
            if player.reminded < MAX_REMINDERS
        ]
        await db.timers.schedule(tx, *due)
        return until


async def _owing_players(tx: db.Transaction, user_id: int, code: str | None) -> list[db.Player]:
    return [player for player in await db.players.list_owing(tx, user_id) if code in (None, player.game)]


async def send_reminder(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: notify a player who still owes the move, and schedule the next reminder."""
    found = await _load_if_reachable(service, tx, timer)
    if found is None:
        return
    snapshot, player, user_id, availability = found
    player = replace(player, reminded=player.reminded + 1)
    await db.players.update(tx, snapshot.code, {player.seat: {"reminded": player.reminded}})
    channels = notification_channels(snapshot, player.seat)
    await notify_of_all_games(tx, user_id, channels, "reminder", cause=snapshot.code)
    if player.reminded == ASK_ABOUT_AWAY_DAYS_AT:
        await away_days.ask_before_first(tx, snapshot, player.seat)
    await db.timers.schedule(tx, *next_reminder_timers(tx, player, availability))


async def ask_if_turn_ended(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: notify a player who has made part of a turn and then stopped."""
    found = await _load_if_reachable(service, tx, timer)
    if found is None:
        return
    snapshot, player, user_id, _ = found
    since = player.owes_since
    assert since is not None
    for entry in await db.entries.read_effective_log(tx, snapshot.code):
        own = entry.kind == "move" and entry.seat == player.seat and entry.interaction_id is not None
        if own and entry.at >= since:
            channels = notification_channels(snapshot, player.seat)
            key = f"{timers.UNENDED_TURN} {snapshot.code} {since}"
            await notify(tx, user_id, channels, "unended", key=key, game=snapshot.code)
            return


async def _load_if_reachable(
    service: GameService, tx: db.Transaction, timer: db.Timer
) -> tuple[GameSnapshot, db.Player, int, Availability] | None:
    """Load the game, player, user id and availability for a seat timer, if the same move is still owed.

    If the user sleeps or is away, sets the timer again for later and returns None. A lesson waits silently.
    """
    found = await load_if_still_owing(service, tx, timer)
    if found is None or (user_id := found[1].person) is None:
        return None
    snapshot, player = found
    if await lessons.find_progress(tx, snapshot) is not None:
        return None
    availability = (await availability_at(tx, snapshot))[user_id]
    reachable_from = availability.next_reachable(tx.now)
    if reachable_from > tx.now:
        await db.timers.schedule(tx, timers.seat_timer(timer.kind, player, reachable_from))
        return None
    return snapshot, player, user_id, availability


async def load_if_still_owing(
    service: GameService, tx: db.Transaction, timer: db.Timer
) -> tuple[GameSnapshot, db.Player] | None:
    """Load a seat timer's game and player. Returns None unless the same move is still owed."""
    assert timer.game is not None
    snapshot = await service.load(tx, timer.game)
    owed = timers.SeatTimer.model_validate(timer.payload)
    player = snapshot.players[owed.seat]
    if is_owing(snapshot.row, player) and player.owes_since == owed.since:
        return snapshot, player
    return None
