"""Databases of older schemas, written in plain SQL."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import Connection, create_engine, inspect, text

from db import hash_text
from db.migrate import alembic_config

CODE, HOST, STATE = "K7QXR", 1_400_000_000_000_000_001, "as it stood"


@contextmanager
def create_old_database(file: Path, revision: str) -> Iterator[Connection]:
    """Create an empty database of a revision, to be filled in the block."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        yield connection
    engine.dispose()


def insert_row(connection: Connection, table: str, **values: Any) -> None:
    """Insert a row. Lists and dicts are written as JSON."""
    row = {
        name: json.dumps(value) if isinstance(value, dict | list) else value for name, value in values.items()
    }
    columns, places = ", ".join(f'"{name}"' for name in row), ", ".join(f":{name}" for name in row)
    connection.execute(text(f"INSERT INTO {table} ({columns}) VALUES ({places})"), row)


def insert_game(connection: Connection) -> None:
    """Insert a minimal game into the tables of the database's revision."""
    tables = inspect(connection).get_table_names()
    log, seats = ("entries", "players") if "entries" in tables else ("moves", "seats")
    mark = hash_text(STATE)
    game = {
        "code": CODE,
        "key": "lofoten",
        "rules_version": 1,
        "pack": "printed",
        "seed": b"seed",
        "status": "running",
        "version": 2,
        "ply": 1,
        "state": STATE,
        "state_hash": mark,
        "channel": 60,
        "host": HOST,
        "created": 1,
        "started": 2,
        "last_activity": 3,
        "pace": "none",
    }
    entry = {"game": CODE, "ply": 1, "kind": "setup", "state_hash": mark, "at": 2, "state": STATE}
    insert_row(connection, "people", **_plain_row(connection, "people", {"id": HOST}))
    insert_row(connection, "games", **_plain_row(connection, "games", game))
    insert_row(connection, log, **_plain_row(connection, log, entry))
    insert_row(connection, seats, **_plain_row(connection, seats, {"game": CODE, "seat": 0, "person": HOST}))


def _plain_row(connection: Connection, table: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the given values of a table's columns, with empty values for required ones."""
    row: dict[str, Any] = {}
    for column in inspect(connection).get_columns(table):
        name = column["name"]
        if name in given:
            row[name] = given[name]
        elif not column["nullable"] and column["default"] is None and column.get("autoincrement") is not True:
            row[name] = {} if "JSON" in str(column["type"]) else "" if "TEXT" in str(column["type"]) else 0
    return row
