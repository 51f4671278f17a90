"""Seasons are opened and closed once; users can be replaced on podiums."""

import db
from db import Store
from tests.db.game_fixtures import set_clock
from tests.db.ids import ASTRID, BJORN, SERVER


async def test_a_season_is_opened_and_closed_once(store: Store) -> None:
    set_clock(store, 201)
    async with store.write() as tx:
        assert await db.seasons.create(tx, SERVER, 100, 200)
        assert not await db.seasons.create(tx, SERVER, 100, 200)
        season = await db.seasons.find(tx, SERVER, 100)
        assert season is not None
        assert (season.until, season.closed, season.podium) == (200, None, None)
        assert await db.seasons.list_closed(tx, SERVER) == ()
        podium = [{"place": 1, "person": ASTRID, "points": 10, "games": 1}]
        assert await db.seasons.close(tx, season, podium)
        assert not await db.seasons.close(tx, season, [])
    (closed,) = await db.seasons.list_closed(store, SERVER)
    assert (closed.closed, closed.podium) == (201, tuple(podium))


async def test_somebody_is_renamed_on_every_podium_and_nobody_else(store: Store) -> None:
    async with store.write() as tx:
        for start, person in ((100, ASTRID), (200, BJORN), (300, ASTRID), (400, ASTRID)):
            await db.seasons.create(tx, SERVER, start, start + 100)
            season = await db.seasons.find(tx, SERVER, start)
            assert season is not None
            if start < 400:
                await db.seasons.close(tx, season, [{"place": 1, "person": person}])
        await db.seasons.replace_on_podiums(tx, ASTRID, -7)
    podiums = [season.podium for season in await db.seasons.list_closed(store, SERVER)]
    assert [one["person"] for podium in podiums for one in podium or ()] == [-7, BJORN, -7]
