"""What comes to pass while a move is owed: reminders, a question to the table, the end of somebody's time."""

from dataclasses import replace

import db
from bot.notices import Notice
from bot.pace import DAY, OVERDUE, REMINDERS
from bot.position import Position
from bot.tables.absence import Absence
from bot.tables.clocks import REMIND, TIME_OUT, UNENDED, is_owing, timer_key
from bot.tables.telling import Telling, ways_to
from bot.tables.votes import called_as
from bot.words import mark
from rules.game import Seat


class Reminding(Absence, Telling):
    """Each takes a timer that is due, looks at the table again, and acts if the same move is still owed."""

    async def remind(self, w: db.Write, timer: db.Timer) -> None:
        position, seat = await self._still_owing(w, timer)
        if position is None or seat is None or (person := seat.person) is None:
            return
        habits = (await self.habits_of(w, (person,)))[person]
        if (free := habits.free_from(self.now())) > self.now():
            await self._set_timer(w, position.row, seat, REMIND, free)
            return
        seat = replace(seat, reminded=seat.reminded + 1)
        await w.set_clock(position.code, seat.seat, reminded=seat.reminded)
        ways = ways_to(await w.person(person), quiet=await self.is_quiet(w, position.row))
        await self.call(w, person, ways, "reminder")
        whole = OVERDUE
        if seat.bank is not None and seat.charged_to is not None and seat.owes_since is not None:
            whole = seat.bank + habits.counted(seat.owes_since, seat.charged_to)
        await self._set_reminder(w, position.row, seat, habits, whole=whole)

    async def ask_whether_ended(self, w: db.Write, timer: db.Timer) -> None:
        """Somebody did a part of his turn and then nothing more."""
        position, seat = await self._still_owing(w, timer)
        if position is None or seat is None or seat.person is None or seat.owes_since is None:
            return
        acted = any(
            entry.seat == seat.seat and entry.interaction_id is not None and entry.at >= seat.owes_since
            for entry in await w.effective_moves(position.code)
            if entry.kind == "move"
        )
        if not acted:
            return
        habits = (await self.habits_of(w, (seat.person,)))[seat.person]
        if (free := habits.free_from(self.now())) > self.now():
            await self._set_timer(w, position.row, seat, UNENDED, free)
            return
        ways = ways_to(await w.person(seat.person), quiet=await self.is_quiet(w, position.row))
        key = f"{UNENDED} {position.code} {seat.owes_since}"
        await self.call(w, seat.person, ways, "unended", key=key, game=position.code)

    async def ask_table(self, w: db.Write, timer: db.Timer) -> None:
        """A move has been owed for so long that the whole table is asked."""
        position, seat = await self._still_owing(w, timer)
        if position is not None and seat is not None:
            await self.open_absence_vote(w, position, seat.seat)

    async def run_out(self, w: db.Write, timer: db.Timer) -> None:
        """Somebody's time is up: a rated table spends a day away, then goes on without him; friends vote."""
        position, seat = await self._still_owing(w, timer)
        if position is None or seat is None:
            return
        now = self.now()
        await w.set_clock(position.code, seat.seat, bank=0, charged_to=now)
        if not position.row.rated:
            await self.open_absence_vote(w, position, seat.seat)
            return
        over = await self._day_spent_until(w, position, seat)
        if over is None:
            await self.hand_to_caretaker(w, position, seat.seat, why=TIME_OUT)
        elif over > now:
            await self._set_timer(w, position.row, replace(seat, bank=0), TIME_OUT, over)

    async def _day_spent_until(self, w: db.Write, position: Position, seat: db.Seated) -> int | None:
        """The end of the day away that this turn costs, spent now unless it was; None where none is left."""
        if seat.person is None or seat.owes_since is None:
            return None
        now, cause = self.now(), f"spent {position.code}"
        for absence in (await w.absences((seat.person,)))[seat.person]:
            if absence.cause == cause and absence.start >= seat.owes_since:
                end = absence.start + DAY
                return end if end > now else None
        left = (await self.habits_of(w, (seat.person,)))[seat.person].days_left(now)
        if left < 1:
            return None
        person = seat.person

        async def spend() -> None:
            await w.add_absence(person, now, now + DAY, cause)

        await self.live_otherwise(w, person, spend)
        notice = Notice(
            text=mark(
                "The time of {who} has run out. A day away is spent ({n} are left this year); "
                "then the caretaker plays on, {when}."
            ),
            values={
                "who": called_as(position.players[seat.seat]),
                "n": left - 1,
                "when": f"<t:{(now + DAY) // 1000}:R>",
            },
            mentions=(person,),
        )
        await self.say(w, position.row, notice, key=f"{cause} {seat.seat} {seat.owes_since}")
        return now + DAY

    # What somebody answers to a reminder

    async def quieten(self, person: int, code: str | None) -> int:
        """No more reminders until the next turn; says at how many tables."""
        async with self.store.write() as w:
            owing = await self._owing(w, person, code)
            for seat in owing:
                await w.set_clock(seat.game, seat.seat, reminded=REMINDERS)
                await w.cancel_timers(key=timer_key(REMIND, seat.game, seat.seat))
            return len(owing)

    async def snooze(self, person: int, code: str | None) -> int | None:
        """The next reminder comes a day from now; says when, or None where nothing is owed."""
        async with self.store.write() as w:
            owing = await self._owing(w, person, code)
            if not owing:
                return None
            habits = (await self.habits_of(w, (person,)))[person]
            until = habits.free_from(self.now() + DAY)
            for seat in owing:
                row = await w.game(seat.game)
                if row is not None and seat.reminded < REMINDERS:
                    await self._set_timer(w, row, seat, REMIND, until, snoozed=until)
            return until

    async def _owing(self, w: db.Write, person: int, code: str | None) -> list[db.Seated]:
        return [seat for seat in await w.owing_of(person) if code in (None, seat.game)]

    async def _still_owing(self, w: db.Write, timer: db.Timer) -> tuple[Position | None, db.Seated | None]:
        """The table and the seat of a timer, if that seat still owes the move for which it was set."""
        assert timer.game is not None
        position = await self._position(w, timer.game)
        number: Seat = timer.payload["seat"]
        seat = (await w.seats(position.code))[number]
        if is_owing(position.row, seat) and seat.owes_since == timer.payload["since"]:
            return position, seat
        return None, None
