"""Writes of the seats' clocks and of days away."""

from typing import TypedDict, Unpack

from sqlalchemy import delete, insert, update

from db import tables
from db.rows import Absence
from db.transaction import Writing


class ClockChanges(TypedDict, total=False):
    owes_since: int
    bank: int | None
    charged_to: int | None
    credited: int | None
    reminded: int
    told: int | None


class WritesClocks(Writing):
    """To be written in the transaction of whatever changed who owes, or how somebody lives."""

    async def set_clock(self, game: str, seat: int, **changes: Unpack[ClockChanges]) -> None:
        seats = tables.seats.c
        own = update(tables.seats).where(seats.game == game, seats.seat == seat)
        await self._held.execute(own.values(**changes))

    async def add_absence(self, person: int, start: int, until: int, cause: str) -> None:
        await self._know_person(person)
        row = {"person": person, "start": start, "until": until, "cause": cause}
        await self._held.execute(insert(tables.absences).values(**row))

    async def end_absence(self, absence: Absence, *, at: int) -> None:
        """Come back early; an absence that had not begun is as if it had never been declared."""
        own = tables.absences.c.id == absence.id
        if at <= absence.start:
            await self._held.execute(delete(tables.absences).where(own))
        elif at < absence.until:
            await self._held.execute(update(tables.absences).where(own).values(until=at))
