"""Erasing a person from all tables, so that his friends' games live on without his name."""

from bot.tables.absence import ERASED, Absence
from bot.tables.gathering import Gathering


class Erasure(Absence, Gathering):
    """One transaction: nobody is half erased."""

    async def erase(self, person: int) -> None:
        async with self.store.write() as w:
            for row in await w.games_of(person, ("lobby",)):
                await self._leave(w, await self._position(w, row.code), person)
            for row in await w.games_of(person, ("running",)):
                position = await self._position(w, row.code)
                seat = position.seat_of(person)
                if seat is not None:
                    await self.hand_to_caretaker(w, position, seat, why=ERASED)
                    for vote in await w.open_votes(row.code):
                        if seat == vote.seat or person == vote.opened_by:
                            await self._close(w, vote, "over")
            for row in await w.games_of(person, ("archived",)):
                (seat,) = [seat.seat for seat in await w.seats(row.code) if seat.person == person]
                await w.hand_over(row.code, seat, since=self.now())
            await w.erase_person(person)
