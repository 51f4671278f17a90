"""A move that does not come: the table is asked, a day away is spent, the caretaker takes over."""

from dataclasses import replace

import db
from bot.play.clock import clocks
from bot.play.clock.reminders import still_owing
from bot.play.core import outbox_messages, timers
from bot.play.core.availability import habits_of
from bot.play.core.game_service import Tables
from bot.play.core.snapshot import Position
from bot.play.turns import caretaker, ending, substitutes, votes
from db.clock import DAY, WEEK
from rules.game import Seat


async def ask(tx: db.Transaction, position: Position, seat: Seat) -> None:
    """Ask the others what to do about a seat that does not move, unless they are being asked already."""
    player = position.players[seat]
    people = votes.asked(position, "overdue", seat)
    if not people or seat not in position.owing() or player.caretaker:
        return
    if position.row.rated and player.bank != 0:
        return  # what is left on a clock is theirs
    about = await db.votes.open_at(tx, position.code, seat=seat)
    if any(vote.kind in ("overdue", "substitute") for vote in about):
        return
    waits = await db.timers.find(tx, _asking_again(position.code, seat))
    if waits is not None:
        agreed = timers.AskAgain.model_validate(waits.payload)
        if agreed.owes_since == player.owes_since:
            return  # the table has just decided to wait for this very move
    await votes.ask(tx, position, "overdue", seat=seat)


@votes.decides("overdue")
async def _after_vote(
    tx: db.Transaction, position: Position, vote: db.Vote, result: str, answered: bool
) -> None:
    seat = vote.seat
    assert seat is not None
    match result:
        case "caretaker":
            await caretaker.hand_over(tx, position, seat, why="vote")
        case "substitute":
            await substitutes.look_for(tx, position, seat)
        case "end":
            await ending.by_agreement(tx, position)
        case _:
            code = "waits_a_day" if answered else "waits_a_week"
            notice = outbox_messages.Notice(code=code, values={"seat": seat})
            await outbox_messages.say(tx, position.code, notice, key=f"waiting {position.row.ply}")
            await _ask_again(tx, position, seat, after=votes.OPEN_FOR if answered else WEEK)


@votes.decides("substitute")
async def _after_nobody_came(
    tx: db.Transaction,
    position: Position,
    vote: db.Vote,
    result: str,  # noqa: ARG001 - part of what every decision is given
    answered: bool,  # noqa: ARG001
) -> None:
    assert vote.seat is not None
    await ask(tx, position, vote.seat)


async def _ask_again(tx: db.Transaction, position: Position, seat: Seat, *, after: int) -> None:
    payload = timers.AskAgain(seat=seat, owes_since=position.players[seat].owes_since)
    key, due = _asking_again(position.code, seat), tx.now + after
    await db.timers.set(tx, timers.timer(timers.ASK_AGAIN, payload, key, due, position.code))


def _asking_again(code: str, seat: Seat) -> str:
    return f"{code} ask again {seat}"


# What timers lead to


async def waited_enough(tables: Tables, tx: db.Transaction, timer: db.Timer) -> None:
    """The day that the table wanted to wait is over."""
    assert timer.game is not None
    position, waits = await tables.load(tx, timer.game), timers.AskAgain.model_validate(timer.payload)
    if position.running and position.players[waits.seat].owes_since == waits.owes_since:
        await ask(tx, position, waits.seat)


async def ask_table(tables: Tables, tx: db.Transaction, timer: db.Timer) -> None:
    """A move has been owed for so long that the whole table is asked."""
    found = await still_owing(tables, tx, timer)
    if found is not None:
        await ask(tx, found[0], found[1].seat)


async def run_out(tables: Tables, tx: db.Transaction, timer: db.Timer) -> None:
    """Somebody's time is up: a rated table spends a day away, then goes on without them; friends vote."""
    found = await still_owing(tables, tx, timer)
    if found is None:
        return
    position, player = found
    empty: db.PlayerChanges = {"bank": 0, "charged_to": tx.now}
    await db.players.update(tx, position.code, {player.seat: empty})
    if not position.row.rated:
        await ask(tx, position, player.seat)
        return
    over = await _day_spent_until(tx, position, player)
    if over is None:
        await caretaker.hand_over(tx, await tables.load(tx, position.code), player.seat, why=timers.TIME_OUT)
    elif over > tx.now:
        await db.timers.set(tx, timers.of_seat(timers.TIME_OUT, replace(player, bank=0), over))


async def _day_spent_until(tx: db.Transaction, position: Position, player: db.Player) -> int | None:
    """The end of the day away that this turn costs, spent now unless it was; None where none is left."""
    person, since, cause = player.person, player.owes_since, f"spent {position.code}"
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
    await outbox_messages.say(tx, position.code, notice, key=f"{cause} {player.seat} {since}")
    return tx.now + DAY
