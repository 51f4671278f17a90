"""Player clocks: updated in the transaction that changes who owes a move, or a player's availability.

A clock runs while `Player.charged_to` is set: time up to then is settled. Untimed players have no bank.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import db
from bot.play.clock import reminders
from bot.play.core import Availability, GameLog, GameSnapshot, availability_of, outbox_messages, timers
from bot.play.core.availability import availability_at
from bot.play.core.pace import PACES, bank_after_turn, bank_at_turn_start, pace_of
from bot.play.core.snapshot import is_owing
from bot.play.notify import cleanup
from db.clock import MINUTE
from rules.game import Seat

UNENDED_AFTER_MS = 10 * MINUTE
ALREADY_CREDITED = 0
"""Value of `Player.credited` after the undo of a credited turn: ending it again adds no increment."""


async def update_clocks(
    tx: db.Transaction,
    log: GameLog,
    extra_timers: Sequence[db.NewTimer] = (),
    *,
    cancel_keys: Sequence[str] = (),
) -> GameSnapshot:
    """Stop and start clocks according to who owes a move after the log's entries.

    Reschedules the timers of these seats, with `extra_timers` and without `cancel_keys`. Also schedules the
    cleanup of messages that are now obsolete. Returns the snapshot with updated players.
    """
    snapshot = log.snapshot
    owing = snapshot.owing_seats()
    players = [_with_log_applied(tx, log, player, owes=player.seat in owing) for player in snapshot.players]
    changed_seats = {player.seat for player in players if _must_change(snapshot.row, player)}
    availability = await availability_at(tx, snapshot) if changed_seats else {}
    due = list(extra_timers)
    for seat in changed_seats:
        player, player_availability = players[seat], availability.get(players[seat].person, Availability())
        if player.charged_to is not None:
            earns_increment = log.back_to is None and seat in log.moved_seats
            player = _with_clock_stopped(
                tx, snapshot.row, player, player_availability, earns_increment=earns_increment
            )
        if is_owing(snapshot.row, player):
            player = _with_clock_started(tx, snapshot, player)
            due += _timers_of(tx, player, player_availability)
        players[seat] = player
    for player in players:
        if (
            player.seat not in changed_seats
            and player.charged_to is not None
            and player.seat in log.moved_seats
        ):
            due.append(timers.seat_timer(timers.UNENDED_TURN, player, tx.now + UNENDED_AFTER_MS))
    await _save_players(tx, snapshot, players)
    if cancelled_keys := [*timers.seat_keys(snapshot.code, sorted(changed_seats)), *cancel_keys]:
        await db.timers.cancel(tx, keys=cancelled_keys)
    await db.timers.schedule(tx, *due)
    snapshot = replace(snapshot, players=tuple(players))
    await cleanup.schedule_cleanup(tx, snapshot)
    return snapshot


async def reset_clock(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat) -> None:
    """Give a seat a full clock for its new player. `update_clocks` must follow."""
    fresh: db.PlayerChanges = {"bank": None, "charged_to": None, "credited": None, "reminded": 0}
    await db.players.update(tx, snapshot.code, {seat: fresh})
    await db.timers.cancel(tx, keys=timers.seat_keys(snapshot.code, (seat,)))


async def change_availability(
    tx: db.Transaction, user_id: int, apply_change: Callable[[], Awaitable[object]]
) -> None:
    """Change sleep hours or absences: settle clocks under the old ones, reschedule under the new."""
    old = (await availability_of(tx, (user_id,)))[user_id]
    running = [
        replace(player, bank=time_left(player, old, tx.now), charged_to=tx.now)
        for player in await db.players.list_owing(tx, user_id)
        if player.charged_to is not None
    ]
    for player in running:
        charged: db.PlayerChanges = {"bank": player.bank, "charged_to": player.charged_to}
        await db.players.update(tx, player.game, {player.seat: charged})
    await apply_change()
    new = (await availability_of(tx, (user_id,)))[user_id]
    for player in running:
        row = await db.games.find(tx, player.game)
        assert row is not None
        reminder = await db.timers.find(tx, timers.seat_key(timers.REMIND, player.game, player.seat))
        snoozed = timers.SeatTimer.model_validate(reminder.payload).snoozed if reminder is not None else 0
        await db.timers.schedule(tx, *_timers_of(tx, player, new, snoozed=snoozed))
        refresh = outbox_messages.RefreshCard(ply=row.ply, quietly=True)
        key = f"{row.code} {row.version} clocks {player.seat} {tx.now}"
        await outbox_messages.post(tx, refresh, key=key, game=row.code)


def time_left(player: db.Player, availability: Availability, now: int) -> int | None:
    """Time on a player's clock (ms). None if it is untimed or has never run."""
    if player.bank is None or player.charged_to is None:
        return player.bank
    return max(0, player.bank - availability.elapsed(player.charged_to, now))


def _with_log_applied(tx: db.Transaction, log: GameLog, player: db.Player, *, owes: bool) -> db.Player:
    """The player with the start of the owed move, last activity and credit updated from the log."""
    since = player.owes_since if player.seat not in log.idle_seats else None
    acted = tx.now if player.seat == log.acting_seat else player.acted
    credited = player.credited
    if log.back_to is not None and credited is not None and credited > log.back_to:
        credited = ALREADY_CREDITED
    return replace(player, owes_since=(since or tx.now) if owes else None, acted=acted, credited=credited)


def _must_change(row: db.Game, player: db.Player) -> bool:
    """True if the clock must stop, start, or restart for another turn."""
    if not is_owing(row, player):
        return player.charged_to is not None
    assert player.owes_since is not None
    return player.charged_to is None or player.owes_since > player.charged_to


def _with_clock_stopped(
    tx: db.Transaction, row: db.Game, player: db.Player, availability: Availability, *, earns_increment: bool
) -> db.Player:
    bank, credited = time_left(player, availability, tx.now), player.credited
    if earns_increment and bank is not None:
        if credited != ALREADY_CREDITED:
            bank = bank_after_turn(PACES[row.pace], bank, is_first_turn=credited is None)
        credited = row.ply
    return replace(player, bank=bank, charged_to=None, credited=credited, reminded=0)


def _with_clock_started(tx: db.Transaction, snapshot: GameSnapshot, player: db.Player) -> db.Player:
    pace = pace_of(snapshot.row, len(snapshot.players))
    bank = None if pace is None else bank_at_turn_start(pace, player.bank)
    # A player who returns to a seat or takes it over owes the move from now on, not since it was left.
    return replace(player, bank=bank, charged_to=tx.now, owes_since=tx.now, reminded=0)


def _timers_of(
    tx: db.Transaction, player: db.Player, availability: Availability, *, snoozed: int = 0
) -> list[db.NewTimer]:
    """Timers of a seat that owes a move: time-out, overdue question and next reminder."""
    since, charged_to = player.owes_since, player.charged_to
    assert since is not None
    assert charged_to is not None
    due = []
    if player.bank:  # a clock that has run out is being handled already
        due.append(timers.seat_timer(timers.TIME_OUT, player, availability.deadline(charged_to, player.bank)))
    overdue = max(tx.now, availability.deadline_ignoring_sleep(since, reminders.OVERDUE_AFTER_MS))
    due.append(timers.seat_timer(timers.OVERDUE, player, overdue))
    return due + reminders.next_reminder_timers(tx, player, availability, snoozed=snoozed)


async def _save_players(tx: db.Transaction, snapshot: GameSnapshot, players: Sequence[db.Player]) -> None:
    """Write all changed players in one statement."""
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
