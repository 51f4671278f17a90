"""Erasing a person: what is his alone goes, what others share with him loses his name."""

import secrets

from sqlalchemy import String, cast, delete, insert, or_, select, update

from db import tables
from db.write_standings import WritesStandings

GHOSTS = 2**62


class WritesPrivacy(WritesStandings):
    """A ghost, known by a random negative number, keeps the seats of somebody who was erased."""

    async def erase_person(self, person: int) -> int:
        """Forget somebody. His seats, places and the ratings of his friends stay; says the ghost's number."""
        ghost = -1 - secrets.randbelow(GHOSTS)
        await self._held.execute(
            insert(tables.people).values(id=ghost, preferences={"hidden": True}, hints_seen=[])
        )
        for owned in (tables.absences, tables.orders, tables.plans, tables.notes, tables.successes):
            await self._held.execute(delete(owned).where(owned.c.person == person))
        given = or_(tables.kudos.c.giver == person, tables.kudos.c.receiver == person)
        await self._held.execute(delete(tables.kudos).where(given))
        for shared in (
            tables.seats,
            tables.moves,
            tables.ballots,
            tables.results,
            tables.ratings,
            tables.rating_steps,
        ):
            await self._held.execute(update(shared).where(shared.c.person == person).values(person=ghost))
        await self.rename_on_podiums(person, ghost)
        votes, games = tables.votes, tables.games
        await self._held.execute(update(votes).where(votes.c.opened_by == person).values(opened_by=None))
        # What the table was asked names people; nobody needs to read it again.
        naming = select(votes.c.id, votes.c.payload).where(
            cast(votes.c.payload, String).contains(str(person))
        )
        for vote, payload in (await self._held.execute(naming)).all():
            rest = {name: value for name, value in payload.items() if name != "notice"}
            await self._held.execute(update(votes).where(votes.c.id == vote).values(payload=rest))
        await self._held.execute(update(games).where(games.c.host == person).values(host=None))
        await self._forget_messages(person)
        await self._held.execute(delete(tables.people).where(tables.people.c.id == person))
        return ghost

    async def _forget_messages(self, person: int) -> None:
        messages, outbox, timers = tables.messages, tables.outbox, tables.timers
        await self._held.execute(delete(messages).where(messages.c.person == person))
        await self._held.execute(delete(timers).where(timers.c.person == person))
        # What was or will be said may name him; its key alone is enough not to say it again.
        naming = or_(
            cast(outbox.c.payload, String).contains(str(person)), outbox.c.lane.endswith(f" {person}")
        )
        await self._held.execute(
            update(outbox).where(naming, outbox.c.done_at.is_not(None)).values(payload={})
        )
        await self._held.execute(delete(outbox).where(naming, outbox.c.done_at.is_(None)))
