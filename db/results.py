"""Results: how each finished game ended for each seat, and what is counted from them.

All of it is made from the logs of finished games and can be made again at any time. Only games that count are
counted, and only tables of two or more, unless it says otherwise.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Index, Integer, Select, bindparam, case, delete, func, select

from db import games, rows
from db.games import Game
from db.rows import Moment, Snowflake, column, made, values_of
from db.transaction import Reads, Transaction
from db.users import OPPONENTS

_FIRST = 1


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game ended for one seat.

    `tied` is how many share the place, `share` how much of the seat's play was the person's own, `counted`
    whether the game went on long enough to count, `began` whether the seat had the first turn.
    """

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    seat: int = field(metadata=column(primary_key=True))
    person: Snowflake | None = field(metadata=column(foreign_key="people.id"))
    server: Snowflake | None = field(metadata=column(foreign_key="servers.id"))
    key: str
    seats: int
    began: bool
    place: int
    tied: int
    score: int | None
    share: float
    rated: bool
    counted: bool
    favourites: tuple[str, ...]
    started: Moment
    ended: Moment


@dataclass(frozen=True, slots=True)
class Tally:
    """Games, victories and the best score of somebody, at one title or at all of them."""

    person: int
    key: str
    games: int
    wins: int
    best: int | None


@dataclass(frozen=True, slots=True)
class Came:
    """How often somebody came to a place, and their best score there."""

    times: int
    best: int | None


@dataclass(frozen=True, slots=True)
class Meeting:
    """How often somebody came out ahead of another, behind them, or level."""

    person: int
    ahead: int
    behind: int
    level: int


@dataclass(frozen=True, slots=True)
class Encounter:
    """A game against a computer player, and whether somebody came out ahead of them."""

    game: str
    opponent: int
    ahead: bool


table = rows.table("results", Result, Index(None, "server", "key", "ended"), Index(None, "person", "ended"))

_c = table.c
_EVERY = select(*rows.columns(table, Result))
_OF_GAME = _EVERY.where(_c.game == bindparam("game")).order_by(_c.seat)
_OF_GAMES = _EVERY.where(_c.game.in_(bindparam("games", expanding=True))).order_by(_c.seat)
_ON_SERVER = _EVERY.where(_c.server == bindparam("server")).order_by(_c.ended, _c.game, _c.seat)
_OF_TITLE = _ON_SERVER.where(_c.key == bindparam("key"), _c.counted, _c.seats > 1)
_LATEST = (
    select(_c.ended, _c.game)
    .where(_c.server == bindparam("server"))
    .order_by(_c.ended.desc(), _c.game.desc())
    .limit(1)
)
_COUNT = select(func.count()).where(_c.server == bindparam("server"))
_SERVERS = select(_c.server).where(_c.server.is_not(None)).distinct()
_SOLO = _EVERY.where(
    _c.server == bindparam("server"),
    _c.key == bindparam("key"),
    _c.seats == 1,
    _c.counted,
    _c.score.is_not(None),
    _c.person.is_not(None),
).order_by(_c.score.desc(), _c.ended, _c.game)
_SHARE = (
    select(func.avg(_c.share))
    .join(games.table, games.table.c.code == _c.game)
    .where(_c.person == bindparam("person"), games.table.c.pace != "none")
)


# Games and servers


async def of_game(reads: Reads, game: str) -> tuple[Result, ...]:
    return await _some(reads, _OF_GAME, {"game": game})


async def of_games(reads: Reads, games: Collection[str]) -> dict[str, tuple[Result, ...]]:
    """The results of these games, by seat."""
    by_game: dict[str, tuple[Result, ...]] = {}
    for result in await _some(reads, _OF_GAMES, {"games": [*games]}):
        by_game[result.game] = (*by_game.get(result.game, ()), result)
    return by_game


async def on_server(reads: Reads, server: int) -> tuple[Result, ...]:
    """All results of a server, game by game in the order of their ending."""
    return await _some(reads, _ON_SERVER, {"server": server})


async def between(reads: Reads, server: int, since: int, until: int) -> tuple[Result, ...]:
    """The results of the games of a server that ended in that time."""
    return await _some(reads, _EVERY.where(_c.server == server, _c.ended >= since, _c.ended < until))


async def of_title(reads: Reads, server: int, key: str) -> tuple[Result, ...]:
    """All results of a title on a server that count."""
    return await _some(reads, _OF_TITLE, {"server": server, "key": key})


async def latest(reads: Reads, server: int) -> tuple[int, str] | None:
    """When the last game of a server ended, and which it was."""
    row = await reads.row(_LATEST, {"server": server})
    return None if row is None else (row["ended"], row["game"])


async def count(reads: Reads, server: int) -> int:
    """How many results a server has."""
    return int(await reads.scalar(_COUNT, {"server": server}) or 0)


async def servers(reads: Reads) -> tuple[int, ...]:
    """The servers that have results."""
    return tuple(sorted(row["server"] for row in await reads.rows(_SERVERS)))


# Boards


async def tallies(reads: Reads, server: int, key: str | None = None) -> dict[int, Tally]:
    """Each person's rated games on a server, at one title or at all."""
    query = _counting(_c.person).where(*_rated_on(server, key)).group_by(_c.person)
    return {row["person"]: Tally(**row, key=key or "") for row in await reads.rows(query)}


async def places(
    reads: Reads, server: int, key: str | None = None, *, since: int, until: int
) -> dict[int, dict[int, Came]]:
    """How often each person came to which place at rated tables of a server within that time."""
    times, best = func.count().label("times"), func.max(_c.score).label("best")
    query = (
        select(_c.person, _c.place, times, best)
        .where(*_rated_on(server, key, since, until))
        .group_by(_c.person, _c.place)
    )
    found: defaultdict[int, dict[int, Came]] = defaultdict(dict)
    for row in await reads.rows(query):
        found[row["person"]][row["place"]] = Came(row["times"], row["best"])
    return dict(found)


async def latest_places(
    reads: Reads, server: int, key: str | None, people: Collection[int], number: int
) -> dict[int, tuple[Result, ...]]:
    """The last rated results of each of these people, the oldest of them first."""
    rank = func.row_number().over(partition_by=_c.person, order_by=(_c.ended.desc(), _c.game.desc()))
    ranked = (
        select(table, rank.label("latest")).where(*_rated_on(server, key), _c.person.in_(people)).subquery()
    )
    query = select(*(ranked.c[each.name] for each in rows.columns(table, Result)))
    found: dict[int, tuple[Result, ...]] = {}
    for result in await _some(reads, query.where(ranked.c.latest <= number).order_by(ranked.c.latest.desc())):
        assert result.person is not None
        found[result.person] = (*found.get(result.person, ()), result)
    return found


async def solo(reads: Reads, server: int, key: str) -> tuple[Result, ...]:
    """Games played alone on a server, the best score first, the earlier before the later."""
    return await _some(reads, _SOLO, {"server": server, "key": key})


# People


async def record_of(reads: Reads, person: int, server: int | None) -> dict[str, Tally]:
    """Somebody's games by title, rated or not; those of all servers where none is named."""
    where = [_c.person == person, _c.counted, _c.seats > 1]
    if server is not None:
        where.append(_c.server == server)
    query = _counting(_c.person, _c.key).where(*where).group_by(_c.person, _c.key)
    return {row["key"]: Tally(**row) for row in await reads.rows(query)}


async def own(reads: Reads, person: int, server: int | None = None) -> tuple[Result, ...]:
    """All that somebody finished, the latest first."""
    query = _EVERY.where(_c.person == person)
    if server is not None:
        query = query.where(_c.server == server)
    return await _some(reads, query.order_by(_c.ended.desc(), _c.game))


async def meetings(
    reads: Reads,
    person: int,
    server: int | None,
    *,
    other: int | None = None,
    limit: int | None = None,
) -> tuple[Meeting, ...]:
    """What people somebody met at tables that counted, the most often met first."""
    mine, theirs = table.alias("mine"), table.alias("theirs")
    where = [mine.c.person == person, mine.c.counted, theirs.c.person.is_not(None)]
    where.append(~theirs.c.person.between(OPPONENTS[0], OPPONENTS[-1]))
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
    return tuple(Meeting(**row) for row in await reads.rows(query))


async def encounters(reads: Reads, person: int) -> tuple[Encounter, ...]:
    """The computer players somebody met at tables that counted."""
    mine, theirs = table.alias("mine"), table.alias("theirs")
    query = (
        select(mine.c.game, theirs.c.person.label("opponent"), (mine.c.place < theirs.c.place).label("ahead"))
        .join(theirs, (theirs.c.game == mine.c.game) & (theirs.c.seat != mine.c.seat))
        .where(mine.c.person == person, mine.c.counted)
        .where(theirs.c.person.between(OPPONENTS[0], OPPONENTS[-1]))
    )
    return tuple(Encounter(**row) for row in await reads.rows(query))


async def opponents_tallies(reads: Reads) -> tuple[Tally, ...]:
    """The games and victories of each computer player, wherever they played."""
    theirs = _c.person.between(OPPONENTS[0], OPPONENTS[-1])
    query = _counting(_c.person).where(theirs, _c.counted).group_by(_c.person)
    return tuple(Tally(**row, key="") for row in await reads.rows(query))


async def played_themselves(reads: Reads, person: int) -> float | None:
    """How much of somebody's play at tables with a clock was their own; None without such a table."""
    share: float | None = await reads.scalar(_SHARE, {"person": person})
    return share


async def finished_by(
    reads: Reads,
    person: int,
    *,
    server: int | None = None,
    other: int | None = None,
    key: str | None = None,
    offset: int = 0,
    limit: int,
) -> tuple[int, tuple[Game, ...]]:
    """How many games somebody finished (with somebody else, at one title), and some, the latest first."""
    of_game = games.table.c
    where: list[ColumnElement[bool]] = [of_game.status == "over"]
    played = (select(_c.game).where(_c.person == each) for each in (person, other) if each is not None)
    where.extend(of_game.code.in_(theirs) for theirs in played)
    if server is not None:
        where.append(func.coalesce(of_game.home, of_game.server) == server)
    if key is not None:
        where.append(of_game.key == key)
    total = int(await reads.scalar(select(func.count()).select_from(games.table).where(*where)) or 0)
    query = select(*rows.columns(games.table, Game)).where(*where)
    query = query.order_by(of_game.ended.desc(), of_game.code).offset(offset).limit(limit)
    return total, tuple(made(Game, row) for row in await reads.rows(query))


# Writes


async def keep(tx: Transaction, game: str, results: Sequence[Result]) -> None:
    """The results of a game in place of those that were there."""
    await tx.run(delete(table).where(_c.game == game))
    await tx.insert(table, *map(values_of, results), whose=game)


async def _some(reads: Reads, query: Select[Any], values: dict[str, Any] | None = None) -> tuple[Result, ...]:
    return tuple(made(Result, row) for row in await reads.rows(query, values))


def _rated_on(
    server: int, key: str | None, since: int = 0, until: int | None = None
) -> list[ColumnElement[bool]]:
    where: list[ColumnElement[bool]] = [_c.server == server, _c.rated, _c.counted, _c.person.is_not(None)]
    if key is not None:
        where.append(_c.key == key)
    if since:
        where.append(_c.ended >= since)
    if until is not None:
        where.append(_c.ended < until)
    return where


def _counting(*columns: ColumnElement[Any]) -> Select[Any]:
    return select(
        *columns,
        func.count().label("games"),
        _number_of(_c.place == _FIRST).label("wins"),
        func.max(_c.score).label("best"),
    )


def _number_of(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0), type_=Integer)
