"""Several processes on one PostgreSQL database: everything is done once, and nothing is lost."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from signal import SIGKILL
from typing import Any

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
from tests.db.game_fixtures import start_game
from tests.fork_server import fork_server, start_process
from tests.manual_clock import HandClock
from tests.play.table_fixture import ASTRID, BJORN, CHANNEL, SERVER, TableFixture
from tests.play.worker_process import race_for_moves, resign_all, run_until_idle
from tests.postgres import Cluster

pytestmark = pytest.mark.slow
JOIN_TIMEOUT_S = 120


@pytest.fixture
async def store(cluster: Cluster) -> AsyncIterator[db.Store]:
    async with await db.Store.open(await cluster.migrated()) as opened:
        yield opened


def url_of(store: db.Store) -> str:
    return store.engine.url.render_as_string(hide_password=False)


def journal_lines(journal: Path) -> list[str]:
    return journal.read_text().split("\n")[:-1] if journal.exists() else []


async def start_games(store: db.Store, games: int, **chosen: Any) -> list[str]:
    service, codes = GameService(store, GAMES), []
    terms = lobby.TableTerms("lofoten", CHANNEL, SERVER, **chosen)
    for number in range(games):
        opened = await lobby.open_table(service, ASTRID, terms, server_language="en")
        await lobby.join(service, opened.code, BJORN)
        await lobby.start(service, opened.code, ASTRID.id, interaction_id=number + 1)
        codes.append(opened.code)
    return codes


@pytest.mark.parametrize(("processes", "moves"), [(2, 100), pytest.param(4, 1000, marks=pytest.mark.long)])
async def test_of_contended_moves_each_has_one_winner(
    store: db.Store, tmp_path: Path, processes: int, moves: int
) -> None:
    game = await start_game(store)
    journals = [tmp_path / str(number) for number in range(processes)]
    all_there = fork_server().Barrier(processes)
    racers = [
        start_process(race_for_moves, url_of(store), game.code, moves + 1, str(journal), all_there)
        for journal in journals
    ]
    for racer in racers:
        await asyncio.to_thread(racer.join, JOIN_TIMEOUT_S)
    assert [racer.exitcode for racer in racers] == [0] * processes
    told = [journal_lines(journal) for journal in journals]
    assert sum(said.count("won") for said in told) == moves
    assert all("won" in said for said in told)
    assert any("lost" in said for said in told)
    log = await db.entries.read_log(store, game.code)
    assert [entry.ply for entry in log] == list(range(1, moves + 2))
    assert await db.games.find_state(store, game.code) == " ".join(["start", *["move"] * moves])


async def make_everything_due(store: db.Store) -> None:
    """Schedule the end of a season and nightly maintenance, and make every timer due now."""
    last = season_at(season_at(store.now).start - DAY)
    payload = timers.SeasonTimer(server=SERVER, start=last.start)
    await maintenance.ensure_timer(GameService(store, GAMES))
    async with store.write() as tx:
        await db.seasons.create(tx, SERVER, last.start, last.until)
        await db.timers.schedule(
            tx, timers.new_timer(timers.SEASON, payload, f"season {SERVER} {last.start}", tx.now)
        )
        await tx.execute(update(db.timers.table).values(due=tx.now))


@pytest.mark.parametrize("processes", [2, pytest.param(4, marks=pytest.mark.long)])
async def test_timers_seasons_the_night_and_the_outbox_are_seen_to_once(
    store: db.Store, tmp_path: Path, processes: int
) -> None:
    await start_games(store, 8, pace="slow")
    await make_everything_due(store)
    journals = [tmp_path / str(number) for number in range(processes)]
    workers = [start_process(run_until_idle, url_of(store), str(journal)) for journal in journals]
    for process in workers:
        await asyncio.to_thread(process.join, JOIN_TIMEOUT_S)
    assert [process.exitcode for process in workers] == [0] * processes
    await assert_delivered_once(store, [key for journal in journals for key in journal_lines(journal)])


@pytest.mark.long
async def test_what_a_killed_process_had_claimed_is_taken_over(store: db.Store, tmp_path: Path) -> None:
    await start_games(store, 8, pace="slow")
    await make_everything_due(store)
    killed = start_process(run_until_idle, url_of(store), str(tmp_path / "killed"), 4)
    await asyncio.to_thread(killed.join, JOIN_TIMEOUT_S)
    assert killed.exitcode == -SIGKILL
    workers = [start_process(run_until_idle, url_of(store), str(tmp_path / name)) for name in ("one", "two")]
    for process in workers:
        await asyncio.to_thread(process.join, JOIN_TIMEOUT_S)
    assert [process.exitcode for process in workers] == [0, 0]
    told = [key for name in ("killed", "one", "two") for key in journal_lines(tmp_path / name)]
    assert len(journal_lines(tmp_path / "killed")) < len(told)
    await assert_delivered_once(store, told)


async def assert_delivered_once(store: db.Store, delivered: list[str]) -> None:
    assert len(delivered) == len(set(delivered))
    posts = db.outbox.table
    waiting = await store.scalar(
        select(func.count()).where(posts.c.done_at.is_(None), posts.c.not_before <= store.now)
    )
    assert waiting == 0
    done = {row["key"] for row in await store.rows(select(posts.c.key).where(posts.c.done_at.is_not(None)))}
    assert done == set(delivered)
    seasons = await store.rows(select(db.seasons.table).order_by(db.seasons.table.c.start))
    assert [row["closed"] is None for row in seasons] == [False, True]
    night = await db.timers.find(store, timers.MAINTENANCE)
    assert night is not None
    assert night.due > store.now


async def test_games_that_end_in_two_processes_at_once_are_rated_one_after_the_other(
    store: db.Store, tmp_path: Path
) -> None:
    codes = await start_games(store, 14, pace="slow", rated=True)
    tables = TableFixture(store, HandClock(0))
    for code in codes:
        await tables.play_random_turns(code, (ASTRID, BJORN), MIN_TURNS + 1)
    journals = [tmp_path / name for name in ("one", "two")]
    all_there = fork_server().Barrier(2)
    workers = [
        start_process(resign_all, url_of(store), games, person.id, str(journal), all_there)
        for games, person, journal in zip((codes, codes[::-1]), (ASTRID, BJORN), journals, strict=True)
    ]
    for process in workers:
        await asyncio.to_thread(process.join, JOIN_TIMEOUT_S)
    assert [process.exitcode for process in workers] == [0, 0]
    assert sorted(journal_lines(journals[0]) + journal_lines(journals[1])) == sorted(codes)
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
    assert [len(await db.players.list_games(store, one.id)) for one in people] == [3] * 4
