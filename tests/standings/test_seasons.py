"""A season from its beginning to its close: it is closed once, with its podium."""

from datetime import UTC, datetime

import db
from bot.standings import seasons
from bot.standings.leaderboards import medals_of
from bot.standings.seasons import season_at
from db.clock import DAY
from tests.standings.finished_games import FinishedGame, insert_finished_games

SERVER, ASTRID, BJORN, CARA = 50, 1001, 1002, 1003
SEASON = season_at(int(datetime(2026, 2, 1, tzinfo=UTC).timestamp() * 1000))


async def begin_season(store: db.Store) -> None:
    async with store.write() as tx:
        assert await seasons.begin_season(tx, SERVER, SEASON.start + DAY) == SEASON
        assert await seasons.begin_season(tx, SERVER, SEASON.until - 1) is None


async def close_season(store: db.Store) -> bool:
    async with store.write() as tx:
        return await seasons.close_season(tx, SERVER, SEASON.start)


async def test_a_season_is_closed_once_with_its_podium(store: db.Store) -> None:
    games = [
        FinishedGame(SEASON.start, [[ASTRID], [BJORN, CARA]]),
        FinishedGame(SEASON.until - 1, [[CARA], [ASTRID]], key="borealis"),
        FinishedGame(SEASON.until, [[BJORN], [ASTRID]]),
    ]
    await insert_finished_games(store, SERVER, games)
    await begin_season(store)
    assert await close_season(store)
    season = await db.seasons.find(store, SERVER, SEASON.start)
    assert season is not None
    assert season.closed is not None
    assert [(one["place"], one["person"], one["points"], one["games"]) for one in season.podium or ()] == [
        (1, ASTRID, 16, 2),
        (1, CARA, 16, 2),
        (3, BJORN, 6, 1),
    ]
    assert medals_of([season]) == {ASTRID: (1, 0, 0), CARA: (1, 0, 0), BJORN: (0, 0, 1)}
    assert not await close_season(store)


async def test_six_places_of_a_season_are_remembered(store: db.Store) -> None:
    people = range(1, 9)
    wins = [FinishedGame(SEASON.start + one, [[person], [100 + person]]) for one, person in enumerate(people)]
    more = [
        FinishedGame(SEASON.start + 50 + one, [[person], [200]]) for person in people for one in range(person)
    ]
    await insert_finished_games(store, SERVER, [*wins, *more])
    await begin_season(store)
    assert await close_season(store)
    season = await db.seasons.find(store, SERVER, SEASON.start)
    assert season is not None
    assert [one["place"] for one in season.podium or ()] == [1, 2, 3, 4, 5, 6]


def test_who_plays_much_gains_less_and_less_by_it() -> None:
    assert seasons.season_points({1: 8}) == 80
    assert seasons.season_points({1: 9}) == 85
    assert seasons.season_points({2: 16}) == 6 * 8 + 3 * 8
    assert seasons.season_points({1: 8, 2: 1}) == 83, "the best eight count whole"


async def test_whoever_hides_is_on_no_podium(store: db.Store) -> None:
    await insert_finished_games(store, SERVER, [FinishedGame(SEASON.start, [[ASTRID], [BJORN]])])
    await begin_season(store)
    async with store.write() as tx:
        await db.users.update_preferences(tx, ASTRID, hidden=True)
    assert await close_season(store)
    season = await db.seasons.find(store, SERVER, SEASON.start)
    assert season is not None
    assert [one["person"] for one in season.podium or ()] == [BJORN]


async def test_of_a_season_without_games_there_is_nothing_to_tell(store: db.Store) -> None:
    assert not await close_season(store)
    await begin_season(store)
    assert not await close_season(store)
    season = await db.seasons.find(store, SERVER, SEASON.start)
    assert season is not None
    assert season.closed is not None
