"""Makes tables from dataclasses, and dataclasses from what is read.

A row is declared once, as a frozen dataclass in its subject's file; types, nullability and keys of its table
follow from the annotations. Times are milliseconds since 1970, UTC; Discord's ids are whole numbers; what a
game means by its state, moves and options is text the database does not read.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from operator import itemgetter
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.sql.elements import ColumnElement, TextClause
from sqlalchemy.types import TypeEngine

Moment = Annotated[int, BigInteger]
"""A time in milliseconds, or a span of it."""
Snowflake = Annotated[int, BigInteger]
"""An id that Discord gave."""

R = TypeVar("R")
_Conversion = tuple[int, Callable[[Any], Any]]
"""The place of a value in a row, and what it is turned into."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_PLAIN: dict[Any, type[TypeEngine[Any]]] = {
    int: Integer,
    str: Text,
    float: Float,
    bool: Boolean,
    bytes: LargeBinary,
}
# Only a column of type INTEGER counts up by itself in SQLite.
_COUNTER: TypeEngine[int] = BigInteger().with_variant(Integer, "sqlite")
_COLLECTIONS: dict[Any, Callable[[Any], Any] | None] = {
    Mapping: None,
    dict: None,
    list: None,
    tuple: tuple,
    frozenset: frozenset,
}
"""What is kept as JSON, and what a list that was read is turned into."""
_KEY = "column"


@dataclass(frozen=True, slots=True)
class _Facts:
    primary_key: bool = False
    foreign_key: str | None = None
    server_default: str | TextClause | ColumnElement[Any] | None = None
    counter: bool = False
    stored: bool = True


def column(
    *,
    primary_key: bool = False,
    foreign_key: str | None = None,
    server_default: str | TextClause | ColumnElement[Any] | None = None,
    counter: bool = False,
) -> Mapping[str, Any]:
    """What the annotation of a field does not say of its column: `field(metadata=column(...))`.

    A `counter` counts up by itself, or points to a column that does.
    """
    return {_KEY: _Facts(primary_key, foreign_key, server_default, counter)}


NOT_STORED: Mapping[str, Any] = {_KEY: _Facts(stored=False)}
"""For a field that is worked out when it is read."""


class _Model(TypeDecorator[BaseModel]):
    """A pydantic model as JSON; what it has by default is not written."""

    impl = JSON
    cache_ok = True

    def __init__(self, model: type[BaseModel]) -> None:
        super().__init__(none_as_null=True)
        self.model = model

    def process_bind_param(self, value: BaseModel | None, dialect: Dialect) -> Any:  # noqa: ARG002
        return None if value is None else value.model_dump(mode="json", exclude_defaults=True)

    def process_result_value(self, value: Any, dialect: Dialect) -> BaseModel | None:  # noqa: ARG002
        return None if value is None else self.model.model_validate(value)


def table(name: str, row: type, *more: SchemaItem) -> Table:
    """The table of a dataclass, with further columns, constraints and indexes."""
    own = [_column(one.name, one.annotation, one.facts) for one in _stored(row)]
    counts_up = any(one.autoincrement is True for one in own)
    return Table(name, metadata, *own, *more, sqlite_autoincrement=counts_up)


def columns(of: Table, row: type) -> tuple[Column[Any], ...]:
    """The columns that the dataclass speaks of, without those that only the table has."""
    return tuple(of.c[one.name] for one in _stored(row))


def made(row: type[R], found: Mapping[Any, Any], *, prefix: str = "", **more: Any) -> R:
    """The dataclass from what was read, its columns named with that prefix. `more` is what is not stored."""
    of: type = row
    take, conversions = _reading(of, prefix)
    values = take(found)
    if conversions:
        values = list(values)
        for index, convert in conversions:
            if values[index] is not None:
                values[index] = convert(values[index])
    return row(*values, **more)


def values_of(row: Any) -> dict[str, Any]:
    """The columns of a dataclass as they are written."""
    of: type = type(row)
    return {one.name: plain(getattr(row, one.name)) for one in _stored(of)}


def plain(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, frozenset | set):
        return sorted(value)
    return dict(value) if isinstance(value, Mapping) else value


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    annotation: Any
    facts: _Facts


@cache
def _stored(row: type) -> tuple[_Field, ...]:
    hints = get_type_hints(row, include_extras=True)
    every = [_Field(one.name, hints[one.name], one.metadata.get(_KEY, _Facts())) for one in fields(row)]
    return tuple(one for one in every if one.facts.stored)


@cache
def _reading(row: type, prefix: str) -> tuple[Callable[[Any], Any], tuple[_Conversion, ...]]:
    own = _stored(row)
    conversions = []
    for index, one in enumerate(own):
        convert = _COLLECTIONS.get(get_origin(_bare(one.annotation)[0]))
        if convert is not None:
            conversions.append((index, convert))
    return itemgetter(*(prefix + one.name for one in own)), tuple(conversions)


def _column(name: str, annotation: Any, facts: _Facts) -> Column[Any]:
    bare, nullable = _bare(annotation)
    return Column(
        name,
        _COUNTER if facts.counter else _type(bare),
        *(() if facts.foreign_key is None else (ForeignKey(facts.foreign_key),)),
        primary_key=facts.primary_key,
        autoincrement=facts.counter and facts.foreign_key is None,
        nullable=nullable,
        server_default=facts.server_default,
    )


def _bare(annotation: Any) -> tuple[Any, bool]:
    """An annotation without `| None`, and whether it had that."""
    if get_origin(annotation) not in (Union, UnionType):
        return annotation, False
    others = [one for one in get_args(annotation) if one is not NoneType]
    (bare,) = others
    return bare, True


def _type(bare: Any) -> TypeEngine[Any] | type[TypeEngine[Any]]:
    origin = get_origin(bare)
    if origin is Annotated:
        said: type[TypeEngine[Any]] = get_args(bare)[1]
        return said
    if origin is Literal:
        return Text
    if origin in _COLLECTIONS:
        return JSON(none_as_null=True)
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        return _Model(bare)
    return _PLAIN[bare]
