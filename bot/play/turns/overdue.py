"""A move that does not come: the table is asked, a day away is spent, the caretaker takes over."""

from dataclasses import replace

import db
from bot.play.clock import clocks
from bot.play.clock.reminders import still_owing
from bot.play.core import outbox_messages, timers
from bot.play.core.availability import habits_of
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import caretaker, ending, substitutes, votes
from db.clock import DAY, WEEK
from rules.game import Seat


async def ask(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat) -> None:
    """Ask the others what to do about a seat that does not move, unless they are being asked already."""
    player = snapshot.players[seat]
    people = votes.asked(snapshot, "overdue", seat)
    if not people or seat not in snapshot.owing() or player.caretaker:
        return
    if snapshot.row.rated and player.bank != 0:
        return  # what is left on a clock is theirs
    about = await db.votes.open_at(tx, snapshot.code, seat=seat)
    if any(vote.kind in ("overdue", "substitute") for vote in about):
        return
    waits = await db.timers.find(tx, _asking_again(snapshot.code, seat))
    if waits is not None:
        agreed = timers.AskAgain.model_validate(waits.payload)
        if agreed.owes_since == player.owes_since:
            return  # the table has just decided to wait for this very move
    await votes.ask(tx, snapshot, "overdue", seat=seat)


@votes.decides("overdue")
async def _after_vote(
    tx: db.Transaction, snapshot: GameSnapshot, vote: db.Vote, result: str, answered: bool
) -> None:
    seat = vote.seat
    assert seat is not None
    match result:
        case "caretaker":
            await caretaker.hand_over(tx, snapshot, seat, why="vote")
        case "substitute":
            await substitutes.look_for(tx, snapshot, seat)
        case "end":
            await ending.by_agreement(tx, snapshot)
        case _:
            code = "waits_a_day" if answered else "waits_a_week"
            notice = outbox_messages.Notice(code=code, values={"seat": seat})
            await outbox_messages.say(tx, snapshot.code, notice, key=f"waiting {snapshot.row.ply}")
            await _ask_again(tx, snapshot, seat, after=votes.OPEN_FOR if answered else WEEK)


@votes.decides("substitute")
async def _after_nobody_came(
    tx: db.Transaction,
    snapshot: GameSnapshot,
    vote: db.Vote,
    result: str,  # noqa: ARG001 - part of what every decision is given
    answered: bool,  # noqa: ARG001
) -> None:
    assert vote.seat is not None
    await ask(tx, snapshot, vote.seat)


async def _ask_again(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, *, after: int) -> None:
    payload = timers.AskAgain(seat=seat, owes_since=snapshot.players[seat].owes_since)
    key, due = _asking_again(snapshot.code, seat), tx.now + after
    await db.timers.set(tx, timers.timer(timers.ASK_AGAIN, payload, key, due, snapshot.code))


def _asking_again(code: str, seat: Seat) -> str:
    return f"{code} ask again {seat}"


# What timers lead to


async def waited_enough(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """The day that the table wanted to wait is over."""
    assert timer.game is not None
    snapshot, waits = await service.load(tx, timer.game), timers.AskAgain.model_validate(timer.payload)
    if snapshot.running and snapshot.players[waits.seat].owes_since == waits.owes_since:
        await ask(tx, snapshot, waits.seat)


async def ask_table(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """A move has been owed for so long that the whole table is asked."""
    found = await still_owing(service, tx, timer)
    if found is not None:
        await ask(tx, found[0], found[1].seat)


async def run_out(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Somebody's time is up: a rated table spends a day away, then goes on without them; friends vote."""
    found = await still_owing(service, tx, timer)
    if found is None:
        return
    snapshot, player = found
    empty: db.PlayerChanges = {"bank": 0, "charged_to": tx.now}
    await db.players.update(tx, snapshot.code, {player.seat: empty})
    if not snapshot.row.rated:
        await ask(tx, snapshot, player.seat)
        return
    over = await _day_spent_until(tx, snapshot, player)
    if over is None:
        await caretaker.hand_over(tx, await service.load(tx, snapshot.code), player.seat, why=timers.TIME_OUT)
    elif over > tx.now:
        await db.timers.set(tx, timers.of_seat(timers.TIME_OUT, replace(player, bank=0), over))


async def _day_spent_until(tx: db.Transaction, snapshot: GameSnapshot, player: db.Player) -> int | None:
    """The end of the day away that this turn costs, spent now unless it was; None where none is left."""
    person, since, cause = player.person, player.owes_since, f"spent {snapshot.code}"
    if person is None or since is None:
        return None
    for absence in (await db.absences.of(tx, (person,)))[person]:
        if absence.cause == cause and absence.start >= since:
            end = absence.start + DAY
            return end if end > tx.now else None
    left = (await habits_of(tx, (person,)))[person].days_left(tx.now)
    if left < 1:
        return None

    async def spend() -> None:
        await db.absences.add(tx, person, tx.now, tx.now + DAY, cause)

    await clocks.live_otherwise(tx, person, spend)
    values: dict[str, str | int] = {"seat": player.seat, "n": left - 1, "at": tx.now + DAY}
    notice = outbox_messages.Notice(code="day_spent", values=values, mentions=(person,))
    await outbox_messages.say(tx, snapshot.code, notice, key=f"{cause} {player.seat} {since}")
    return tx.now + DAY
