"""Results of finished games by seat, and statistics derived from them.

All rows are derived from the logs of finished games and can be recomputed. Unless stated otherwise, the
statistics include only games that count (`counted`) with two or more seats.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from db import games, rows
from db.games import Game
from db.rows import Milliseconds, Snowflake, column, from_row, to_row
from db.transaction import Reads, Transaction
from db.users import COMPUTER_PLAYER_IDS

_FIRST_PLACE = 1


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one seat of a finished game.

    `tied` is the number of seats that share the place. `share` is the fraction of the seat's moves that the
    user played themselves. `counted` is False for games that ended too early. `began` marks the first turn.
    `weight` is the part of the rating change that counts; it falls with many games against one opponent.
    `early` marks a rated duel that ended by resignation within the first turns.
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
    started: Milliseconds
    ended: Milliseconds
    weight: float = field(default=1.0, metadata=column(server_default=sa.text("1")))
    early: bool = field(default=False, metadata=column(server_default=sa.false()))


@dataclass(frozen=True, slots=True)
class Tally:
    """Number of games, wins and best score of a user, for one title or for all (`key` is empty)."""

    person: int
    key: str
    games: int
    wins: int
    best: int | None


@dataclass(frozen=True, slots=True)
class PlaceCount:
    """The number of times a user finished in a place, and the best score with that place."""

    times: int
    best: int | None


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The number of games in which a user finished ahead of `person`, behind them, or level."""

    person: int
    ahead: int
    behind: int
    level: int


@dataclass(frozen=True, slots=True)
class Encounter:
    """A game against a computer player, and whether the user finished ahead of it."""

    game: str
    opponent: int
    ahead: bool


table = rows.table(
    "results",
    Result,
    sa.Index(None, "server", "key", "ended"),
    sa.Index(None, "person", "ended"),
    on_erasure="reassign",
)

_c = table.c
_EVERY = rows.query(table)
_OF_GAME = rows.query(table, "game").order_by(_c.seat)
_OF_GAMES = _EVERY.where(_c.game.in_(sa.bindparam("games", expanding=True))).order_by(_c.seat)
_ON_SERVER = rows.query(table, "server").order_by(_c.ended, _c.game, _c.seat)
_OF_TITLE = _ON_SERVER.where(
    _c.key == sa.bindparam("key"),
    _c.counted,
    _c.seats > 1,
    _c.ended >= sa.bindparam("since", type_=sa.BigInteger),
)
_LATEST = (
    sa.select(_c.ended, _c.game)
    .where(_c.server == sa.bindparam("server"))
    .order_by(_c.ended.desc(), _c.game.desc())
    .limit(1)
)
_COUNT = sa.select(sa.func.count()).where(_c.server == sa.bindparam("server"))
_SERVERS = sa.select(_c.server).where(_c.server.is_not(None)).distinct()
_SOLO = _EVERY.where(
    _c.server == sa.bindparam("server"),
    _c.key == sa.bindparam("key"),
    _c.seats == 1,
    _c.counted,
    _c.score.is_not(None),
    _c.person.is_not(None),
).order_by(_c.score.desc(), _c.ended, _c.game)
_SHARE = (
    sa.select(sa.func.avg(_c.share))
    .join(games.table, games.table.c.code == _c.game)
    .where(_c.person == sa.bindparam("person"), games.table.c.pace != "none")
)


# By game and server


async def list_for_game(reads: Reads, game: str) -> tuple[Result, ...]:
    return await _list(reads, _OF_GAME, {"game": game})


async def list_for_games(reads: Reads, games: Collection[str]) -> dict[str, tuple[Result, ...]]:
    """Return the results of these games by game, ordered by seat."""
    by_game: dict[str, tuple[Result, ...]] = {}
    for result in await _list(reads, _OF_GAMES, {"games": [*games]}):
        by_game[result.game] = (*by_game.get(result.game, ()), result)
    return by_game


async def list_for_server(reads: Reads, server: int) -> tuple[Result, ...]:
    """Return all results of a server, in the order the games ended."""
    return await _list(reads, _ON_SERVER, {"server": server})


async def list_between(reads: Reads, server: int, since: int, until: int) -> tuple[Result, ...]:
    """Return the results of a server's games that ended in [since, until)."""
    return await _list(reads, _EVERY.where(_c.server == server, _c.ended >= since, _c.ended < until))


async def count_duels(
    reads: Reads, server: int, user_ids: tuple[int, int], *, since: int, until: int, early: bool = False
) -> int:
    """Return the number of rated games of two that these users ended in [since, until).

    With `early`, only those that ended by resignation within the first turns.
    """
    other = table.alias()
    query = (
        sa.select(sa.func.count())
        .select_from(table.join(other, sa.and_(_c.game == other.c.game, _c.seat != other.c.seat)))
        .where(
            _c.person == user_ids[0],
            other.c.person == user_ids[1],
            _c.server == server,
            _c.seats == len(user_ids),
            _c.rated,
            _c.counted,
            _c.ended >= since,
            _c.ended < until,
        )
    )
    return int(await reads.scalar(query.where(_c.early) if early else query))


async def list_for_title(reads: Reads, server: int, key: str, *, since: int = 0) -> tuple[Result, ...]:
    """Return the counted results of a title on a server, of games that ended at `since` (ms) or later."""
    return await _list(reads, _OF_TITLE, {"server": server, "key": key, "since": since})


async def find_latest(reads: Reads, server: int) -> tuple[int, str] | None:
    """Return the end time and the code of the game that ended last on a server."""
    found = await reads.rows(_LATEST, {"server": server})
    return (found[0]["ended"], found[0]["game"]) if found else None


async def count_for_server(reads: Reads, server: int) -> int:
    return int(await reads.scalar(_COUNT, {"server": server}) or 0)


async def list_servers(reads: Reads) -> tuple[int, ...]:
    """Return the ids of the servers that have results."""
    return tuple(sorted(row["server"] for row in await reads.rows(_SERVERS)))


# Leaderboards


async def tallies_by_user(reads: Reads, server: int, key: str | None = None) -> dict[int, Tally]:
    """Return tallies of the rated games on a server by user, for one title or for all."""
    query = _tally_query(_c.person).where(*_rated_conditions(server, key)).group_by(_c.person)
    return {row["person"]: Tally(**row, key=key or "") for row in await reads.rows(query)}


async def count_places(
    reads: Reads, server: int, key: str | None = None, *, since: int, until: int
) -> dict[int, dict[int, PlaceCount]]:
    """Count the places in a server's rated games that ended in [since, until), by user and place."""
    times, best = sa.func.count().label("times"), sa.func.max(_c.score).label("best")
    query = (
        sa.select(_c.person, _c.place, times, best)
        .where(*_rated_conditions(server, key, since, until))
        .group_by(_c.person, _c.place)
    )
    found: defaultdict[int, dict[int, PlaceCount]] = defaultdict(dict)
    for row in await reads.rows(query):
        found[row["person"]][row["place"]] = PlaceCount(row["times"], row["best"])
    return dict(found)


async def latest_by_user(
    reads: Reads, server: int, key: str | None, user_ids: Collection[int], limit: int
) -> dict[int, tuple[Result, ...]]:
    """Return the latest rated results of each of these users, oldest first."""
    rank = sa.func.row_number().over(partition_by=_c.person, order_by=(_c.ended.desc(), _c.game.desc()))
    ranked = (
        sa.select(table, rank.label("latest"))
        .where(*_rated_conditions(server, key), _c.person.in_(user_ids))
        .subquery()
    )
    query = sa.select(*(ranked.c[each.name] for each in rows.columns(table)))
    found: dict[int, tuple[Result, ...]] = {}
    for result in await _list(reads, query.where(ranked.c.latest <= limit).order_by(ranked.c.latest.desc())):
        assert result.person is not None
        found[result.person] = (*found.get(result.person, ()), result)
    return found


async def list_solo(reads: Reads, server: int, key: str) -> tuple[Result, ...]:
    """Return the results of solo games on a server, best score first, then oldest."""
    return await _list(reads, _SOLO, {"server": server, "key": key})


# By user


async def tallies_by_title(reads: Reads, user_id: int, server: int | None) -> dict[str, Tally]:
    """Return a user's tallies by title, rated or not, on one server or on all."""
    where = (*rows.matching(table, person=user_id, server=server), _c.counted, _c.seats > 1)
    query = _tally_query(_c.person, _c.key).where(*where).group_by(_c.person, _c.key)
    return {row["key"]: Tally(**row) for row in await reads.rows(query)}


async def list_for_user(reads: Reads, user_id: int, server: int | None = None) -> tuple[Result, ...]:
    """Return all results of a user, counted or not, newest first."""
    query = _EVERY.where(*rows.matching(table, person=user_id, server=server))
    return await _list(reads, query.order_by(_c.ended.desc(), _c.game))


async def list_head_to_head(
    reads: Reads, user_id: int, server: int | None, *, other: int | None = None, limit: int | None = None
) -> tuple[HeadToHead, ...]:
    """Return a user's results against each other human player, most often met first."""
    mine, theirs = table.alias("mine"), table.alias("theirs")
    where = [*rows.matching(mine, person=user_id, server=server), *rows.matching(theirs, person=other)]
    where += [mine.c.counted, theirs.c.person.is_not(None)]
    where.append(~theirs.c.person.between(COMPUTER_PLAYER_IDS[0], COMPUTER_PLAYER_IDS[-1]))
    query = (
        sa.select(
            theirs.c.person,
            _count_if(mine.c.place < theirs.c.place).label("ahead"),
            _count_if(mine.c.place > theirs.c.place).label("behind"),
            _count_if(mine.c.place == theirs.c.place).label("level"),
        )
        .join(theirs, (theirs.c.game == mine.c.game) & (theirs.c.seat != mine.c.seat))
        .where(*where)
        .group_by(theirs.c.person)
        .order_by(sa.func.count().desc(), theirs.c.person)
        .limit(limit)
    )
    return tuple(HeadToHead(**row) for row in await reads.rows(query))


async def list_encounters(reads: Reads, user_id: int) -> tuple[Encounter, ...]:
    """Return a user's counted games against computer players."""
    mine, theirs = table.alias("mine"), table.alias("theirs")
    query = (
        sa.select(
            mine.c.game, theirs.c.person.label("opponent"), (mine.c.place < theirs.c.place).label("ahead")
        )
        .join(theirs, (theirs.c.game == mine.c.game) & (theirs.c.seat != mine.c.seat))
        .where(mine.c.person == user_id, mine.c.counted)
        .where(theirs.c.person.between(COMPUTER_PLAYER_IDS[0], COMPUTER_PLAYER_IDS[-1]))
    )
    return tuple(Encounter(**row) for row in await reads.rows(query))


async def tallies_of_computer_players(reads: Reads) -> tuple[Tally, ...]:
    """Return the tally of each computer player on all servers."""
    theirs = _c.person.between(COMPUTER_PLAYER_IDS[0], COMPUTER_PLAYER_IDS[-1])
    query = _tally_query(_c.person).where(theirs, _c.counted).group_by(_c.person)
    return tuple(Tally(**row, key="") for row in await reads.rows(query))


async def own_play_share(reads: Reads, user_id: int) -> float | None:
    """Return the average `share` of a user's games with a clock. None if there is no such game."""
    share: float | None = await reads.scalar(_SHARE, {"person": user_id})
    return share


async def page_of_finished_games(
    reads: Reads,
    user_id: int,
    *,
    server: int | None = None,
    other: int | None = None,
    key: str | None = None,
    offset: int = 0,
    limit: int,
) -> tuple[int, tuple[Game, ...]]:
    """Return the number of games a user finished, and one page of them, newest first.

    `other` limits them to games with that user.
    """
    of_game = games.table.c
    where = rows.matching(games.table, status="over", key=key)
    played = (sa.select(_c.game).where(_c.person == each) for each in (user_id, other) if each is not None)
    where.extend(of_game.code.in_(theirs) for theirs in played)
    if server is not None:
        where.append(sa.func.coalesce(of_game.home, of_game.server) == server)
    total = int(await reads.scalar(sa.select(sa.func.count()).select_from(games.table).where(*where)) or 0)
    query = sa.select(*rows.columns(games.table)).where(*where)
    query = query.order_by(of_game.ended.desc(), of_game.code).offset(offset).limit(limit)
    return total, tuple(from_row(Game, row) for row in await reads.rows(query))


# Writes


async def replace_for_game(tx: Transaction, game: str, results: Sequence[Result]) -> None:
    """Save the results of a game, replacing earlier ones."""
    await tx.execute(sa.delete(table).where(_c.game == game))
    await tx.insert(table, *map(to_row, results), conflict_id=game)


async def _list(
    reads: Reads, query: sa.Select[Any], values: dict[str, Any] | None = None
) -> tuple[Result, ...]:
    return tuple(from_row(Result, row) for row in await reads.rows(query, values))


def _rated_conditions(
    server: int, key: str | None, since: int = 0, until: int | None = None
) -> list[sa.ColumnElement[bool]]:
    where = [*rows.matching(table, server=server, key=key), _c.rated, _c.counted, _c.person.is_not(None)]
    if since:
        where.append(_c.ended >= since)
    if until is not None:
        where.append(_c.ended < until)
    return where


def _tally_query(*columns: sa.ColumnElement[Any]) -> sa.Select[Any]:
    return sa.select(
        *columns,
        sa.func.count().label("games"),
        _count_if(_c.place == _FIRST_PLACE).label("wins"),
        sa.func.max(_c.score).label("best"),
    )


def _count_if(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.sum(sa.case((condition, 1), else_=0), type_=sa.Integer)
