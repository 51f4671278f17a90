"""Every failure of the database has a kind, and leaves stored data intact."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Pool, event

import db
from db import DatabaseError, Game, Store
from db.errors import DatabaseErrorKind
from tests.db.game_fixtures import find_game, play_moves, start_game
from tests.postgres import Cluster


@contextmanager
def pragma_on_every_connection(pragma: str) -> Iterator[None]:
    def on_checkout(connection: Any, *_: object) -> None:
        cursor = connection.cursor()
        cursor.execute(pragma)
        cursor.close()

    event.listen(Pool, "checkout", on_checkout)
    try:
        yield
    finally:
        event.remove(Pool, "checkout", on_checkout)


async def open_error_kind(url: str, **options: Any) -> DatabaseErrorKind:
    with pytest.raises(DatabaseError) as error:
        await Store.open(url, busy_ms=0, **options)
    assert error.value.detail
    return error.value.kind


async def move_error(store: Store, game: Game, text: str) -> DatabaseError:
    with pytest.raises(DatabaseError) as error:
        await play_moves(store, game, text)
    return error.value


async def test_a_locked_database_can_be_read_and_is_refused_to_writers(
    tmp_path: Path, sqlite_url: str
) -> None:
    async with await Store.open(sqlite_url, busy_ms=0) as store:
        game = await start_game(store)
        other = sqlite3.connect(tmp_path / "skald.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert (await move_error(store, game, "a")).kind == "locked"
        assert await find_game(store, game.code) == game
        assert await open_error_kind(sqlite_url) == "locked"
        other.execute("ROLLBACK")
        other.close()
        assert (await play_moves(store, game, "a")).ply == 2


async def test_a_read_only_database_is_refused_at_the_start(tmp_path: Path, sqlite_url: str) -> None:
    await (await Store.open(sqlite_url)).close()
    assert (
        await open_error_kind(f"sqlite+aiosqlite:///file:{tmp_path / 'skald.db'}?mode=ro&uri=true")
        == "readonly"
    )


async def test_a_database_that_becomes_read_only_refuses_the_move(sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store:
        game = await start_game(store)
    async with await Store.open(sqlite_url) as store:
        with pragma_on_every_connection("PRAGMA query_only = ON"):
            assert (await move_error(store, game, "a")).kind == "readonly"
        assert await find_game(store, game.code) == game


async def test_a_full_disk_refuses_the_move_and_says_nothing_of_it(tmp_path: Path, sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store:
        game = await start_game(store)
    with sqlite3.connect(tmp_path / "skald.db") as file:
        (pages,) = file.execute("PRAGMA page_count").fetchone()
    file.close()
    async with await Store.open(sqlite_url) as store:
        with pragma_on_every_connection(f"PRAGMA max_page_count = {pages + 4}"):
            game = await play_moves(store, game, "small")
            error = await move_error(store, game, "hidden-card " * 10_000)
        assert error.kind == "full"
        assert "hidden-card" not in f"{error} {error.__cause__} {error.__context__}"
        assert await find_game(store, game.code) == game
        assert [entry.text for entry in await db.entries.read_log(store, game.code)] == ["", "small"]
    async with await Store.open(sqlite_url) as store:
        assert await store.check() == ()
        assert (await play_moves(store, game, "hidden-card " * 10_000)).ply == 3


async def test_trouble_can_be_caught_where_it_happens(sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store:
        with pragma_on_every_connection("PRAGMA max_page_count = 1"):
            async with store.write() as tx:
                with pytest.raises(DatabaseError):
                    await db.users.update(tx, 1, timezone="Europe/" * 100_000)
        assert (await db.users.get(store, 1)).timezone is None


async def test_what_is_not_a_database_is_refused_and_left_alone(tmp_path: Path, sqlite_url: str) -> None:
    file = tmp_path / "skald.db"
    file.write_bytes(b"a shopping list, not a database\n" * 400)
    before = file.read_bytes()
    assert await open_error_kind(sqlite_url) == "corrupt"
    assert await open_error_kind(sqlite_url, migrate=False) == "corrupt"
    assert file.read_bytes() == before


async def test_a_damaged_page_is_found(tmp_path: Path, sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store:
        await play_moves(store, await start_game(store), *map(str, range(40)), checkpoint=True)
    file = tmp_path / "skald.db"
    content = bytearray(file.read_bytes())
    page = int.from_bytes(content[16:18], "big")
    middle = len(content) // page // 2 * page
    content[middle : middle + page] = b"\xff" * page
    file.write_bytes(content)
    async with await Store.open(sqlite_url, migrate=False) as store:
        assert await store.check()


async def test_places_where_there_is_no_database(tmp_path: Path, sqlite_url: str) -> None:
    nowhere = tmp_path / "nowhere" / "skald.db"
    assert await open_error_kind(f"sqlite+aiosqlite:///{nowhere}") == "missing_folder"
    assert not nowhere.parent.exists()
    assert await open_error_kind(sqlite_url, migrate=False) == "missing"
    assert not (tmp_path / "skald.db").exists()
    assert await open_error_kind(f"sqlite+aiosqlite:///{tmp_path}") == "unopenable"


@pytest.mark.parametrize(
    "url",
    [
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "sqlite+aiosqlite:///file::memory:?uri=true",
        "sqlite+aiosqlite:///file:x?mode=memory&uri=true",
        "sqlite:///skald.db",
        "mongodb://localhost",
        "skald.db",
    ],
)
async def test_urls_on_which_nothing_would_last(url: str) -> None:
    assert await open_error_kind(url) == "unsupported"


async def test_what_postgresql_cannot_do_has_its_reason_too(postgres_url: str, cluster: Cluster) -> None:
    async with await Store.open(postgres_url) as store:
        game = await start_game(store)
    name = postgres_url.rpartition("/")[2]
    await cluster.do(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    async with await Store.open(postgres_url, migrate=False) as store:
        assert (await move_error(store, game, "a")).kind == "readonly"
        assert await find_game(store, game.code) == game
    assert await open_error_kind(postgres_url) == "readonly"
    assert await open_error_kind(postgres_url.replace(f":{cluster.port}/", ":1/")) == "unreachable"
