"""`skald recompute`, run in a process of its own."""

import asyncio
from pathlib import Path

import db
from db.clock import HOUR
from tests.app.skald_process import run_skald
from tests.standings.finished_games import FinishedGame, insert_finished_games

GAMES = [FinishedGame(HOUR * number, [[1], [2]] if number % 3 else [[2], [1]]) for number in range(30, 36)]


async def store_results(address: str) -> None:
    async with await db.Store.open(address) as store:
        await insert_finished_games(store, 7, GAMES)
        async with store.write() as tx:
            await db.ratings.replace_for_server(tx, 7, (), ())


async def rating_keys(address: str) -> set[tuple[str, int, int]]:
    async with await db.Store.open(address) as store:
        return {(one.key, one.person, one.games) for one in await db.ratings.list_for_server(store, 7)}


def test_ratings_are_made_again_and_then_there_is_nothing_to_correct(tmp_path: Path) -> None:
    address = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    asyncio.run(store_results(address))
    first = run_skald(tmp_path, "recompute", SKALD_DATABASE=address)
    assert first.stdout == "games: 6, results corrected: 0, servers: 1, ratings corrected: 4\n"
    assert first.returncode == 0
    assert asyncio.run(rating_keys(address)) == {
        (key, person, 6) for key in ("lofoten", "*") for person in (1, 2)
    }
    again = run_skald(tmp_path, "recompute", SKALD_DATABASE=address)
    assert again.stdout.endswith("ratings corrected: 0\n")


def test_without_a_database_there_is_nothing_to_recompute(tmp_path: Path) -> None:
    done = run_skald(tmp_path, "recompute", SKALD_DATABASE=f"sqlite+aiosqlite:///{tmp_path / 'none.db'}")
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
