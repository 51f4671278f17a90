"""Reminders: when they come, what they do, and what somebody answers to one."""

from dataclasses import replace

import db
from bot.play.core import timers
from bot.play.core.availability import Habits, habits_at, habits_of
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot, is_owing
from bot.play.notify.turn_notifications import call, ways_at
from db.clock import DAY, HOUR

OVERDUE = 120 * HOUR
"""After so long the whole table is asked what to do."""
SHARES = (50, 80)
"""At how many hundredths of the time the first reminders come; those after them come daily."""
REMINDERS = 5


def next_reminder(habits: Habits, *, since: int, whole: int, sent: int, now: int) -> int | None:
    """When to remind somebody who owes a move since then and had so much time in all."""
    if sent >= REMINDERS:
        return None
    due = habits.runs_out(since, whole * SHARES[sent] // 100) if sent < len(SHARES) else now + DAY
    return habits.free_from(max(due, now))


def next_of(tx: db.Transaction, player: db.Player, habits: Habits, *, snoozed: int = 0) -> list[db.NewTimer]:
    """The timer of a seat's next reminder, if there is one to come."""
    since, whole = player.owes_since, OVERDUE
    assert since is not None
    if player.bank is not None and player.charged_to is not None:
        whole = player.bank + habits.counted(since, player.charged_to)
    due = next_reminder(habits, since=since, whole=whole, sent=player.reminded, now=tx.now)
    if due is None:
        return []
    return [timers.of_seat(timers.REMIND, player, max(due, snoozed), snoozed=snoozed)]


async def quieten(service: GameService, person: int, code: str | None) -> int:
    """No more reminders until the next turn; says at how many tables."""
    async with service.change() as tx:
        owing = await _owing(tx, person, code)
        for player in owing:
            await db.players.update(tx, player.game, {player.seat: {"reminded": REMINDERS}})
        keys = [timers.seat_key(timers.REMIND, player.game, player.seat) for player in owing]
        await db.timers.cancel(tx, keys=keys)
        return len(owing)


async def snooze(service: GameService, person: int, code: str | None) -> int | None:
    """The next reminder comes a day from now; says when, or None where nothing is owed."""
    async with service.change() as tx:
        owing = await _owing(tx, person, code)
        if not owing:
            return None
        habits = (await habits_of(tx, (person,)))[person]
        until = habits.free_from(tx.now + DAY)
        due = [
            timers.of_seat(timers.REMIND, player, until, snoozed=until)
            for player in owing
            if player.reminded < REMINDERS
        ]
        if due:
            await db.timers.set(tx, *due)
        return until


async def _owing(tx: db.Transaction, person: int, code: str | None) -> list[db.Player]:
    return [player for player in await db.players.owing_of(tx, person) if code in (None, player.game)]


async def remind(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Call somebody who still owes the move, and set the next reminder."""
    found = await still_owing(service, tx, timer)
    if found is None or found[1].person is None:
        return
    snapshot, player = found
    person = player.person
    assert person is not None
    habits = (await habits_at(tx, snapshot))[person]
    if (free := habits.free_from(tx.now)) > tx.now:
        await db.timers.set(tx, timers.of_seat(timers.REMIND, player, free))
        return
    player = replace(player, reminded=player.reminded + 1)
    await db.players.update(tx, snapshot.code, {player.seat: {"reminded": player.reminded}})
    await call(tx, person, ways_at(snapshot, player.seat), "reminder")
    if following := next_of(tx, player, habits):
        await db.timers.set(tx, *following)


async def ask_whether_ended(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Somebody did a part of their turn and then nothing more."""
    found = await still_owing(service, tx, timer)
    if found is None or found[1].person is None:
        return
    snapshot, player = found
    since = player.owes_since
    assert player.person is not None
    assert since is not None
    acted = any(
        entry.seat == player.seat and entry.interaction_id is not None and entry.at >= since
        for entry in await db.entries.in_force(tx, snapshot.code)
        if entry.kind == "move"
    )
    if not acted:
        return
    habits = (await habits_at(tx, snapshot))[player.person]
    if (free := habits.free_from(tx.now)) > tx.now:
        await db.timers.set(tx, timers.of_seat(timers.UNENDED, player, free))
        return
    ways = ways_at(snapshot, player.seat)
    key = f"{timers.UNENDED} {snapshot.code} {since}"
    await call(tx, player.person, ways, "unended", key=key, game=snapshot.code)


async def still_owing(
    service: GameService, tx: db.Transaction, timer: db.Timer
) -> tuple[GameSnapshot, db.Player] | None:
    """The table and the seat of a timer, if that seat still owes the move for which it was set."""
    assert timer.game is not None
    snapshot = await service.load(tx, timer.game)
    owed = timers.OfSeat.model_validate(timer.payload)
    player = snapshot.players[owed.seat]
    if is_owing(snapshot.row, player) and player.owes_since == owed.since:
        return snapshot, player
    return None
