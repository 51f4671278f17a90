"""Columns of the tables that migrations create. What they build must not change: old migrations use them.

Keys and indexes get their names by the convention of `db.rows`.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

JSON = sa.JSON(none_as_null=True)
# Only a column of type INTEGER autoincrements in SQLite.
SERIAL: TypeEngine[int] = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def column(
    name: str,
    of_type: TypeEngine[Any] | type[TypeEngine[Any]],
    references: str | None = None,
    *,
    nullable: bool = False,
    **more: Any,
) -> sa.Column[Any]:
    """Return a column, not nullable unless said. `references` is the column that a foreign key names."""
    keys = () if references is None else (sa.ForeignKey(references),)
    return sa.Column(name, of_type, *keys, nullable=nullable, **more)


def columns(
    names: str, of_type: TypeEngine[Any] | type[TypeEngine[Any]], *, nullable: bool = False
) -> list[sa.Column[Any]]:
    """Return columns that differ by name only."""
    return [column(name, of_type, nullable=nullable) for name in names.split()]


def title_key() -> list[sa.Column[Any]]:
    """Return the primary key of what a server has once per title."""
    return [
        column("server", sa.BigInteger, "servers.id", primary_key=True),
        column("key", sa.Text, primary_key=True),
    ]


def member_key() -> list[sa.Column[Any]]:
    """Return the primary key of what a user has once per server and title."""
    return [*title_key(), column("person", sa.BigInteger, "people.id", primary_key=True, index=True)]


def serial_id() -> sa.Column[int]:
    """Return an autoincremented primary key. Its table needs `sqlite_autoincrement=True`."""
    return column("id", SERIAL, primary_key=True, autoincrement=True)


def create_serial_table(name: str, *more: SchemaItem) -> None:
    """Create a table with an autoincremented primary key in its first column."""
    op.create_table(name, serial_id(), *more, sqlite_autoincrement=True)


def create_outbox(name: str) -> None:
    """Create the table of posts, which had another name at first."""
    create_serial_table(
        name,
        column("key", sa.Text, unique=True),
        column("lane", sa.Text),
        column("game", sa.Text, "games.code", nullable=True),
        column("kind", sa.Text),
        column("payload", JSON),
        *columns("created not_before", sa.BigInteger),
        column("attempts", sa.Integer),
        column("claimed_until", sa.BigInteger),
        column("done_at", sa.BigInteger, nullable=True),
        *columns("result problem", sa.Text, nullable=True),
    )
    waiting = sa.text("done_at IS NULL")
    op.create_index(
        f"ix_{name}_waiting", name, ["lane", "id"], sqlite_where=waiting, postgresql_where=waiting
    )
