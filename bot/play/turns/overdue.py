"""Overdue moves: the table votes, a day away is spent, or the caretaker takes over."""

from dataclasses import replace

import db
from bot.play.clock import away_days, clocks
from bot.play.clock.reminders import load_if_still_owing
from bot.play.core import Availability, GameService, GameSnapshot, availability_of, outbox_messages, timers
from bot.play.turns import caretaker, ending, substitutes, votes
from db.clock import DAY, WEEK
from rules.game import Seat


async def ask_about_seat(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat) -> None:
    """Open a vote on a seat that does not move.

    Does nothing if a vote is open or the table has agreed to wait. At a rated table the clock decides: a day
    away is spent, then the caretaker plays.
    """
    if snapshot.row.rated:
        return
    player = snapshot.players[seat]
    voters = votes.voters(snapshot, "overdue", seat)
    if not voters or seat not in snapshot.owing_seats() or player.has_caretaker:
        return
    about = await db.votes.list_open(tx, snapshot.code, seat=seat)
    if any(vote.kind in ("overdue", "substitute") for vote in about):
        return
    pending = await db.timers.find(tx, _ask_again_key(snapshot.code, seat))
    if pending is not None:
        agreed = timers.AskAgainTimer.model_validate(pending.payload)
        if agreed.owes_since == player.owes_since:
            return  # The table has decided to wait for this move.
    await votes.open_vote(tx, snapshot, "overdue", seat=seat)


@votes.on_result("overdue")
async def _apply_vote(tx: db.Transaction, snapshot: GameSnapshot, closed: votes.ClosedVote) -> None:
    seat = closed.seat
    match closed.result:
        case "caretaker":
            await caretaker.hand_over(tx, snapshot, seat, reason="vote")
        case "substitute":
            await substitutes.ask_for_substitute(tx, snapshot, seat)
        case "end":
            await ending.end_by_agreement(tx, snapshot)
        case _:
            code = "waits_a_day" if closed.answered else "waits_a_week"
            notice = outbox_messages.Notice(code=code, values={"seat": seat})
            await outbox_messages.post_notice(tx, snapshot.code, notice, key=f"waiting {snapshot.row.ply}")
            await _schedule_next_vote(
                tx, snapshot, seat, after=votes.OPEN_FOR_MS if closed.answered else WEEK
            )


@votes.on_result("substitute")
async def _apply_no_substitute(tx: db.Transaction, snapshot: GameSnapshot, closed: votes.ClosedVote) -> None:
    await ask_about_seat(tx, snapshot, closed.seat)


async def _schedule_next_vote(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, *, after: int) -> None:
    payload = timers.AskAgainTimer(seat=seat, owes_since=snapshot.players[seat].owes_since)
    key, due = _ask_again_key(snapshot.code, seat), tx.now + after
    await db.timers.schedule(tx, timers.new_timer(timers.ASK_AGAIN, payload, key, due, snapshot.code))


def _ask_again_key(code: str, seat: Seat) -> str:
    return f"{code} ask again {seat}"


# Timer handlers


async def ask_after_wait(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Open the vote again when the agreed wait is over and the same move is still owed."""
    assert timer.game is not None
    snapshot, waits = await service.load(tx, timer.game), timers.AskAgainTimer.model_validate(timer.payload)
    if snapshot.is_running and snapshot.players[waits.seat].owes_since == waits.owes_since:
        await ask_about_seat(tx, snapshot, waits.seat)


async def ask_table(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Open a vote when a move has been owed for too long."""
    found = await load_if_still_owing(service, tx, timer)
    if found is not None:
        await ask_about_seat(tx, found[0], found[1].seat)


async def handle_time_out(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Handle a clock that has run out: a rated game spends a day away, then hands over to the caretaker.

    An unrated table votes instead.
    """
    found = await load_if_still_owing(service, tx, timer)
    if found is None:
        return
    snapshot, player = found
    empty: db.PlayerChanges = {"bank": 0, "charged_to": tx.now}
    await db.players.update(tx, snapshot.code, {player.seat: empty})
    if not snapshot.row.rated:
        await ask_about_seat(tx, snapshot, player.seat)
        return
    over = await _spend_day_away(tx, snapshot, player)
    if over is None:
        await caretaker.hand_over(
            tx, await service.load(tx, snapshot.code), player.seat, reason=timers.TIME_OUT
        )
    elif over > tx.now:
        await db.timers.schedule(tx, timers.seat_timer(timers.TIME_OUT, replace(player, bank=0), over))


async def _spend_day_away(tx: db.Transaction, snapshot: GameSnapshot, player: db.Player) -> int | None:
    """Spend one of the player's days away on this turn, unless it was spent already.

    Returns the end of that day in ms, without rest days. Returns None if it is over, if no day is left, or
    if the player does not want days to be used.
    """
    user_id, since, cause = player.person, player.owes_since, f"spent {snapshot.code}"
    if user_id is None or since is None:
        return None
    availability = (await availability_of(tx, (user_id,)))[user_id]
    for absence in (await db.absences.list_by_user(tx, (user_id,)))[user_id]:
        if absence.cause == cause and absence.start >= since:
            end = _end_of_spent_day(availability, absence.start)
            return end if end > tx.now else None
    left = availability.away_days_left(tx.now)
    if left < 1 or not snapshot.users[player.seat].preferences.use_away_days:
        return None
    await away_days.ask_before_first(tx, snapshot, player.seat)

    async def spend() -> None:
        await db.absences.add(tx, user_id, tx.now, tx.now + DAY, cause)

    await clocks.change_availability(tx, user_id, spend)
    end = _end_of_spent_day(availability, tx.now)
    values: dict[str, str | int] = {"seat": player.seat, "n": left - 1, "at": end}
    notice = outbox_messages.Notice(code="day_spent", values=values, mentions=(user_id,))
    await outbox_messages.post_notice(tx, snapshot.code, notice, key=f"{cause} {player.seat} {since}")
    return end


def _end_of_spent_day(availability: Availability, start: int) -> int:
    return Availability(availability.zone, rest_days=availability.rest_days).deadline(start, DAY)
