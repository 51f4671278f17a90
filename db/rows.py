"""Maps frozen dataclasses to tables: columns from annotations, rows to values and back.

A row is declared once, in the module of its table. Types, nullability and keys of the columns follow from
the annotations. Times are milliseconds since 1970 in UTC. States and moves of games are opaque text here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from operator import itemgetter
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import sqlalchemy as sa
from pydantic import BaseModel
from sqlalchemy.schema import SchemaItem
from sqlalchemy.sql.elements import ColumnElement, TextClause
from sqlalchemy.types import TypeEngine

Milliseconds = Annotated[int, sa.BigInteger]
"""A time since 1970 in UTC, or a duration."""
Snowflake = Annotated[int, sa.BigInteger]
"""An id assigned by Discord. In a `person` column it is a user id."""

R = TypeVar("R")
_Conversion = tuple[int, Callable[[Any], Any]]
"""The index of a value in a row, and the type to convert it to."""

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_SCALAR_TYPES: dict[Any, type[TypeEngine[Any]]] = {
    int: sa.Integer,
    str: sa.Text,
    float: sa.Float,
    bool: sa.Boolean,
    bytes: sa.LargeBinary,
}
# Only a column of type INTEGER autoincrements in SQLite.
_SERIAL: TypeEngine[int] = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# Stored as JSON. The value converts the list that was read, None leaves it as it is.
_COLLECTIONS: dict[Any, Callable[[Any], Any] | None] = {
    Mapping: None,
    dict: None,
    list: None,
    tuple: tuple,
    frozenset: frozenset,
}
_KEY = "column"

Erasure = Literal["delete", "reassign"]
"""Rows of an erased user are deleted, or pass to an anonymous user because other players need them."""
# Keys of a table's `info`.
_ROW_TYPE, _ON_ERASURE = "row type", "on erasure"


@dataclass(frozen=True, slots=True)
class _ColumnOptions:
    primary_key: bool = False
    foreign_key: str | None = None
    server_default: str | TextClause | ColumnElement[Any] | None = None
    serial: bool = False
    stored: bool = True


def column(
    *,
    primary_key: bool = False,
    foreign_key: str | None = None,
    server_default: str | TextClause | ColumnElement[Any] | None = None,
    serial: bool = False,
) -> Mapping[str, Any]:
    """Return column options for a field's metadata: `field(metadata=column(primary_key=True))`.

    A `serial` column autoincrements, or references one that does.
    """
    return {_KEY: _ColumnOptions(primary_key, foreign_key, server_default, serial)}


NOT_STORED: Mapping[str, Any] = {_KEY: _ColumnOptions(stored=False)}
"""Metadata of a field that has no column and is computed when the row is read."""


class _PydanticJson(sa.TypeDecorator[BaseModel]):
    """A pydantic model stored as JSON, without fields that have their default value."""

    impl = sa.JSON
    cache_ok = True

    def __init__(self, model: type[BaseModel]) -> None:
        super().__init__(none_as_null=True)
        self.model = model

    def process_bind_param(self, value: BaseModel | None, dialect: sa.Dialect) -> Any:  # noqa: ARG002
        return None if value is None else value.model_dump(mode="json", exclude_defaults=True)

    def process_result_value(self, value: Any, dialect: sa.Dialect) -> BaseModel | None:  # noqa: ARG002
        return None if value is None else self.model.model_validate(value)


def table(name: str, row_type: type, *more: SchemaItem, on_erasure: Erasure | None = None) -> sa.Table:
    """Declare the table of a dataclass, with further columns, constraints and indexes.

    A table with a `person` column says by `on_erasure` what happens to the rows of a user who is erased.
    """
    own = [_column(one.name, one.annotation, one.options) for one in _stored_fields(row_type)]
    autoincrement = any(one.autoincrement is True for one in own)
    if (on_erasure is not None) != any(one.name == "person" for one in own):
        raise TypeError(f"{name}: on_erasure is for tables with a column person, and required there")
    info = {_ROW_TYPE: row_type, _ON_ERASURE: on_erasure}
    return sa.Table(name, metadata, *own, *more, sqlite_autoincrement=autoincrement, info=info)


def tables_with_erasure(on_erasure: Erasure) -> tuple[sa.Table, ...]:
    """Return the tables whose rows of an erased user are treated so."""
    return tuple(each for each in metadata.tables.values() if each.info.get(_ON_ERASURE) == on_erasure)


def columns(of: sa.Table) -> tuple[sa.Column[Any], ...]:
    """Return the columns of a table that are fields of its dataclass."""
    return tuple(of.c[one.name] for one in _stored_fields(of.info[_ROW_TYPE]))


def query(of: sa.Table, *equal: str) -> sa.Select[Any]:
    """Select whole rows. The columns named in `equal` are compared with bind parameters of the same name."""
    return sa.select(*columns(of)).where(*equals(of, *equal))


def equals(of: sa.Table, *names: str) -> list[ColumnElement[bool]]:
    """Return the conditions that columns equal the bind parameters of the same name."""
    return [of.c[name] == sa.bindparam(name) for name in names]


def matching(of: sa.FromClause, **values: Any) -> list[ColumnElement[bool]]:
    """Return the conditions that columns have these values. None stands for any value."""
    return [of.c[name] == value for name, value in values.items() if value is not None]


def from_row(row_type: type[R], found: Mapping[Any, Any], *, prefix: str = "", **not_stored: Any) -> R:
    """Build a dataclass from a row that was read, whose column labels start with `prefix`."""
    of: type = row_type
    read_values, conversions = _row_reader(of, prefix)
    values = read_values(found)
    if conversions:
        values = list(values)
        for index, convert in conversions:
            if values[index] is not None:
                values[index] = convert(values[index])
    return row_type(*values, **not_stored)


def to_row(row: Any) -> dict[str, Any]:
    """Return the column values of a dataclass, ready to be written."""
    of: type = type(row)
    return {one.name: to_json(getattr(row, one.name)) for one in _stored_fields(of)}


def changed_values(row: Any, changed: Any) -> dict[str, Any]:
    """Return the column values in which a changed row differs, ready to be written."""
    before = to_row(row)
    return {name: value for name, value in to_row(changed).items() if value != before[name]}


def to_json(value: Any) -> Any:
    """Convert sets and mappings to values that JSON can represent.

    >>> to_json(frozenset({"b", "a"}))
    ['a', 'b']
    """
    if isinstance(value, frozenset | set):
        return sorted(value)
    return dict(value) if isinstance(value, Mapping) else value


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    annotation: Any
    options: _ColumnOptions


@cache
def _stored_fields(row_type: type) -> tuple[_Field, ...]:
    hints = get_type_hints(row_type, include_extras=True)
    every = [
        _Field(one.name, hints[one.name], one.metadata.get(_KEY, _ColumnOptions()))
        for one in fields(row_type)
    ]
    return tuple(one for one in every if one.options.stored)


@cache
def _row_reader(row_type: type, prefix: str) -> tuple[Callable[[Any], Any], tuple[_Conversion, ...]]:
    own = _stored_fields(row_type)
    conversions = []
    for index, one in enumerate(own):
        convert = _COLLECTIONS.get(get_origin(_strip_optional(one.annotation)[0]))
        if convert is not None:
            conversions.append((index, convert))
    return itemgetter(*(prefix + one.name for one in own)), tuple(conversions)


def _column(name: str, annotation: Any, options: _ColumnOptions) -> sa.Column[Any]:
    bare, nullable = _strip_optional(annotation)
    return sa.Column(
        name,
        _SERIAL if options.serial else _column_type(bare),
        *(() if options.foreign_key is None else (sa.ForeignKey(options.foreign_key),)),
        primary_key=options.primary_key,
        autoincrement=options.serial and options.foreign_key is None,
        nullable=nullable,
        server_default=options.server_default,
    )


def _strip_optional(annotation: Any) -> tuple[Any, bool]:
    """Split an optional annotation. Returns it without `| None`, and whether it is nullable."""
    if get_origin(annotation) not in (Union, UnionType):
        return annotation, False
    others = [one for one in get_args(annotation) if one is not NoneType]
    (bare,) = others
    return bare, True


def _column_type(bare: Any) -> TypeEngine[Any] | type[TypeEngine[Any]]:
    origin = get_origin(bare)
    if origin is Annotated:
        declared: type[TypeEngine[Any]] = get_args(bare)[1]
        return declared
    if origin is Literal:
        return sa.Text
    if origin in _COLLECTIONS:
        return sa.JSON(none_as_null=True)
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        return _PydanticJson(bare)
    return _SCALAR_TYPES[bare]
