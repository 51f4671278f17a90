"""Two at once on one database: one wins, the other is told, and the log has no gaps."""

import asyncio

from children import move_in_a_race, run
from set_table import played, start_game

from db import Conflict, Duplicate, Game, Store


async def test_of_two_processes_worth_of_stores_one_wins(url: str) -> None:
    async with await Store.open(url) as one, await Store.open(url) as two:
        game = await start_game(one)
        for _ in range(5):
            seen = await two.game(game.code)
            assert seen is not None
            results = await asyncio.gather(
                played(one, seen, "one"), played(two, seen, "two"), return_exceptions=True
            )
            assert sorted(type(result) for result in results if isinstance(result, Exception)) == [Conflict]
            (won,) = [result for result in results if isinstance(result, Game)]
            assert await one.game(game.code) == won
        assert won.ply == 6


async def test_of_a_double_tap_one_is_accepted(url: str) -> None:
    async with await Store.open(url) as one, await Store.open(url) as two:
        game = await start_game(one)
        results = await asyncio.gather(
            *(played(store, game, "tap", interaction=7) for store in (one, two, one, two)),
            return_exceptions=True,
        )
        refused = [result for result in results if isinstance(result, Duplicate | Conflict)]
        assert len(refused) == 3
        assert [entry.interaction_id for entry in await one.moves(game.code)] == [None, 7]


async def test_processes_that_look_again_all_get_their_moves_in(sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store:
        game = await start_game(store)
        racers = [run(move_in_a_race, sqlite_url, game.code, name, 15) for name in ("a", "b")]
        for racer in racers:
            await asyncio.to_thread(racer.join, 60)
        assert [racer.exitcode for racer in racers] == [0, 0]
        log = await store.moves(game.code)
        assert [entry.ply for entry in log] == list(range(1, 32))
        assert sorted(entry.text for entry in log[1:]) == ["a"] * 15 + ["b"] * 15
        after = await store.game(game.code)
        assert after is not None
        assert after.state == " ".join(["start", *(entry.text for entry in log[1:])])
        assert await store.check() == ()


async def test_two_that_start_on_an_empty_database_at_once(url: str) -> None:
    stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
    game = await start_game(stores[0])
    for store in stores:
        assert await store.game(game.code) == game
        await store.close()


async def test_a_post_is_claimed_by_one_of_two(url: str) -> None:
    async with await Store.open(url) as one, await Store.open(url) as two:
        async with one.write() as w:
            for number in range(6):
                await w.post("card", {}, key=str(number), at=1)
        claims = await asyncio.gather(*(store.claim_outbox(now=5, limit=2) for store in (one, two, one, two)))
        keys = [post.key for claim in claims for post in claim]
        assert len(keys) == len(set(keys))
        while more := await one.claim_outbox(now=5):
            keys += [post.key for post in more]
        assert sorted(keys) == ["0", "1", "2", "3", "4", "5"]
