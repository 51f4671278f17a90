"""A backup is whole, however busy the table; a check finds what was tampered with."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from set_table import played, start_game

from db import DatabaseTrouble, Store


def copy_url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def entries(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_a_backup_made_while_moves_are_written_is_whole(tmp_path: Path, sqlite_url: str) -> None:
    copy = tmp_path / "copy.db"
    async with await Store.open(sqlite_url) as store, await Store.open(sqlite_url) as another:
        game = await start_game(store)
        before = game.ply
        going_on, moved = True, asyncio.Event()

        async def keep_playing() -> int:
            nonlocal game
            while going_on:
                game = await played(store, game, str(game.ply), snapshot=True)
                moved.set()
            return game.ply

        playing = asyncio.create_task(keep_playing())
        await store.backup(copy)
        await moved.wait()
        await another.backup(copy)
        going_on = False
        after = await playing
        async with await Store.open(copy_url(copy)) as copied:
            assert await copied.check() == ()
            found = await copied.game(game.code)
            assert found is not None
            assert before < found.ply <= after
            assert len(await copied.moves(game.code)) == found.ply
            assert (await played(copied, found, "on")).ply == found.ply + 1
    assert {path.name for path in entries(tmp_path)} >= {"copy.db", "skald.db"}
    assert not [path for path in entries(tmp_path) if path.suffix == ".part"]


async def test_a_backup_cannot_overwrite_the_database_nor_fill_a_folder_that_is_not_there(
    tmp_path: Path, sqlite_url: str
) -> None:
    async with await Store.open(sqlite_url) as store:
        game = await start_game(store)
        with pytest.raises(DatabaseTrouble, match="itself"):
            await store.backup(tmp_path / "skald.db")
        with pytest.raises(DatabaseTrouble) as trouble:
            await store.backup(tmp_path / "nowhere" / "copy.db")
        assert trouble.value.kind == "missing_folder"
        assert (await played(store, game, "a")).ply == 2


@pytest.mark.parametrize(
    ("tampering", "found"),
    [
        ("UPDATE games SET state = 'better'", "the state was changed"),
        ("DELETE FROM moves WHERE ply = 2", "the log has 2 entries where 3"),
        ("DELETE FROM moves WHERE ply = 3", "last log entry"),
        ("UPDATE snapshots SET state = 'better'", "the snapshot at entry 1"),
        ("DELETE FROM people", "points to a missing row of people"),
    ],
)
async def test_a_check_finds_what_was_tampered_with(
    tmp_path: Path, sqlite_url: str, tampering: str, found: str
) -> None:
    async with await Store.open(sqlite_url) as store:
        game = await played(store, await start_game(store), "a", "b")
        assert await store.check() == ()
    with sqlite3.connect(tmp_path / "skald.db") as file:
        file.execute(tampering)
    file.close()
    async with await Store.open(sqlite_url, migrate=False) as store:
        findings = await store.check()
    assert any(found in finding.detail for finding in findings)
    assert {finding.game for finding in findings} <= {game.code, None}
