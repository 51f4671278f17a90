"""Every game on SQLite and PostgreSQL: moves, undo, timers, a vote, the end."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

import db
from bot.play.core.refusals import Denied
from bot.play.history.verify import verify_game
from bot.standings.recompute import recompute_all
from db.clock import DAY
from rules import GAMES
from tests.manual_clock import HandClock, moment
from tests.play.table_fixture import ASTRID, BJORN, SERVER, TableFixture, open_table_fixture
from tests.postgres import Cluster

NOON = "2026-03-02 12:00"
PLAYERS = (ASTRID, BJORN)


@pytest.fixture(params=["sqlite", "postgresql"])
async def tables(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[TableFixture]:
    if request.param == "sqlite":
        async with open_table_fixture(tmp_path, NOON) as opened:
            yield opened
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    clock = HandClock(moment(NOON))
    async with await db.Store.open(await cluster.migrated(), clock=clock) as store:
        yield TableFixture(store, clock)


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_a_game_of_each_kind_from_the_lobby_to_the_ratings(tables: TableFixture, key: str) -> None:
    code = await tables.start_game(*PLAYERS, game=key, pace="slow", rated=True)
    chance, undone = Random(3), 0
    for _ in range(40):
        snapshot = await tables.snapshot(code)
        seat = min(snapshot.owing_seats())
        actor = PLAYERS[seat]
        await tables.play(code, actor, str(chance.choice(snapshot.legal(seat))))
        if undone < 3:
            try:
                await tables.undo(code, actor)
                undone += 1
            except Denied:
                continue  # behind a barrier
    assert undone
    assert await tables.take_posts("card")
    due = await db.timers.next_due(tables.store)
    assert due is not None
    await tables.advance(due - tables.clock.at)
    later = await db.timers.next_due(tables.store)
    assert later is not None
    assert later > due
    running = await verify_game(tables.store, (GAMES,), code)
    assert running is not None
    assert running.is_valid
    await tables.resign(code, ASTRID)
    after = await tables.snapshot(code)
    assert after.is_over
    ratings = {one.person: one.mu for one in await db.ratings.list_for_title(tables.store, SERVER, key)}
    assert ratings[BJORN.id] > ratings[ASTRID.id]
    assert (await recompute_all(tables.store, GAMES)).ratings_changed == 0
    assert (await tables.store.check()) == ()
    await tables.advance(DAY)
    finished = await verify_game(tables.store, (GAMES,), code)
    assert finished is not None
    assert finished.is_valid
