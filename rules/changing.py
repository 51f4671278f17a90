"""A state with some of its values changed: every move makes a few, so it is worth a short way."""

import dataclasses
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def replace(value: T, /, **changes: object) -> T:
    """A copy of a frozen dataclass with slots, some of its fields changed."""
    kind: Any = type(value)
    fields, values_of, setters = _slots(kind)
    if not changes.keys() <= fields.keys():
        raise TypeError(f"{kind.__name__} has no {', '.join(sorted(changes.keys() - fields.keys()))}")
    values = list(values_of(value))
    for name, changed in changes.items():
        values[fields[name]] = changed
    copy: T = object.__new__(kind)
    for set_slot, each in zip(setters, values, strict=True):
        set_slot(copy, each)
    return copy


@cache
def _slots(
    kind: type[Any],
) -> tuple[dict[str, int], Callable[[Any], tuple[object, ...]], tuple[Callable[[Any, object], None], ...]]:
    """The number of each field, how to read them all, and how to set each of one that is being made."""
    names = [field.name for field in dataclasses.fields(kind)]
    setters = tuple(getattr(kind, name).__set__ for name in names)
    return {name: number for number, name in enumerate(names)}, attrgetter(*names), setters
