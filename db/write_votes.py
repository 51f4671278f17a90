"""Writes of votes, and of who plays a seat."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import case, delete, insert, update

from db import tables
from db.rows import Vote
from db.transaction import Writing


class WritesVotes(Writing):
    """What is said of seats goes into the transaction of the log entry that tells of it."""

    async def open_vote(
        self,
        game: str,
        kind: str,
        *,
        at: int,
        closes: int,
        seat: int | None = None,
        opened_by: int | None = None,
        payload: Mapping[str, Any] | None = None,
    ) -> Vote:
        row = {"game": game, "kind": kind, "seat": seat, "payload": dict(payload or {}), "opened": at}
        row |= {"opened_by": opened_by, "closes": closes}
        statement = insert(tables.votes).values(**row).returning(tables.votes.c.id)
        number = await self._held.scalar(statement)
        vote = None if number is None else await self.vote(number)
        assert vote is not None
        return vote

    async def cast(self, vote: Vote, person: int, choice: str, *, at: int) -> None:
        """What somebody answers, in place of what he answered before."""
        ballots = tables.ballots.c
        own = (ballots.vote == vote.id, ballots.person == person)
        await self._held.execute(delete(tables.ballots).where(*own))
        row = {"vote": vote.id, "person": person, "choice": choice, "at": at}
        await self._insert(tables.ballots, row, game=vote.game)

    async def close_vote(self, vote: Vote, result: str, *, at: int) -> bool:
        """End a vote; False where it had ended already."""
        votes = tables.votes.c
        still_open = update(tables.votes).where(votes.id == vote.id, votes.closed.is_(None))
        return (await self._held.execute(still_open.values(closed=at, result=result))).rowcount == 1

    async def hand_over(self, game: str, seat: int, *, since: int | None) -> None:
        """Let the caretaker play a seat from then on; None gives it back."""
        await self._change_seat(game, seat, caretaker_since=since)

    async def mark_resigned(self, game: str, seat: int, *, at: int) -> None:
        await self._change_seat(game, seat, resigned_at=at, caretaker_since=at)

    async def reseat(self, game: str, seat: int, person: int, *, at: int) -> None:
        """Somebody else takes a seat. What the one before had left to be done there is done no more."""
        await self._know_person(person)
        orders, plans = tables.orders.c, tables.plans.c
        left = update(tables.orders).where(orders.game == game, orders.seat == seat, orders.ended.is_(None))
        await self._held.execute(left.values(ended=at, result="left"))
        await self._held.execute(delete(tables.plans).where(plans.game == game, plans.seat == seat))
        owes_since = case((tables.seats.c.owes_since.is_not(None), at), else_=None)
        await self._change_seat(
            game, seat, person=person, joined=at, caretaker_since=None, owes_since=owes_since
        )

    async def _change_seat(self, game: str, seat: int, **changes: Any) -> None:
        seats = tables.seats.c
        mine = update(tables.seats).where(seats.game == game, seats.seat == seat)
        await self._held.execute(mine.values(**changes))
