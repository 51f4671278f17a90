"""Writes of what became of games. All of it is made from the logs and can be made again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import delete, insert, select, update

from db import tables
from db.rows import Rating, RatingStep, Result, Season
from db.transaction import Writing

AT_ONCE = 500
"""So many rows go into one statement."""


class WritesStandings(Writing):
    """Each of these puts what it is given in the place of what was there."""

    async def keep_results(self, game: str, results: Sequence[Result]) -> None:
        await self._held.execute(delete(tables.results).where(tables.results.c.game == game))
        await self._fill(
            tables.results, ({**_row(one), "favourites": list(one.favourites)} for one in results)
        )

    async def keep_ratings(self, ratings: Iterable[Rating]) -> None:
        """The new ratings of some people; others keep theirs."""
        known = tables.ratings.c
        for rating in ratings:
            whose = (known.server == rating.server, known.key == rating.key, known.person == rating.person)
            await self._held.execute(delete(tables.ratings).where(*whose))
            await self._insert(tables.ratings, _row(rating))

    async def keep_steps(self, steps: Iterable[RatingStep]) -> None:
        await self._fill(tables.rating_steps, map(_row, steps))

    async def replace_ratings(
        self, server: int, ratings: Iterable[Rating], steps: Iterable[RatingStep]
    ) -> None:
        """All ratings of a server anew, with all that led to them."""
        for table in (tables.ratings, tables.rating_steps):
            await self._held.execute(delete(table).where(table.c.server == server))
        await self._fill(tables.ratings, map(_row, ratings))
        await self._fill(tables.rating_steps, map(_row, steps))

    async def open_season(self, server: int, start: int, until: int) -> bool:
        """Begin a season; False where it had begun already."""
        if await self.season(server, start) is not None:
            return False
        await self._know_server(server)
        row = {"server": server, "start": start, "until": until, "closed": None, "podium": None}
        await self._insert(tables.seasons, row)
        return True

    async def close_season(self, season: Season, podium: Sequence[Mapping[str, Any]], *, at: int) -> bool:
        """End a season with those who stand on its podium; False where somebody else did."""
        seasons = tables.seasons.c
        open_ = (seasons.server == season.server, seasons.start == season.start, seasons.closed.is_(None))
        change = update(tables.seasons).where(*open_).values(closed=at, podium=[dict(one) for one in podium])
        return (await self._held.execute(change)).rowcount == 1

    async def rename_on_podiums(self, person: int, other: int) -> None:
        """Put somebody else where a person stood on the podium of a season."""
        seasons = tables.seasons.c
        rows = (
            await self._held.execute(select(tables.seasons).where(seasons.closed.is_not(None)))
        ).mappings()
        for row in rows.all():
            podium = [{**one, "person": other} if one["person"] == person else one for one in row["podium"]]
            if podium != row["podium"]:
                where = (seasons.server == row["server"], seasons.start == row["start"])
                await self._held.execute(update(tables.seasons).where(*where).values(podium=podium))

    async def _fill(self, table: Any, rows: Iterable[Mapping[str, Any]]) -> None:
        every = list(rows)
        for start in range(0, len(every), AT_ONCE):
            await self._held.execute(insert(table), every[start : start + AT_ONCE])


def _row(value: Any) -> dict[str, Any]:
    return asdict(value)
