"""Concurrent writers: one wins, the other gets a conflict, and the log has no gaps."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import event

import db
from db import Conflict, Duplicate, Game, LoadedGame, NewPost, NewTimer, Store
from tests.db.child_processes import move_in_a_race
from tests.db.game_fixtures import find_game, play_move, play_moves, start_game
from tests.fork_server import start_process


async def test_of_two_processes_worth_of_stores_one_wins(url: str) -> None:
    async with await Store.open(url) as one, await Store.open(url) as two:
        game = await start_game(one)
        for _ in range(5):
            seen = await find_game(two, game.code)
            results = await asyncio.gather(
                play_moves(one, seen, "one"), play_moves(two, seen, "two"), return_exceptions=True
            )
            assert [type(result) for result in results if isinstance(result, Exception)] == [Conflict]
            (won,) = [result for result in results if isinstance(result, Game)]
            assert await find_game(one, game.code) == won
        assert won.ply == 6


async def test_of_a_double_tap_one_is_accepted(url: str) -> None:
    async with await Store.open(url) as one, await Store.open(url) as two:
        game = await start_game(one)
        results = await asyncio.gather(
            *(play_moves(store, game, "tap", interaction=7) for store in (one, two, one, two)),
            return_exceptions=True,
        )
        refused = [result for result in results if isinstance(result, Duplicate | Conflict)]
        assert len(refused) == 3
        assert [entry.interaction_id for entry in await db.entries.read_log(one, game.code)] == [None, 7]


async def test_processes_that_look_again_all_get_their_moves_in(sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store:
        game = await start_game(store)
        racers = [start_process(move_in_a_race, sqlite_url, game.code, name, 15) for name in ("a", "b")]
        for racer in racers:
            await asyncio.to_thread(racer.join, 60)
        assert [racer.exitcode for racer in racers] == [0, 0]
        log = await db.entries.read_log(store, game.code)
        assert [entry.ply for entry in log] == list(range(1, 32))
        assert sorted(entry.text for entry in log[1:]) == ["a"] * 15 + ["b"] * 15
        state = await db.games.find_state(store, game.code)
        assert state == " ".join(["start", *(entry.text for entry in log[1:])])
        assert await store.check() == ()


async def test_two_that_start_on_an_empty_database_at_once(url: str) -> None:
    stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
    game = await start_game(stores[0])
    for store in stores:
        assert await find_game(store, game.code) == game
        await store.close()


@pytest.mark.parametrize("kind", ["post", "timer"])
async def test_what_is_due_is_claimed_by_one_of_two(url: str, kind: str) -> None:
    claim: Any = {"post": db.outbox.claim, "timer": db.timers.claim}[kind]
    async with await Store.open(url) as one, await Store.open(url) as two:
        async with one.write() as tx:
            for number in range(6):
                if kind == "post":
                    await db.outbox.enqueue(tx, NewPost("card", {}, str(number)))
                else:
                    await db.timers.schedule(tx, NewTimer("remind", str(number), number))
        claims = await asyncio.gather(*(claim(store, now=5, limit=2) for store in (one, two, one, two)))
        keys = [row.key for claimed in claims for row in claimed]
        assert len(keys) == len(set(keys))
        while more := await claim(one, now=5):
            keys += [row.key for row in more]
        assert sorted(keys) == ["0", "1", "2", "3", "4", "5"]


async def test_two_who_post_under_one_key_at_once_post_it_once(url: str) -> None:
    async with await Store.open(url) as one, await Store.open(url) as two:

        async def post(store: Store) -> None:
            async with store.write() as tx:
                await db.outbox.enqueue(tx, NewPost("card", {}, "card"))

        await asyncio.gather(post(one), post(two))
        assert [each.key for each in await db.outbox.claim(one, now=one.now)] == ["card"]


async def test_who_waited_for_another_to_move_finds_all_as_that_move_left_it(url: str) -> None:
    async with await Store.open(url) as one, await Store.open(url) as two:
        game = await start_game(one)
        asks = asyncio.Event()

        async def wait_and_load() -> LoadedGame | None:
            async with two.write() as tx:
                return await db.loaded_games.load(tx, game.code)

        async with one.write() as tx:
            moved = await play_move(tx, game, "a", owed={1})
            event.listen(two.engine.sync_engine, "before_cursor_execute", lambda *_: asks.set())
            waiting = asyncio.create_task(wait_and_load())
            await asks.wait()
            for _ in range(20):  # so that it has come to wait before this is committed
                await db.games.find(one, game.code)
        loaded = await waiting
        assert loaded is not None
        assert loaded.game == moved
        assert loaded.players == await db.players.list_for_game(one, game.code)
        assert [player.owes_since is not None for player in loaded.players] == [False, True]
