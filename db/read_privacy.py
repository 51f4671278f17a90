"""Everything the database holds about one person, as plain values for a file of his own."""

from typing import Any

from sqlalchemy import Select, Table, or_, select

from db import tables
from db.reading import Reading

OWN = (
    tables.seats,
    tables.moves,
    tables.absences,
    tables.orders,
    tables.plans,
    tables.notes,
    tables.ballots,
    tables.successes,
    tables.results,
    tables.ratings,
    tables.rating_steps,
    tables.messages,
    tables.timers,
)


class ReadsPrivacy(Reading):
    """Nothing of anybody else: a move is one's own, a kudos names the game and the direction."""

    async def everything_about(self, person: int) -> dict[str, list[dict[str, Any]]]:
        found = {"people": await self._plain(select(tables.people).where(tables.people.c.id == person))}
        for table in OWN:
            found[table.name] = await self._plain(_whose(table, person))
        kudos = tables.kudos.c
        mine = select(tables.kudos).where(or_(kudos.giver == person, kudos.receiver == person))
        found["kudos"] = [
            {"game": row["game"], "given": row["giver"] == person, "at": row["at"]}
            for row in await self._rows(mine)
        ]
        return {name: rows for name, rows in found.items() if rows}

    async def _plain(self, query: Select[Any]) -> list[dict[str, Any]]:
        return [dict(row) for row in await self._rows(query)]


def _whose(table: Table, person: int) -> Select[Any]:
    return select(table).where(table.c.person == person)
