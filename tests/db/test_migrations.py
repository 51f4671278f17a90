"""The schema comes from the migrations, and a database that is not ours or too new is left alone."""

import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from set_table import open_lobby
from sqlalchemy import Connection, create_engine
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.schema import CreateTable

from db import DatabaseTrouble, Store
from db.migrate import scripts
from db.tables import metadata


def differences(connection: Connection) -> list[object]:
    return list(
        compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)
    )


async def test_migrations_lead_to_the_tables_the_code_speaks_of(url: str) -> None:
    await (await Store.open(url)).close()
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_opening_again_keeps_what_is_there(url: str) -> None:
    async with await Store.open(url) as store:
        game = await open_lobby(store)
    async with await Store.open(url) as store:
        assert await store.game(game.code) == game


async def test_a_database_of_a_newer_skald_is_refused_and_left_alone(tmp_path: Path, sqlite_url: str) -> None:
    await (await Store.open(sqlite_url)).close()
    file = sqlite3.connect(tmp_path / "skald.db")
    file.execute("UPDATE alembic_version SET version_num = '9999'")
    file.commit()
    for migrate in (True, False):
        with pytest.raises(DatabaseTrouble) as trouble:
            await Store.open(sqlite_url, migrate=migrate)
        assert trouble.value.kind == "newer"
    assert file.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
    file.close()


async def test_a_database_of_something_else_is_refused_and_left_alone(
    tmp_path: Path, sqlite_url: str
) -> None:
    file = sqlite3.connect(tmp_path / "skald.db")
    file.execute("CREATE TABLE recipes (name TEXT)")
    file.commit()
    with pytest.raises(DatabaseTrouble) as trouble:
        await Store.open(sqlite_url)
    assert trouble.value.kind == "foreign"
    assert file.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    file.close()


async def test_a_migration_that_fails_leaves_nothing_behind(
    tmp_path: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alembic import op

    create = op.create_table

    def no_timers(name: str, *columns: object, **options: object) -> object:
        if name == "timers":
            raise OSError("the machine stopped here")
        return create(name, *columns, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(op, "create_table", no_timers)
    with pytest.raises(OSError, match="stopped here"):
        await Store.open(sqlite_url)
    file = sqlite3.connect(tmp_path / "skald.db")
    assert file.execute("SELECT name FROM sqlite_master").fetchall() == []
    file.close()
    monkeypatch.undo()
    async with await Store.open(sqlite_url) as store:
        assert await store.check() == ()


def test_the_tables_can_be_made_in_postgresql() -> None:
    for table in metadata.sorted_tables:
        assert (
            str(CreateTable(table).compile(dialect=postgresql.dialect())).lstrip().startswith("CREATE TABLE")
        )


async def test_a_game_from_before_there_were_clocks_goes_on(tmp_path: Path, sqlite_url: str) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'skald.db'}")
    with engine.begin() as connection:
        config = scripts()
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        connection.exec_driver_sql("INSERT INTO people VALUES (7, 'Astrid', 'fr', NULL, '{}', '[]')")
        connection.exec_driver_sql(
            "INSERT INTO games (code, key, rules_version, pack, options, status, channel, host, version, ply,"
            " state, state_hash, created, last_activity)"
            " VALUES ('AB2CD', 'lofoten', 1, 'p', '{}', 'running', 5, 7, 3, 1, 'state', 'hash', 1, 2)"
        )
        connection.exec_driver_sql("INSERT INTO seats VALUES ('AB2CD', 0, 7, 1, 2)")
        connection.exec_driver_sql(
            "INSERT INTO moves VALUES ('AB2CD', 1, 0, 7, 'setup', '', 1, NULL, NULL, 'hash', 2)"
        )
    engine.dispose()
    async with await Store.open(sqlite_url) as store:
        game = await store.game("AB2CD")
        assert game is not None
        assert (game.pace, game.rated, game.state) == ("none", False, "state")
        (seat,) = await store.seats("AB2CD")
        assert (seat.person, seat.owes_since, seat.bank) == (7, 2, None)
        async with store.write() as w:
            await w.update_game(game, status="archived")
        assert [entry.kind for entry in await store.moves("AB2CD")] == ["setup"]
