"""Columns of the tables that migrations create. What they build must not change: old migrations use them.

Keys and indexes get their names by the convention of `db.rows`.
"""

from typing import Any

import sqlalchemy as sa
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


def serial_id() -> sa.Column[int]:
    """Return an autoincremented primary key. Its table needs `sqlite_autoincrement=True`."""
    return column("id", SERIAL, primary_key=True, autoincrement=True)
