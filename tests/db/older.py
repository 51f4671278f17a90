"""A database as an older Skald left it, written in plain SQL."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import Connection, create_engine, text

from db.migrate import scripts


@contextmanager
def database_of(file: Path, revision: str) -> Iterator[Connection]:
    """An empty database at that revision, to fill."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = scripts()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        yield connection
    engine.dispose()


def add(connection: Connection, table: str, **values: Any) -> None:
    """A row; what is a list or a dict is written as JSON."""
    row = {
        name: json.dumps(value) if isinstance(value, dict | list) else value for name, value in values.items()
    }
    columns, places = ", ".join(f'"{name}"' for name in row), ", ".join(f":{name}" for name in row)
    connection.execute(text(f"INSERT INTO {table} ({columns}) VALUES ({places})"), row)
