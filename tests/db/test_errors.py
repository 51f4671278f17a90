"""Every failure of the database has a kind, and leaves stored data intact."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Pool, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.util import greenlet_spawn

import db
from db import DatabaseError, Game, Store, engine
from db.errors import DatabaseErrorKind, is_unique_violation, to_database_error
from tests.db.game_fixtures import find_game, play_moves, start_game
from tests.db.ids import ASTRID, BJORN
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


class PostgresError(Exception):
    """An error of the PostgreSQL driver."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__(f"state {sqlstate}")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("sqlstate", "connection_invalidated", "kind"),
    [
        ("40P01", False, "locked"),
        ("25006", False, "readonly"),
        ("53100", False, "full"),
        ("57P01", True, "unreachable"),
        ("99999", True, "unreachable"),
        ("99999", False, "other"),
    ],
)
def test_errors_of_a_server_have_kinds_too(
    sqlstate: str, connection_invalidated: bool, kind: DatabaseErrorKind
) -> None:
    error = DBAPIError("SELECT 1", (), PostgresError(sqlstate), connection_invalidated=connection_invalidated)
    found = to_database_error(error)
    assert found is not None
    assert (found.kind, found.detail) == (kind, f"state {sqlstate}")
    assert to_database_error(found) is found


def test_a_lost_connection_is_no_bug_and_a_bug_is_no_failure_of_the_database() -> None:
    lost = DBAPIError("SELECT 1", (), ConnectionResetError("reset by peer"))
    for error in (lost, ConnectionResetError("reset by peer")):
        found = to_database_error(error)
        assert found is not None
        assert found.kind == "unreachable"
        assert "reset by peer" in found.detail
    assert to_database_error(ValueError()) is None
    assert to_database_error(IntegrityError("INSERT", (), PostgresError("23503"))) is None


def test_of_violated_constraints_only_a_known_key_is_a_conflict() -> None:
    assert is_unique_violation(IntegrityError("INSERT", (), PostgresError("23505")))
    assert not is_unique_violation(IntegrityError("INSERT", (), PostgresError("23503")))


async def test_a_row_twice_is_a_conflict_and_a_row_that_points_nowhere_a_bug(sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store:
        game = await start_game(store)
        row = {"game": game.code, "giver": ASTRID, "receiver": BJORN, "at": 1}
        async with store.write() as tx:
            await tx.insert(db.kudos.table, row)
            with pytest.raises(db.Conflict) as conflict:
                await tx.insert(db.kudos.table, row)
            assert conflict.value.game == "kudos"
            with pytest.raises(db.Conflict) as conflict:
                await tx.insert(db.kudos.table, row, conflict_id=game.code)
            assert conflict.value.game == game.code
            with pytest.raises(IntegrityError):
                await tx.insert(db.kudos.table, row | {"game": "nowhere"})


class BusyCursor:
    """A cursor that raises an SQLite error so many times."""

    def __init__(self, code: int, times: int) -> None:
        self.code, self.times, self.executed = code, times, 0

    def execute(self, _setting: str) -> None:
        self.executed += 1
        if self.executed <= self.times:
            error = sqlite3.OperationalError("not now")
            error.sqlite_errorcode = self.code
            raise error


@pytest.mark.parametrize(
    ("code", "times", "executed"),
    [
        (sqlite3.SQLITE_BUSY, 0, 1),
        (sqlite3.SQLITE_BUSY, 2, 3),
        (sqlite3.SQLITE_BUSY, 99, 4),
        (sqlite3.SQLITE_READONLY, 1, 1),
    ],
)
async def test_settings_of_a_connection_are_tried_again_while_the_database_is_busy(
    monkeypatch: pytest.MonkeyPatch, code: int, times: int, executed: int
) -> None:
    monkeypatch.setattr(engine, "_PRAGMA_RETRY_S", 0)
    monkeypatch.setattr(engine, "_PRAGMA_ATTEMPTS", 3)
    cursor = BusyCursor(code, times)
    with pytest.raises(sqlite3.OperationalError) if times >= executed else nullcontext():
        await greenlet_spawn(engine._execute_with_retry, cursor, "PRAGMA journal_mode = WAL")
    assert cursor.executed == executed


@pytest.mark.parametrize(("module", "detail"), [("asyncpg", engine.POSTGRES_MISSING), ("other", "gone")])
async def test_a_driver_that_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, module: str, detail: str
) -> None:
    def create(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("gone", name=module)

    monkeypatch.setattr(engine, "create_async_engine", create)
    with pytest.raises(DatabaseError) as error:
        await Store.open("postgresql+asyncpg://localhost/skald")
    assert (error.value.kind, error.value.detail) == ("unsupported", detail)


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
