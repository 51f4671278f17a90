"""Reads of what tables are asked, and what people answered."""

from sqlalchemy import select

from db import tables
from db.reading import Reading
from db.rows import Vote


class ReadsVotes(Reading):
    """Votes and their ballots."""

    async def vote(self, vote: int) -> Vote | None:
        row = await self._row(self._mine(select(tables.votes).where(tables.votes.c.id == vote)))
        return None if row is None else Vote(**row)

    async def open_votes(
        self, game: str, *, kind: str | None = None, seat: int | None = None
    ) -> tuple[Vote, ...]:
        """What a table is being asked, the oldest first."""
        votes = tables.votes.c
        query = select(tables.votes).where(votes.game == game, votes.closed.is_(None))
        if kind is not None:
            query = query.where(votes.kind == kind)
        if seat is not None:
            query = query.where(votes.seat == seat)
        return tuple(Vote(**row) for row in await self._rows(query.order_by(votes.id)))

    async def ballots(self, vote: int) -> dict[int, str]:
        """What each person answered."""
        ballots = tables.ballots.c
        query = select(ballots.person, ballots.choice).where(ballots.vote == vote)
        return {row["person"]: row["choice"] for row in await self._rows(query.order_by(ballots.at))}
