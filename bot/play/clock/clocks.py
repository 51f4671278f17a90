"""The seats' clocks: wound in the transaction of whatever changes who owes a move, or how somebody lives.

A clock runs exactly while `charged_to` says from when; where nothing is timed it has no bank.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import db
from bot.play.clock import reminders
from bot.play.core import outbox_messages, timers
from bot.play.core.availability import Habits, habits_at, habits_of
from bot.play.core.game_log import GameLog
from bot.play.core.pace import PACES, at_start, earned, pace_of
from bot.play.core.snapshot import GameSnapshot, is_owing
from bot.play.notify import cleanup
from db.clock import MINUTE
from rules.game import Seat

FORGETFUL_AFTER = 10 * MINUTE
PAID = 0
"""Stands for the entry of a turn that was paid for and then taken back: to end it again earns nothing."""


async def wind(
    tx: db.Transaction, log: GameLog, also: Sequence[db.NewTimer] = (), *, without: Sequence[str] = ()
) -> GameSnapshot:
    """Stop and start clocks by who owes a move after these entries; set and drop other timers with theirs."""
    snapshot = log.snapshot
    owing = snapshot.owing()
    players = [_noted(tx, log, player, owes=player.seat in owing) for player in snapshot.players]
    turning = {player.seat for player in players if _turns(snapshot.row, player)}
    habits = await habits_at(tx, snapshot) if turning else {}
    due = list(also)
    for seat in turning:
        player, lives = players[seat], habits.get(players[seat].person, Habits())
        if player.charged_to is not None:
            pays = log.back_to is None and seat in log.moved
            player = _stopped(tx, snapshot.row, player, lives, pays=pays)
        if is_owing(snapshot.row, player):
            player = _started(tx, snapshot, player)
            due += _all_that_may_come(tx, player, lives)
        players[seat] = player
    for player in players:
        if player.seat not in turning and player.charged_to is not None and player.seat in log.moved:
            due.append(timers.of_seat(timers.UNENDED, player, tx.now + FORGETFUL_AFTER))
    await _write(tx, snapshot, players)
    if gone := [*timers.seat_keys(snapshot.code, sorted(turning)), *without]:
        await db.timers.cancel(tx, keys=gone)
    if due:
        await db.timers.set(tx, *due)
    snapshot = replace(snapshot, players=tuple(players))
    await cleanup.sweep(tx, snapshot)
    return snapshot


async def give_all_time(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat) -> None:
    """Somebody else sits there now and has all their time; to be wound afterwards."""
    fresh: db.PlayerChanges = {"bank": None, "charged_to": None, "credited": None, "reminded": 0}
    await db.players.update(tx, snapshot.code, {seat: fresh})
    await db.timers.cancel(tx, keys=timers.seat_keys(snapshot.code, (seat,)))


async def live_otherwise(tx: db.Transaction, person: int, change: Callable[[], Awaitable[object]]) -> None:
    """Change how somebody lives: their clocks are charged up to now by the old ways, then go by the new."""
    old = (await habits_of(tx, (person,)))[person]
    owing = [
        replace(player, bank=left(player, old, tx.now), charged_to=tx.now)
        for player in await db.players.owing_of(tx, person)
        if player.charged_to is not None
    ]
    for player in owing:
        charged: db.PlayerChanges = {"bank": player.bank, "charged_to": player.charged_to}
        await db.players.update(tx, player.game, {player.seat: charged})
    await change()
    new = (await habits_of(tx, (person,)))[person]
    for player in owing:
        row = await db.games.find(tx, player.game)
        assert row is not None
        kept = await db.timers.find(tx, timers.seat_key(timers.REMIND, player.game, player.seat))
        snoozed = timers.OfSeat.model_validate(kept.payload).snoozed if kept is not None else 0
        await db.timers.set(tx, *_all_that_may_come(tx, player, new, snoozed=snoozed))
        refresh = outbox_messages.Refresh(ply=row.ply, quietly=True)
        key = f"{row.code} {row.version} clocks {player.seat} {tx.now}"
        await db.outbox.add(tx, outbox_messages.post(refresh, key=key, game=row.code))


def left(player: db.Player, habits: Habits, now: int) -> int | None:
    """What is on a clock now."""
    if player.bank is None or player.charged_to is None:
        return player.bank
    return max(0, player.bank - habits.counted(player.charged_to, now))


def _noted(tx: db.Transaction, log: GameLog, player: db.Player, *, owes: bool) -> db.Player:
    """A seat with what these entries say of it."""
    since = player.owes_since if player.seat not in log.rested else None
    acted = tx.now if player.seat == log.acted else player.acted
    credited = player.credited
    if log.back_to is not None and credited is not None and credited > log.back_to:
        credited = PAID
    return replace(player, owes_since=(since or tx.now) if owes else None, acted=acted, credited=credited)


def _turns(row: db.Game, player: db.Player) -> bool:
    """Whether a clock must be stopped or started, or stopped and started again for another turn."""
    if not is_owing(row, player):
        return player.charged_to is not None
    assert player.owes_since is not None
    return player.charged_to is None or player.owes_since > player.charged_to


def _stopped(tx: db.Transaction, row: db.Game, player: db.Player, habits: Habits, *, pays: bool) -> db.Player:
    bank, credited = left(player, habits, tx.now), player.credited
    if pays and bank is not None:
        if credited != PAID:
            bank = earned(PACES[row.pace], bank, first=credited is None)
        credited = row.ply
    return replace(player, bank=bank, charged_to=None, credited=credited, reminded=0)


def _started(tx: db.Transaction, snapshot: GameSnapshot, player: db.Player) -> db.Player:
    pace = pace_of(snapshot.row, len(snapshot.players))
    bank = None if pace is None else at_start(pace, player.bank)
    # Who comes back to a seat, or takes it, owes a move from now on, not since it was left.
    return replace(player, bank=bank, charged_to=tx.now, owes_since=tx.now, reminded=0)


def _all_that_may_come(
    tx: db.Transaction, player: db.Player, habits: Habits, *, snoozed: int = 0
) -> list[db.NewTimer]:
    """The timers for all that may come to pass if this seat goes on owing its move."""
    since, charged_to = player.owes_since, player.charged_to
    assert since is not None
    assert charged_to is not None
    due = []
    if player.bank:  # else it has run out already, and what follows from that is under way
        due.append(timers.of_seat(timers.TIME_OUT, player, habits.runs_out(charged_to, player.bank)))
    overdue = max(tx.now, habits.runs_out_though_asleep(since, reminders.OVERDUE))
    due.append(timers.of_seat(timers.OVERDUE, player, overdue))
    return due + reminders.next_of(tx, player, habits, snoozed=snoozed)


async def _write(tx: db.Transaction, snapshot: GameSnapshot, players: Sequence[db.Player]) -> None:
    """All that changed about the seats, in one go."""
    changes: dict[Seat, db.PlayerChanges] = {
        player.seat: {
            "owes_since": player.owes_since,
            "bank": player.bank,
            "charged_to": player.charged_to,
            "credited": player.credited,
            "reminded": player.reminded,
            "acted": player.acted,
        }
        for player, before in zip(players, snapshot.players, strict=True)
        if player != before
    }
    if changes:
        await db.players.update(tx, snapshot.code, changes)
