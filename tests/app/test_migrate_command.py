"""`skald migrate-database`, run in a process of its own."""

import asyncio
from pathlib import Path

import db
from tests.app.skald_process import run_skald
from tests.db.game_fixtures import start_game
from tests.postgres import Cluster


async def store_game(address: str) -> str:
    async with await db.Store.open(address) as store:
        return (await start_game(store)).code


def test_games_are_carried_over_to_postgresql(tmp_path: Path, cluster: Cluster) -> None:
    here = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    code, there = asyncio.run(store_game(here)), asyncio.run(cluster.empty())
    assert "database: none yet" in run_skald(tmp_path, "check", SKALD_DATABASE=there).stdout
    done = run_skald(tmp_path, "migrate-database", here, there)
    assert done.stdout.startswith("copied: ")
    assert done.returncode == 0
    shown = run_skald(tmp_path, "check", SKALD_DATABASE=there)
    assert "database: good" in shown.stdout
    assert f'"{code}"' in run_skald(tmp_path, "export", code, SKALD_DATABASE=there).stdout
    again = run_skald(tmp_path, "migrate-database", here, there)
    assert again.returncode == 2
    assert "name an empty database" in again.stderr


def test_a_database_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    nothing = f"sqlite+aiosqlite:///{tmp_path / 'none.db'}"
    done = run_skald(tmp_path, "migrate-database", nothing, f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
