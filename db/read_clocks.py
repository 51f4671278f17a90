"""Reads of what the clocks go by: absences, the timers already set, and when somebody last acted."""

from collections.abc import Iterable

from sqlalchemy import func, select

from db import tables
from db.reading import Reading
from db.rows import Absence, Seated, Timer


class ReadsClocks(Reading):
    """Clocks belong to seats; absences to people, wherever they play."""

    async def absences(self, people: Iterable[int]) -> dict[int, tuple[Absence, ...]]:
        """The days away of each of those people, the earliest first."""
        wanted = tuple(people)
        absences = tables.absences.c
        query = select(tables.absences).where(absences.person.in_(wanted))
        rows = await self._rows(query.order_by(absences.start, absences.id))
        found: dict[int, list[Absence]] = {person: [] for person in wanted}
        for row in rows:
            found[row["person"]].append(Absence(**row))
        return {person: tuple(every) for person, every in found.items()}

    async def owing_of(self, person: int) -> tuple[Seated, ...]:
        """The seats on which somebody owes a move in a running game, the longest awaited first."""
        games, seats = tables.games.c, tables.seats.c
        query = (
            select(tables.seats)
            .join(tables.games, games.code == seats.game)
            .where(seats.person == person, seats.owes_since.is_not(None), games.status == "running")
            .order_by(seats.owes_since, seats.game)
        )
        return tuple(Seated(**row) for row in await self._rows(query))

    async def timer(self, key: str) -> Timer | None:
        row = await self._row(select(tables.timers).where(tables.timers.c.key == key))
        return None if row is None else Timer(**row)

    async def timers(
        self, kind: str, *, game: str | None = None, person: int | None = None
    ) -> tuple[Timer, ...]:
        """The timers of a kind that are set for a game or for a person, the earliest first."""
        timers = tables.timers.c
        query = select(tables.timers).where(timers.kind == kind)
        if game is not None:
            query = query.where(timers.game == game)
        if person is not None:
            query = query.where(timers.person == person)
        return tuple(Timer(**row) for row in await self._rows(query.order_by(timers.due, timers.id)))

    async def last_act(self, code: str, person: int) -> int | None:
        """When somebody last did something himself at a table."""
        moves = tables.moves.c
        latest = select(func.max(moves.at)).where(
            moves.game == code, moves.person == person, moves.interaction_id.is_not(None)
        )
        at: int | None = await self._scalar(latest)
        return at
