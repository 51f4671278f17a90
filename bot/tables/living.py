"""How somebody lives: where, when he sleeps, when he is away, how he wishes to be told."""

from datetime import date

import db
from bot.pace import DAY, Habits, is_night, zone_named
from bot.tables.clocks import DECLARED, Clocks
from bot.tables.people import Denied, Visitor, see
from bot.tables.telling import WAYS
from bot.words import mark

LONGEST_AWAY = 60
FURTHEST_AHEAD = 366


class Living(Clocks):
    """All of it takes effect from now on: what has been counted stays counted."""

    async def set_zone(self, visitor: Visitor, zone: str) -> None:
        if zone_named(zone) is None:
            raise Denied(mark("There is no time zone {zone}. Choose one of those offered."), zone=zone[:40])
        async with self.store.write() as w:
            await see(w, visitor)

            async def move() -> None:
                await w.update_person(visitor.id, timezone=zone)

            await self.live_otherwise(w, visitor.id, move)

    async def set_sleep(self, visitor: Visitor, hours: tuple[int, int] | None) -> None:
        """Minutes after midnight; None for whoever may be woken at any time."""
        if hours is not None and not is_night(*hours):
            raise Denied(mark("Sleep hours last at most ten hours."))
        async with self.store.write() as w:
            if (await w.person(visitor.id)).timezone is None:
                raise Denied(mark("Say first where you live: /me with the option zone."))

            async def sleep() -> None:
                await self._prefer(w, visitor.id, sleep=hours)

            await self.live_otherwise(w, visitor.id, sleep)

    async def go_away(self, visitor: Visitor, days: int, *, first: date | None = None) -> None:
        """From now, or from the morning of a day to come, for so many days."""
        if not 1 <= days <= LONGEST_AWAY:
            raise Denied(mark("Days away are between 1 and {n} at a time."), n=LONGEST_AWAY)
        async with self.store.write() as w:
            await see(w, visitor)
            habits = (await self.habits_of(w, (visitor.id,))).get(visitor.id, Habits())
            now = self.now()
            today = habits.day_of(now)
            if first is not None and not 0 <= (first - today).days <= FURTHEST_AHEAD:
                raise Denied(mark("Days away begin today or within a year."))
            start = now if first is None or first == today else habits.midnight(first)

            async def leave() -> None:
                await w.add_absence(visitor.id, start, start + days * DAY, DECLARED)

            await self.live_otherwise(w, visitor.id, leave)

    async def return_early(self, visitor: Visitor) -> bool:
        """End the days away that go on, and forget those to come; False where there are none."""
        async with self.store.write() as w:
            now = self.now()
            absences = (await w.absences((visitor.id,)))[visitor.id]
            ahead = [each for each in absences if each.until > now and each.cause == DECLARED]

            async def come_back() -> None:
                for absence in ahead:
                    await w.end_absence(absence, at=now)

            await self.live_otherwise(w, visitor.id, come_back)
            return bool(ahead)

    async def choose_ways(self, visitor: Visitor, ways: str) -> None:
        if ways not in WAYS:
            raise Denied(mark("That is not one of the choices."))
        async with self.store.write() as w:
            await self._prefer(w, visitor.id, tell=ways)

    async def choose_next(self, visitor: Visitor, *, wanted: bool) -> None:
        async with self.store.write() as w:
            await self._prefer(w, visitor.id, next=wanted)

    async def _prefer(self, w: db.Write, person: int, **choices: object) -> None:
        known = await w.person(person)
        await w.update_person(person, preferences={**known.preferences, **choices})
