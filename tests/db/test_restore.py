"""A restored backup is intact, even if the old database has left WAL files."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import db
from db import DatabaseError, Store
from db.restore import restore
from tests.db.game_fixtures import find_game, play_moves, start_game
from tests.db.old_database import create_old_database

# Plays on for some moves and dies as at a power cut, leaving what SQLite had not yet put into the file.
PLAY_ON_AND_DIE = """
import asyncio, os, sys
import db
from tests.db.game_fixtures import find_game, play_moves

async def main(url, code):
    store = await db.Store.open(url)
    game = await find_game(store, code)
    for number in range(25):
        game = await play_moves(store, game, str(number), checkpoint=True)
    os.kill(os.getpid(), 9)

asyncio.run(main(*sys.argv[1:]))
"""


def url_of(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def names(folder: Path, pattern: str = "*") -> list[str]:
    return sorted(path.name for path in folder.glob(pattern))


def play_on_and_die(file: Path, code: str) -> int:
    return subprocess.run([sys.executable, "-c", PLAY_ON_AND_DIE, url_of(file), code], check=False).returncode


async def test_after_a_crash_a_backup_is_restored_to_the_move(tmp_path: Path) -> None:
    file, copy = tmp_path / "skald.db", tmp_path / "copy.db"
    async with await Store.open(url_of(file)) as store:
        game = await start_game(store)
        for number in range(10):
            game = await play_moves(store, game, str(number), checkpoint=True)
        await store.backup(copy)
    died = play_on_and_die(file, game.code)
    assert died == -9
    assert (tmp_path / "skald.db-wal").stat().st_size > 0
    old_copy = await restore(url_of(file), copy)
    assert names(tmp_path) == ["copy.db", "skald.db", "skald.db.before-1"]
    assert old_copy == tmp_path / "skald.db.before-1"
    async with await Store.open(url_of(file)) as store:
        assert await store.check() == ()
        found = await find_game(store, game.code)
        assert found.ply == game.ply
        assert (await play_moves(store, found, "on")).ply == game.ply + 1


async def test_a_database_in_use_is_left_alone(tmp_path: Path) -> None:
    file, copy = tmp_path / "skald.db", tmp_path / "copy.db"
    async with await Store.open(url_of(file)) as store:
        game = await start_game(store)
        await store.backup(copy)
        game = await play_moves(store, game, "a")
        with pytest.raises(DatabaseError, match="stop it first"):
            await restore(url_of(file), copy)
        assert (await find_game(store, game.code)).ply == game.ply


@pytest.mark.parametrize("spoilt", [b"no database at all", b"", None])
async def test_what_is_not_a_whole_backup_is_refused_and_nothing_is_touched(
    tmp_path: Path, spoilt: bytes | None
) -> None:
    file, copy = tmp_path / "skald.db", tmp_path / "copy.db"
    async with await Store.open(url_of(file)) as store:
        game = await start_game(store)
        await store.backup(copy)
    whole = copy.read_bytes()
    if spoilt is None:
        spoilt = whole[: len(whole) // 2] + os.urandom(8192) + whole[len(whole) // 2 + 8192 :]
    if spoilt:
        copy.write_bytes(spoilt)
    else:
        copy.unlink()
    with pytest.raises(DatabaseError):
        await restore(url_of(file), copy)
    async with await Store.open(url_of(file)) as store:
        assert (await find_game(store, game.code)).code == game.code
    assert names(tmp_path, "*.part*") == []


async def test_what_cannot_be_restored_is_refused_with_its_reason(tmp_path: Path) -> None:
    file, copy = tmp_path / "skald.db", tmp_path / "copy.db"
    async with await Store.open(url_of(file)) as store:
        await start_game(store)
        await store.backup(copy)
    for url, backup, kind, detail in (
        ("postgresql+asyncpg://localhost/skald", copy, "unsupported", "pg_restore"),
        (url_of(file), file, "unsupported", "the database itself"),
        (url_of(tmp_path / "nowhere" / "skald.db"), copy, "missing_folder", "nowhere"),
        (url_of(file), tmp_path / "gone.db", "missing", "gone.db"),
    ):
        with pytest.raises(DatabaseError) as refused:
            await restore(url, backup)
        assert refused.value.kind == kind
        assert detail in refused.value.detail
    with closing(sqlite3.connect(copy)) as tampered:
        tampered.execute("UPDATE games SET state = 'better'")
        tampered.commit()
    with pytest.raises(DatabaseError, match="the state was changed") as refused:
        await restore(url_of(file), copy)
    assert (refused.value.kind, names(tmp_path)) == ("corrupt", ["copy.db", "skald.db"])


async def test_a_damaged_database_is_replaced_and_kept(tmp_path: Path) -> None:
    file, copy = tmp_path / "skald.db", tmp_path / "copy.db"
    async with await Store.open(url_of(copy)) as store:
        game = await start_game(store)
    file.write_bytes(b"no database at all, but long enough to be read as the first page of one" * 20)
    old_copy = await restore(url_of(file), copy)
    assert old_copy is not None
    assert old_copy.read_bytes().startswith(b"no database")
    async with await Store.open(url_of(file)) as store:
        assert await find_game(store, game.code) == game


async def test_a_backup_of_an_earlier_skald_is_brought_up_to_date(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with create_old_database(copy, "0003"):
        pass
    assert await restore(url_of(tmp_path / "skald.db"), copy) is None
    async with await Store.open(url_of(tmp_path / "skald.db")) as store:
        assert await store.check() == ()
        assert await db.games.list_finished_codes(store) == ()
