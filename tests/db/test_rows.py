"""Tables follow from dataclasses: types, keys and nullability."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from pydantic import BaseModel
from sqlalchemy import JSON, BigInteger, Boolean, Integer, LargeBinary, Text

from db import rows
from db.rows import NOT_STORED, Milliseconds, Snowflake, column, columns, from_row, metadata, to_row


class Choices(BaseModel):
    loud: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    id: int = field(metadata=column(primary_key=True, serial=True))
    person: Snowflake
    at: Milliseconds | None
    name: str | None
    number: int
    seed: bytes
    rated: bool
    words: tuple[str, ...]
    seen: frozenset[str]
    facts: Mapping[str, Any] | None
    choices: Choices
    extra: int = field(default=0, metadata=NOT_STORED)


@pytest.fixture(scope="module")
def types() -> dict[str, Any]:
    table = rows.table("rows_of_a_test", Row, on_erasure="delete")
    metadata.remove(table)
    return {one.name: one for one in table.columns}


def test_types_and_nullability_follow_from_the_annotations(types: dict[str, Any]) -> None:
    kinds = {name: type(one.type) for name, one in types.items() if name != "choices"}
    assert kinds == {
        "id": BigInteger,
        "person": BigInteger,
        "at": BigInteger,
        "name": Text,
        "number": Integer,
        "seed": LargeBinary,
        "rated": Boolean,
        "words": JSON,
        "seen": JSON,
        "facts": JSON,
    }
    assert {name for name, one in types.items() if one.nullable} == {"at", "name", "facts"}
    assert isinstance(types["choices"].type.impl, JSON)
    assert types["id"].autoincrement is True


def test_a_row_that_is_written_and_read_is_the_same() -> None:
    row = Row(1, 2, None, "Astrid", 3, b"x", True, ("a", "b"), frozenset("ba"), {"n": 1}, Choices(loud=True))
    written = to_row(row)
    assert "extra" not in written
    assert written["seen"] == ["a", "b"]
    read = {**written, "words": ["a", "b"], "further": "not in the dataclass"}
    assert from_row(Row, read) == row
    assert from_row(
        Row, {f"own_{name}": value for name, value in read.items()}, prefix="own_", extra=5
    ) == replace(row, extra=5)
    assert from_row(Row, {**read, "facts": None}).facts is None


def test_a_table_about_users_says_what_an_erasure_does_to_it() -> None:
    @dataclass(frozen=True, slots=True)
    class Owned:
        id: int = field(metadata=column(primary_key=True))
        person: Snowflake

    with pytest.raises(TypeError, match="on_erasure"):
        rows.table("owned_rows_of_a_test", Owned)


def test_only_states_are_in_a_table_but_in_no_dataclass() -> None:
    """All other columns are read with the row."""
    apart = {
        table.name: {one.name for one in table.columns} - {one.name for one in columns(table)}
        for table in metadata.tables.values()
    }
    assert {name: more for name, more in apart.items() if more} == {"games": {"state"}, "entries": {"state"}}


def test_a_changed_row_writes_only_the_columns_that_differ() -> None:
    row = Row(1, 2, None, "Astrid", 3, b"x", True, ("a", "b"), frozenset("ba"), {"n": 1}, Choices())
    assert rows.changed_values(row, replace(row, name=None, seen=frozenset("c"))) == {
        "name": None,
        "seen": ["c"],
    }
    assert rows.changed_values(row, replace(row)) == {}
