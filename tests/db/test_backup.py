"""A backup is consistent even while moves are written."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import db
from db import DatabaseError, Store, engine
from tests.db.game_fixtures import find_game, play_moves, start_game


def copy_url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def files(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_a_backup_made_while_moves_are_written_is_whole(tmp_path: Path, sqlite_url: str) -> None:
    copy = tmp_path / "copy.db"
    async with await Store.open(sqlite_url) as store, await Store.open(sqlite_url) as another:
        game = await start_game(store)
        before = game.ply
        is_playing, moved = True, asyncio.Event()

        async def keep_playing() -> int:
            nonlocal game
            while is_playing:
                game = await play_moves(store, game, str(game.ply), checkpoint=True)
                moved.set()
            return game.ply

        playing = asyncio.create_task(keep_playing())
        await store.backup(copy)
        await moved.wait()
        await another.backup(copy)
        is_playing = False
        after = await playing
        async with await Store.open(copy_url(copy)) as copied:
            assert await copied.check() == ()
            found = await find_game(copied, game.code)
            assert before < found.ply <= after
            assert len(await db.entries.read_log(copied, game.code)) == found.ply
            assert (await play_moves(copied, found, "on")).ply == found.ply + 1
    assert {path.name for path in files(tmp_path)} >= {"copy.db", "skald.db"}
    assert not [path for path in files(tmp_path) if path.suffix == ".part"]


async def test_a_backup_cannot_overwrite_the_database_nor_fill_a_folder_that_is_not_there(
    tmp_path: Path, sqlite_url: str
) -> None:
    async with await Store.open(sqlite_url) as store:
        game = await start_game(store)
        with pytest.raises(DatabaseError, match="itself"):
            await store.backup(tmp_path / "skald.db")
        with pytest.raises(DatabaseError) as error:
            await store.backup(tmp_path / "nowhere" / "copy.db")
        assert error.value.kind == "missing_folder"
        other_kind: Any = SimpleNamespace(dialect=SimpleNamespace(name="postgresql"))
        with pytest.raises(DatabaseError, match="pg_dump") as error:
            await engine.backup_to(other_kind, tmp_path / "copy.db")
        assert error.value.kind == "unsupported"
        assert (await play_moves(store, game, "a")).ply == 2
