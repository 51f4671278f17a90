"""The seats' clocks: wound in the transaction of whatever changes who owes a move, or how somebody lives."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

import db
from bot.pace import MINUTE, OVERDUE, PACES, Habits, Pace, at_start, earned, next_reminder
from bot.tables.room import Room
from rules.game import Seat

TIME_OUT, REMIND, OVERDUE_ASKED, UNENDED = "timeout", "remind", "overdue", "unended"
OF_A_SEAT = (TIME_OUT, REMIND, OVERDUE_ASKED, UNENDED)
FORGETFUL_AFTER = 10 * MINUTE
DECLARED = "declared"
"""The cause of days away that somebody named himself; others were spent at a table, which it names."""
PAID = 0
"""Stands for the entry of a turn that was paid for and then taken back: to end it again earns nothing."""


class Clocks(Room):
    """A clock runs exactly while `charged_to` says from when; where nothing is timed it has no bank."""

    async def wind(self, w: db.Write, row: db.Game, *, since: int) -> None:
        """Stop and start clocks after the entries that follow `since`, by who owes a move now."""
        entries = await w.moves(row.code, since=since)
        back = min((entry.back_to for entry in entries if entry.back_to is not None), default=None)
        moved = {entry.seat for entry in entries if entry.kind == "move"}
        seats = await w.seats(row.code)
        turning = [seat for seat in seats if _turns(row, seat)]
        habits = await self.habits_of(w, (seat.person for seat in turning))
        for seat in seats:
            if back is not None and seat.credited is not None and seat.credited > back:
                seat = replace(seat, credited=PAID)
                await w.set_clock(row.code, seat.seat, credited=PAID)
            if _turns(row, seat):
                lives = habits.get(seat.person, Habits())
                if seat.charged_to is not None:
                    pays = back is None and seat.seat in moved
                    seat = await self._stop(w, row, seat, lives, pays=pays)
                if is_owing(row, seat):
                    await self._start(w, row, seat, lives, of=len(seats))
            elif seat.charged_to is not None and seat.seat in moved:
                await self._set_timer(w, row, seat, UNENDED, self.now() + FORGETFUL_AFTER)

    async def fresh_clock(self, w: db.Write, row: db.Game, seat: Seat) -> None:
        """Somebody else sits there now and has all his time; to be wound afterwards."""
        await w.set_clock(row.code, seat, bank=None, charged_to=None, credited=None, reminded=0)
        await self._cancel(w, row.code, seat)

    async def deadlines(self, reads: db.Reads, code: str) -> dict[Seat, int]:
        """When the clocks that run at a table run out, with sleep and days away counted in."""
        return {timer.payload["seat"]: timer.due for timer in await reads.timers(TIME_OUT, game=code)}

    async def habits_of(self, reads: db.Reads, people: Iterable[int | None]) -> dict[int | None, Habits]:
        """How those people live; nobody, and whoever is not known, neither sleeps nor is ever away."""
        wanted = {person for person in people if person is not None}
        if not wanted:
            return {}
        absences = await reads.absences(wanted)
        known = await reads.people(wanted)
        return {
            person.id: Habits.of(
                person.timezone,
                person.preferences,
                away=((each.start, each.until) for each in absences[person.id] if each.cause == DECLARED),
                spent=((each.start, each.until) for each in absences[person.id] if each.cause != DECLARED),
            )
            for person in known.values()
        }

    async def live_otherwise(self, w: db.Write, person: int, change: Callable[[], Awaitable[object]]) -> None:
        """Change how somebody lives: his clocks are charged up to now by the old ways, then go by the new."""
        now = self.now()
        owing = [seat for seat in await w.owing_of(person) if seat.charged_to is not None]
        old = (await self.habits_of(w, (person,)))[person]
        for seat in owing:
            await w.set_clock(seat.game, seat.seat, bank=_left(seat, old, now), charged_to=now)
        await change()
        new = (await self.habits_of(w, (person,)))[person]
        for seat in owing:
            row = await w.game(seat.game)
            assert row is not None
            charged = replace(seat, bank=_left(seat, old, now), charged_to=now)
            await self._set_timers(w, row, charged, new)
            await w.post(
                "card",
                {"fresh": False, "ply": row.ply, "quietly": True},
                key=f"{row.code} {row.version} clocks {seat.seat} {now}",
                at=now,
                game=row.code,
            )

    async def _stop(
        self, w: db.Write, row: db.Game, seat: db.Seated, habits: Habits, *, pays: bool
    ) -> db.Seated:
        bank, credited = _left(seat, habits, self.now()), seat.credited
        if pays and bank is not None:
            if credited != PAID:
                bank = earned(PACES[row.pace], bank, first=credited is None)
            credited = row.ply
        await w.set_clock(row.code, seat.seat, bank=bank, charged_to=None, credited=credited, reminded=0)
        await self._cancel(w, row.code, seat.seat)
        return replace(seat, bank=bank, charged_to=None, credited=credited, reminded=0)

    async def _start(self, w: db.Write, row: db.Game, seat: db.Seated, habits: Habits, *, of: int) -> None:
        now, pace = self.now(), pace_of(row, of)
        bank = None if pace is None else at_start(pace, seat.bank)
        seat = replace(seat, bank=bank, charged_to=now, owes_since=now, reminded=0)
        # Who comes back to a seat, or takes it, owes a move from now on, not since it was left.
        await w.set_clock(row.code, seat.seat, bank=bank, charged_to=now, owes_since=now, reminded=0)
        await self._set_timers(w, row, seat, habits)

    async def _set_timers(self, w: db.Write, row: db.Game, seat: db.Seated, habits: Habits) -> None:
        """All that may come to pass if this seat goes on owing its move."""
        since, charged_to = seat.owes_since, seat.charged_to
        assert since is not None
        assert charged_to is not None
        whole = OVERDUE
        if seat.bank is not None:
            whole = seat.bank + habits.counted(since, charged_to)
        if seat.bank:  # else it has run out already, and what follows from that is under way
            await self._set_timer(w, row, seat, TIME_OUT, habits.runs_out(charged_to, seat.bank))
        await self._set_timer(
            w, row, seat, OVERDUE_ASKED, max(self.now(), habits.runs_out_though_asleep(since, OVERDUE))
        )
        await self._set_reminder(w, row, seat, habits, whole=whole)

    async def _set_reminder(
        self, w: db.Write, row: db.Game, seat: db.Seated, habits: Habits, *, whole: int
    ) -> None:
        assert seat.owes_since is not None
        now, set_before = self.now(), await w.timer(timer_key(REMIND, row.code, seat.seat))
        due = next_reminder(habits, since=seat.owes_since, whole=whole, sent=seat.reminded, now=now)
        if due is None:
            return
        snoozed = 0 if set_before is None else set_before.payload.get("snoozed", 0)
        await self._set_timer(w, row, seat, REMIND, max(due, snoozed), snoozed=snoozed)

    async def _set_timer(
        self, w: db.Write, row: db.Game, seat: db.Seated, kind: str, due: int, **more: int
    ) -> None:
        await w.set_timer(
            kind,
            key=timer_key(kind, row.code, seat.seat),
            due=due,
            payload={"seat": seat.seat, "since": seat.owes_since, **more},
            game=row.code,
            person=seat.person,
        )

    async def _cancel(self, w: db.Write, code: str, seat: Seat) -> None:
        for kind in OF_A_SEAT:
            await w.cancel_timers(key=timer_key(kind, code, seat))


def timer_key(kind: str, code: str, seat: Seat) -> str:
    return f"{code} {kind} {seat}"


def pace_of(row: db.Game, seats: int) -> Pace | None:
    """The pace of a table; nobody waits for whoever plays alone."""
    return PACES.get(row.pace) if seats > 1 else None


def is_owing(row: db.Game, seat: db.Seated) -> bool:
    """Whether whoever sits there owes a move himself: not while the game rests or the caretaker plays."""
    return row.status == "running" and seat.owes_since is not None and seat.caretaker_since is None


def _turns(row: db.Game, seat: db.Seated) -> bool:
    """Whether a clock must be stopped or started, or stopped and started again for another turn."""
    if not is_owing(row, seat):
        return seat.charged_to is not None
    assert seat.owes_since is not None
    return seat.charged_to is None or seat.owes_since > seat.charged_to


def _left(seat: db.Seated, habits: Habits, now: int) -> int | None:
    """What is on a clock now."""
    if seat.bank is None or seat.charged_to is None:
        return seat.bank
    return max(0, seat.bank - habits.counted(seat.charged_to, now))
