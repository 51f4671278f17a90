"""Copying a database to the other kind and back preserves every row."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import db
from db import DatabaseError, NewPost, NewTimer, Store, process_lock
from db.copy_database import copy_database
from db.rows import metadata
from tests.db.finished_games import insert_finished_game, make_rating, make_rating_step
from tests.db.game_fixtures import find_game, play_moves, start_game
from tests.db.ids import ASTRID, BJORN, SERVER
from tests.db.old_database import create_old_database


async def fill_tables(store: Store) -> db.Game:
    """Something of every kind that points to something else."""
    game = await play_moves(store, await start_game(store), "a", checkpoint=True, interaction=7)
    over = await insert_finished_game(store, ASTRID, BJORN, at=50)
    async with store.write() as tx:
        await db.users.update_preferences(tx, ASTRID, dms_closed=True)
        await db.servers.update(tx, SERVER, language="fr")
        await db.outbox.enqueue(
            tx, *(NewPost("card", {"ply": n, "é": "ø"}, f"card {n}", game=game.code) for n in range(600))
        )
        await db.timers.schedule(tx, NewTimer("remind", "one", 30, {"seat": 1}, game=game.code, person=BJORN))
        await db.messages.upsert(
            tx, db.Message(message=1 << 60, channel=2, game=game.code, kind="card", files={"a.png": 3})
        )
        await db.notes.save(tx, game.code, ASTRID, "a secret")
        await db.ratings.replace_for_server(
            tx, SERVER, [make_rating(ASTRID, 25.1234567890123)], [make_rating_step(over, ASTRID)]
        )
        await db.seasons.create(tx, SERVER, 0, 100)
    return game


async def all_rows(url: str) -> dict[str, list[dict[str, Any]]]:
    async with await Store.open(url, migrate=False) as store:
        return {
            table.name: [
                dict(row) for row in await store.rows(select(table).order_by(*table.primary_key.columns))
            ]
            for table in metadata.sorted_tables
        }


async def test_all_rows_arrive_there_and_back(sqlite_url: str, postgres_url: str, tmp_path: Path) -> None:
    async with await Store.open(sqlite_url) as store:
        game = await fill_tables(store)
    before = await all_rows(sqlite_url)
    assert sum(map(len, before.values())) > 600
    copied = await copy_database(sqlite_url, postgres_url)
    assert copied == {name: len(rows) for name, rows in before.items()}
    assert await all_rows(postgres_url) == before
    async with await Store.open(postgres_url) as store:
        assert await store.check() == ()
        await play_moves(store, await find_game(store, game.code), "on")
        async with store.write() as tx:
            await db.outbox.enqueue(tx, NewPost("card", {}, "new"))
            await db.timers.schedule(tx, NewTimer("remind", "new", 30))
    there = await all_rows(postgres_url)
    assert len(there["posts"]) == len(before["posts"]) + 1
    back = f"sqlite+aiosqlite:///{tmp_path / 'back.db'}"
    await copy_database(postgres_url, back)
    assert await all_rows(back) == there
    async with await Store.open(back) as store:
        assert await store.check() == ()


async def test_a_database_is_copied_to_another_file_while_the_progress_is_told(
    sqlite_url: str, tmp_path: Path
) -> None:
    async with await Store.open(sqlite_url) as store:
        await fill_tables(store)
    target, told = f"sqlite+aiosqlite:///{tmp_path / 'copy.db'}", list[tuple[int, int]]()
    copied = await copy_database(sqlite_url, target, lambda done, total: told.append((done, total)))
    rows = await all_rows(sqlite_url)
    assert await all_rows(target) == rows
    assert copied == {name: len(found) for name, found in rows.items()}
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert {total for _, total in told} == {told[-1][0]} == {sum(copied.values())}
    async with await Store.open(target) as store, store.write() as tx:
        await db.outbox.enqueue(tx, NewPost("card", {}, "new"))


async def test_nothing_is_mixed_and_nothing_is_carried_half(sqlite_url: str, tmp_path: Path) -> None:
    taken = f"sqlite+aiosqlite:///{tmp_path / 'taken.db'}"
    for url in (sqlite_url, taken):
        async with await Store.open(url) as store:
            await start_game(store)
    before = await all_rows(taken)
    with pytest.raises(DatabaseError, match="name an empty database"):
        await copy_database(sqlite_url, taken)
    assert await all_rows(taken) == before


async def test_a_database_of_an_older_skald_or_one_in_use_is_not_carried(
    tmp_path: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_lock, "RETRY_DELAY_S", 0)
    empty = f"sqlite+aiosqlite:///{tmp_path / 'empty.db'}"
    with create_old_database(tmp_path / "older.db", "0003"):
        pass
    with pytest.raises(DatabaseError, match="start this one on it once"):
        await copy_database(f"sqlite+aiosqlite:///{tmp_path / 'older.db'}", empty)
    assert not (tmp_path / "empty.db").exists()
    async with await Store.open(sqlite_url) as store, store.process_lock(["shard 0"]):
        with pytest.raises(DatabaseError, match="already"):
            await copy_database(sqlite_url, empty)
