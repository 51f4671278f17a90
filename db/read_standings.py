"""Reads of what became of games: results, ratings, seasons, and what is counted from them."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import ColumnElement, Integer, RowMapping, Select, case, func, select

from db import tables
from db.reading import Reading
from db.rows import Came, Game, Meeting, Rating, RatingStep, Result, Season, Tally

_FIRST = 1


class ReadsStandings(Reading):
    """Only games that count are counted, and only tables of two or more, unless it says otherwise."""

    # Results

    async def results_of(self, game: str) -> tuple[Result, ...]:
        results = tables.results.c
        return await self._results(select(tables.results).where(results.game == game).order_by(results.seat))

    async def results_on(self, server: int) -> tuple[Result, ...]:
        """All results of a server, game by game in the order of their ending."""
        results = tables.results.c
        query = select(tables.results).where(results.server == server)
        return await self._results(query.order_by(results.ended, results.game, results.seat))

    async def results_in(self, games: Collection[str]) -> dict[str, tuple[Result, ...]]:
        """The results of these games, by seat."""
        results = tables.results.c
        query = select(tables.results).where(results.game.in_(games)).order_by(results.seat)
        by_game: dict[str, tuple[Result, ...]] = {}
        for result in await self._results(query):
            by_game[result.game] = (*by_game.get(result.game, ()), result)
        return by_game

    async def latest_result(self, server: int) -> tuple[int, str] | None:
        """When the last game of a server ended, and which it was."""
        results = tables.results.c
        query = select(results.ended, results.game).where(results.server == server)
        row = await self._row(query.order_by(results.ended.desc(), results.game.desc()).limit(1))
        return None if row is None else (row["ended"], row["game"])

    async def how_many_results(self, server: int) -> int:
        query = select(func.count()).where(tables.results.c.server == server)
        return int(await self._scalar(query) or 0)

    async def finished_games(self) -> tuple[str, ...]:
        """The codes of all games that are over, in the order of their ending."""
        games = tables.games.c
        query = select(games.code).where(games.status == "over").order_by(games.ended, games.code)
        return tuple(row["code"] for row in await self._rows(query))

    async def servers_with_results(self) -> tuple[int, ...]:
        query = select(tables.results.c.server).where(tables.results.c.server.is_not(None)).distinct()
        return tuple(sorted(row["server"] for row in await self._rows(query)))

    # Boards

    async def ratings(self, server: int, key: str) -> tuple[Rating, ...]:
        """Everybody rated at that title of a server, the strongest first."""
        ratings = tables.ratings.c
        query = select(tables.ratings).where(ratings.server == server, ratings.key == key)
        rows = await self._rows(query.order_by(ratings.mu.desc(), ratings.person))
        return tuple(Rating(**row) for row in rows)

    async def ratings_among(
        self, server: int, keys: Collection[str], people: Collection[int]
    ) -> tuple[Rating, ...]:
        """What is believed of these people at these titles of a server."""
        ratings = tables.ratings.c
        where = (ratings.server == server, ratings.key.in_(keys), ratings.person.in_(people))
        return tuple(Rating(**row) for row in await self._rows(select(tables.ratings).where(*where)))

    async def all_ratings(self, server: int) -> tuple[Rating, ...]:
        query = select(tables.ratings).where(tables.ratings.c.server == server)
        return tuple(Rating(**row) for row in await self._rows(query))

    async def ratings_of(self, person: int, server: int) -> dict[str, Rating]:
        """Somebody's ratings on a server by title."""
        ratings = tables.ratings.c
        query = select(tables.ratings).where(ratings.person == person, ratings.server == server)
        return {row["key"]: Rating(**row) for row in await self._rows(query)}

    async def names_and_hiding(self, people: Collection[int]) -> dict[int, tuple[str | None, bool]]:
        """How these people are called, and whether each hides from boards."""
        known = tables.people.c
        found: dict[int, tuple[str | None, bool]] = {}
        for some in _by_hundreds(people):
            query = select(known.id, known.name, known.preferences).where(known.id.in_(some))
            found |= {
                row["id"]: (row["name"], bool(row["preferences"].get("hidden")))
                for row in await self._rows(query)
            }
        return found

    async def tallies(self, server: int, key: str | None = None) -> dict[int, Tally]:
        """Each person's rated games on a server, at one title or at all."""
        results = tables.results.c
        where = _rated_on(server, key)
        query = _counting(results.person).where(*where).group_by(results.person)
        rows = await self._rows(query)
        return {row["person"]: Tally(**row, key=key or "") for row in rows}

    async def places(
        self, server: int, key: str | None = None, *, since: int, until: int
    ) -> dict[int, dict[int, Came]]:
        """How often each person came to which place at rated tables of a server within that time."""
        results = tables.results.c
        query = (
            select(
                results.person,
                results.place,
                func.count().label("times"),
                func.max(results.score).label("best"),
            )
            .where(*_rated_on(server, key, since, until))
            .group_by(results.person, results.place)
        )
        found: defaultdict[int, dict[int, Came]] = defaultdict(dict)
        for row in await self._rows(query):
            found[row["person"]][row["place"]] = Came(row["times"], row["best"])
        return dict(found)

    async def latest_places(
        self, server: int, key: str | None, people: Collection[int], number: int
    ) -> dict[int, tuple[Result, ...]]:
        """The last rated results of each of these people, the oldest of them first."""
        results = tables.results
        latest = func.row_number().over(
            partition_by=results.c.person, order_by=(results.c.ended.desc(), results.c.game.desc())
        )
        ranked = (
            select(results, latest.label("latest"))
            .where(*_rated_on(server, key), results.c.person.in_(people))
            .subquery()
        )
        query = select(*(ranked.c[column.name] for column in results.columns))
        rows = await self._results(query.where(ranked.c.latest <= number).order_by(ranked.c.latest.desc()))
        found: dict[int, tuple[Result, ...]] = {}
        for result in rows:
            assert result.person is not None
            found[result.person] = (*found.get(result.person, ()), result)
        return found

    async def solo_results(self, server: int, key: str) -> tuple[Result, ...]:
        """Games played alone on a server, the best score first, the earlier before the later."""
        results = tables.results.c
        query = select(tables.results).where(
            results.server == server,
            results.key == key,
            results.seats == 1,
            results.counted,
            results.score.is_not(None),
            results.person.is_not(None),
        )
        return await self._results(query.order_by(results.score.desc(), results.ended, results.game))

    # People

    async def record_of(self, person: int, server: int | None) -> dict[str, Tally]:
        """Somebody's games by title, rated or not; those of all servers where none is named."""
        results = tables.results.c
        where = [results.person == person, results.counted, results.seats > 1]
        if server is not None:
            where.append(results.server == server)
        query = _counting(results.person, results.key).where(*where).group_by(results.person, results.key)
        return {row["key"]: Tally(**row) for row in await self._rows(query)}

    async def own_results(self, person: int, server: int | None = None) -> tuple[Result, ...]:
        """All that somebody finished, the latest first."""
        results = tables.results.c
        query = select(tables.results).where(results.person == person)
        if server is not None:
            query = query.where(results.server == server)
        return await self._results(query.order_by(results.ended.desc(), results.game))

    async def meetings(
        self, person: int, server: int | None, *, other: int | None = None, limit: int | None = None
    ) -> tuple[Meeting, ...]:
        """Whom somebody met at tables that counted, the most often met first."""
        mine, theirs = tables.results.alias("mine"), tables.results.alias("theirs")
        where = [mine.c.person == person, mine.c.counted, theirs.c.person.is_not(None)]
        if server is not None:
            where.append(mine.c.server == server)
        if other is not None:
            where.append(theirs.c.person == other)
        query = (
            select(
                theirs.c.person,
                _number_of(mine.c.place < theirs.c.place).label("ahead"),
                _number_of(mine.c.place > theirs.c.place).label("behind"),
                _number_of(mine.c.place == theirs.c.place).label("level"),
            )
            .join(theirs, (theirs.c.game == mine.c.game) & (theirs.c.seat != mine.c.seat))
            .where(*where)
            .group_by(theirs.c.person)
            .order_by(func.count().desc(), theirs.c.person)
            .limit(limit)
        )
        return tuple(Meeting(**row) for row in await self._rows(query))

    async def curve(self, person: int, server: int) -> dict[str, tuple[RatingStep, ...]]:
        """How somebody's ratings on a server went, title by title, in order."""
        steps = tables.rating_steps.c
        query = select(tables.rating_steps).where(steps.person == person, steps.server == server)
        found: dict[str, tuple[RatingStep, ...]] = {}
        for row in await self._rows(query.order_by(steps.at, steps.game)):
            found[row["key"]] = (*found.get(row["key"], ()), RatingStep(**row))
        return found

    async def steps_of(self, game: str) -> tuple[RatingStep, ...]:
        """What a game changed about the ratings of those who played it."""
        steps = tables.rating_steps.c
        query = select(tables.rating_steps).where(steps.game == game).order_by(steps.key, steps.person)
        return tuple(RatingStep(**row) for row in await self._rows(query))

    async def played_himself(self, person: int) -> float | None:
        """How much of somebody's play at tables with a clock he did himself; None without such a table."""
        results, games = tables.results.c, tables.games.c
        query = (
            select(func.avg(results.share))
            .join(tables.games, games.code == results.game)
            .where(results.person == person, games.pace != "none")
        )
        share: float | None = await self._scalar(query)
        return share

    async def kudos_of(self, person: int) -> int:
        return int(await self._scalar(select(func.count()).where(tables.kudos.c.receiver == person)) or 0)

    # History

    async def finished_by(
        self,
        person: int,
        *,
        server: int | None = None,
        other: int | None = None,
        key: str | None = None,
        offset: int = 0,
        limit: int,
    ) -> tuple[int, tuple[Game, ...]]:
        """How many games somebody finished (with somebody else, at one title), and some, the latest first."""
        games, results = tables.games.c, tables.results.c
        where: list[ColumnElement[bool]] = [games.status == "over"]
        for each in filter(None, (person, other)):
            played = select(results.game).where(results.person == each)
            where.append(games.code.in_(played))
        if server is not None:
            where.append(games.server == server)
        if key is not None:
            where.append(games.key == key)
        total = int(await self._scalar(select(func.count()).select_from(tables.games).where(*where)) or 0)
        query = select(tables.games).where(*where).order_by(games.ended.desc(), games.code)
        rows = await self._rows(query.offset(offset).limit(limit))
        return total, tuple(Game(**row) for row in rows)

    async def results_at(self, server: int, key: str) -> tuple[Result, ...]:
        """All results of a title on a server that count."""
        results = tables.results.c
        query = select(tables.results).where(
            results.server == server, results.key == key, results.counted, results.seats > 1
        )
        return await self._results(query.order_by(results.ended, results.game, results.seat))

    async def latest_channel(self, server: int) -> int | None:
        """The channel of the game that ended last on a server."""
        games = tables.games.c
        query = select(games.channel).where(games.server == server, games.status == "over")
        channel: int | None = await self._scalar(query.order_by(games.ended.desc()).limit(1))
        return channel

    # Seasons

    async def season(self, server: int, start: int) -> Season | None:
        seasons = tables.seasons.c
        query = select(tables.seasons).where(seasons.server == server, seasons.start == start)
        row = await self._row(query)
        return None if row is None else _season(row)

    async def closed_seasons(self, server: int) -> tuple[Season, ...]:
        seasons = tables.seasons.c
        query = select(tables.seasons).where(seasons.server == server, seasons.closed.is_not(None))
        return tuple(_season(row) for row in await self._rows(query.order_by(seasons.start)))

    async def has_timer(self, key: str) -> bool:
        return await self._scalar(select(tables.timers.c.id).where(tables.timers.c.key == key)) is not None

    async def _results(self, query: Select[Any]) -> tuple[Result, ...]:
        rows = await self._rows(query)
        return tuple(Result(**{**row, "favourites": tuple(row["favourites"])}) for row in rows)


def _season(row: RowMapping) -> Season:
    podium = row["podium"]
    return Season(**{**row, "podium": None if podium is None else tuple(podium)})


def _rated_on(
    server: int, key: str | None, since: int = 0, until: int | None = None
) -> list[ColumnElement[bool]]:
    results = tables.results.c
    where = [results.server == server, results.rated, results.counted, results.person.is_not(None)]
    if key is not None:
        where.append(results.key == key)
    if since:
        where.append(results.ended >= since)
    if until is not None:
        where.append(results.ended < until)
    return where


def _counting(*columns: ColumnElement[Any]) -> Select[Any]:
    results = tables.results.c
    return select(
        *columns,
        func.count().label("games"),
        _number_of(results.place == _FIRST).label("wins"),
        func.max(results.score).label("best"),
    )


def _number_of(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0), type_=Integer)


def _by_hundreds(numbers: Iterable[int]) -> Iterable[list[int]]:
    """So few at a time that no database finds a query too long."""
    every = sorted(set(numbers))
    return (every[start : start + 500] for start in range(0, len(every), 500))
