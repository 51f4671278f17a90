"""A process killed at any step leaves an intact database: all of a move, or nothing of it."""

import asyncio
import signal
import sqlite3
from pathlib import Path

import pytest

import db
from db import Game, Store
from tests.db.child_processes import move_and_die, move_forever, open_and_die
from tests.db.game_fixtures import find_game, play_moves, start_game
from tests.db.statement_hooks import at_each_step
from tests.fork_server import fork_server, start_process

pytestmark = pytest.mark.slow


async def test_killed_at_each_step_of_a_move(sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store:
        before = await start_game(store)
    step, after = 0, before
    while after == before:
        step += 1
        child = start_process(move_and_die, sqlite_url, before.code, step)
        child.join(30)
        assert child.exitcode == -signal.SIGKILL
        async with await Store.open(sqlite_url) as store:
            assert await store.check() == ()
            after = await find_game(store, before.code)
            state = await db.games.find_state(store, before.code)
            whole = after != before
            log = await db.entries.read_log(store, before.code)
            assert len(log) == before.ply + whole
            assert (log[-1].interaction_id == 7) == whole
            assert len(await db.outbox.claim(store, now=100)) == whole
            assert len(await db.timers.claim(store, now=100)) == whole
            assert len(await db.messages.list_for_game(store, before.code)) == whole
            checkpoint = await db.entries.find_checkpoint(store, before.code, 99)
            assert checkpoint is not None
            assert checkpoint.state == state
    assert state == "start a"
    assert step > 8


async def test_killed_at_some_moment_all_committed_moves_are_there(sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store:
        game = await start_game(store)
    committed = 0
    for moves in (1, 2, 5, 9):
        ours, theirs = fork_server().Pipe(duplex=False)
        child = start_process(move_forever, sqlite_url, game.code, theirs)
        theirs.close()
        for _ in range(moves):
            committed = ours.recv()
        child.kill()
        child.join(30)
        ours.close()
        async with await Store.open(sqlite_url) as store:
            after = await find_game(store, game.code)
            assert after.ply >= committed
            assert await store.check() == ()
            state = await db.games.find_state(store, game.code)
            assert state == " ".join(["start", *map(str, range(1, after.ply))])


@pytest.mark.parametrize("stride", [64, pytest.param(8, marks=pytest.mark.long)])
async def test_killed_at_each_step_of_the_first_start(tmp_path: Path, stride: int) -> None:
    for step in range(1, 400, stride):
        file = tmp_path / f"{step}.db"
        url = f"sqlite+aiosqlite:///{file}"
        child = start_process(open_and_die, url, step)
        child.join(30)
        if child.exitcode == 0:
            break
        assert child.exitcode == -signal.SIGKILL
        with sqlite3.connect(file) as raw:
            tables = raw.execute("SELECT count(*) FROM sqlite_master WHERE name = 'games'").fetchone()
        assert tables == (0,)
        async with await Store.open(url) as store:
            assert await store.check() == ()
    else:
        pytest.fail("the first start takes more steps than were tried")
    assert step > 20


async def test_cancelled_at_each_step_a_move_is_whole_or_absent(sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store:
        game = await start_game(store)
        for step in range(1, 20):
            before = len(await db.entries.read_log(store, game.code))
            move = asyncio.create_task(play_moves(store, game, str(step)))

            def cancel(reached: int, wanted: int = step, task: asyncio.Task[Game] = move) -> None:
                if reached == wanted:
                    task.cancel()

            with at_each_step(cancel):
                await asyncio.wait({move})
            assert await store.check() == ()
            if not move.cancelled():
                assert move.result().ply == before + 1
                break
            if len(await db.entries.read_log(store, game.code)) > before:
                break
        assert step > 3
        assert (await db.entries.read_log(store, game.code))[-1].text == str(step)
