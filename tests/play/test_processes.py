"""Several processes on one PostgreSQL database: everything is done once, and nobody's work is lost."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from signal import SIGKILL

import pytest
from sqlalchemy import func, select, update

import db
from bot.play.club import leagues, maintenance
from bot.play.core import timers
from bot.play.core.authorization import Actor
from bot.play.core.game_service import GameService
from bot.play.lobby import lobby
from bot.standings.recompute import recompute_all
from bot.standings.results import MIN_TURNS
from bot.standings.seasons import season_at
from db.clock import DAY
from rules import GAMES
from tests.db.child_processes import forkserver, start_process
from tests.db.game_fixtures import start_game
from tests.manual_clock import HandClock
from tests.play.table_fixture import ASTRID, BJORN, CHANNEL, SERVER, TableFixture
from tests.play.worker_process import race_for_moves, resign_all, run_until_idle
from tests.postgres import Cluster

pytestmark = pytest.mark.slow
PATIENCE = 120


@pytest.fixture
async def store(cluster: Cluster) -> AsyncIterator[db.Store]:
    async with await db.Store.open(await cluster.migrated()) as opened:
        yield opened


def url_of(store: db.Store) -> str:
    return store.engine.url.render_as_string(hide_password=False)


def lines(diary: Path) -> list[str]:
    return diary.read_text().split("\n")[:-1] if diary.exists() else []


async def started(store: db.Store, games: int, **agreed: object) -> list[str]:
    service, codes = GameService(store, GAMES), []
    place = {"server": SERVER, "channel": CHANNEL, "language": "en"}
    for number in range(games):
        opened = await lobby.open_table(service, "lofoten", {}, ASTRID, **place, **agreed)  # type: ignore[arg-type]
        await lobby.join(service, opened.code, BJORN)
        await lobby.start(service, opened.code, ASTRID.id, interaction_id=number + 1)
        codes.append(opened.code)
    return codes


@pytest.mark.parametrize("processes", [2, 4])
async def test_of_a_thousand_contended_moves_each_has_one_winner(
    store: db.Store, tmp_path: Path, processes: int
) -> None:
    game = await start_game(store)
    diaries = [tmp_path / str(number) for number in range(processes)]
    all_there = forkserver().Barrier(processes)
    racers = [
        start_process(race_for_moves, url_of(store), game.code, 1001, str(diary), all_there)
        for diary in diaries
    ]
    for racer in racers:
        await asyncio.to_thread(racer.join, PATIENCE)
    assert [racer.exitcode for racer in racers] == [0] * processes
    told = [lines(diary) for diary in diaries]
    assert sum(said.count("won") for said in told) == 1000
    assert all("won" in said for said in told)
    assert any("lost" in said for said in told)
    log = await db.entries.read_log(store, game.code)
    assert [entry.ply for entry in log] == list(range(1, 1002))
    assert await db.games.find_state(store, game.code) == " ".join(["start", *["move"] * 1000])


async def all_is_due(store: db.Store) -> None:
    """A season that has ended, a night that has come, and every timer of every table."""
    last = season_at(season_at(store.now).start - DAY)
    payload = timers.SeasonTimer(server=SERVER, start=last.start)
    await maintenance.ensure_timer(GameService(store, GAMES))
    async with store.write() as tx:
        await db.seasons.create(tx, SERVER, last.start, last.until)
        await db.timers.schedule(
            tx, timers.new_timer(timers.SEASON, payload, f"season {SERVER} {last.start}", tx.now)
        )
        await tx.execute(update(db.timers.table).values(due=tx.now))


@pytest.mark.parametrize("processes", [2, 4])
async def test_timers_seasons_the_night_and_the_outbox_are_seen_to_once(
    store: db.Store, tmp_path: Path, processes: int
) -> None:
    await started(store, 8, pace="day")
    await all_is_due(store)
    diaries = [tmp_path / str(number) for number in range(processes)]
    crew = [start_process(run_until_idle, url_of(store), str(diary)) for diary in diaries]
    for process in crew:
        await asyncio.to_thread(process.join, PATIENCE)
    assert [process.exitcode for process in crew] == [0] * processes
    await everything_told_once(store, [key for diary in diaries for key in lines(diary)])


async def test_what_a_killed_process_had_claimed_is_taken_over(store: db.Store, tmp_path: Path) -> None:
    await started(store, 8, pace="day")
    await all_is_due(store)
    doomed = start_process(run_until_idle, url_of(store), str(tmp_path / "doomed"), 4)
    await asyncio.to_thread(doomed.join, PATIENCE)
    assert doomed.exitcode == -SIGKILL
    crew = [start_process(run_until_idle, url_of(store), str(tmp_path / name)) for name in ("one", "two")]
    for process in crew:
        await asyncio.to_thread(process.join, PATIENCE)
    assert [process.exitcode for process in crew] == [0, 0]
    told = [key for name in ("doomed", "one", "two") for key in lines(tmp_path / name)]
    assert len(lines(tmp_path / "doomed")) < len(told)
    await everything_told_once(store, told)


async def everything_told_once(store: db.Store, told: list[str]) -> None:
    assert len(told) == len(set(told))
    posts = db.outbox.table
    waiting = await store.scalar(
        select(func.count()).where(posts.c.done_at.is_(None), posts.c.not_before <= store.now)
    )
    assert waiting == 0
    done = {row["key"] for row in await store.rows(select(posts.c.key).where(posts.c.done_at.is_not(None)))}
    assert done == set(told)
    seasons = await store.rows(select(db.seasons.table).order_by(db.seasons.table.c.start))
    assert [row["closed"] is None for row in seasons] == [False, True]
    night = await db.timers.find(store, timers.MAINTENANCE)
    assert night is not None
    assert night.due > store.now


async def test_games_that_end_in_two_processes_at_once_are_rated_one_after_the_other(
    store: db.Store, tmp_path: Path
) -> None:
    codes = await started(store, 14, pace="day", rated=True)
    tables = TableFixture(store, HandClock(0))
    for code in codes:
        await tables.play_random_turns(code, (ASTRID, BJORN), MIN_TURNS + 1)
    diaries = [tmp_path / name for name in ("one", "two")]
    all_there = forkserver().Barrier(2)
    crew = [
        start_process(resign_all, url_of(store), games, person.id, str(diary), all_there)
        for games, person, diary in zip((codes, codes[::-1]), (ASTRID, BJORN), diaries, strict=True)
    ]
    for process in crew:
        await asyncio.to_thread(process.join, PATIENCE)
    assert [process.exitcode for process in crew] == [0, 0]
    assert sorted(lines(diaries[0]) + lines(diaries[1])) == sorted(codes)
    ratings = await db.ratings.list_for_title(store, SERVER, "lofoten")
    assert [one.games for one in ratings] == [14, 14]
    made = await recompute_all(store, GAMES)
    assert (made.games, made.results_changed, made.ratings_changed) == (14, 0, 0)


async def test_a_month_of_a_league_begins_once(store: db.Store) -> None:
    people = [Actor(number, f"viking {number}", "en-GB") for number in range(1, 5)]
    for one in people:
        await leagues.sign_on(
            GameService(store, GAMES), "lofoten", one, server=SERVER, channel=CHANNEL, pace="slow"
        )
    timer = await db.timers.find(store, f"league {SERVER} lofoten")
    assert timer is not None
    async with await db.Store.open(url_of(store), migrate=False) as other:
        turns = (
            leagues.start_month(GameService(each, GAMES), timer) for each in (store, other, store, other)
        )
        # Whoever meets what another has done meanwhile tries again later, as timers do.
        met = [one for one in await asyncio.gather(*turns, return_exceptions=True) if one is not None]
    assert all(isinstance(one, db.Conflict) for one in met)
    (division,) = await db.cups.list_divisions(store, SERVER, "lofoten")
    assert len(await db.cups.seats_by_game(store, division.code)) == 6
    assert [len(await db.games.list_for_user(store, one.id)) for one in people] == [3] * 4
