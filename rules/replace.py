"""A state with some of its values changed: every move makes a few, so it is worth a short way."""

from typing import TypeVar

T = TypeVar("T")


def replace(value: T, /, **changes: object) -> T:
    """A copy of a frozen dataclass without slots, some of its fields changed."""
    kind, fields = type(value), value.__dict__
    changed = fields | changes
    if len(changed) != len(fields):
        raise TypeError(f"{kind.__name__} has no {', '.join(sorted(changes.keys() - fields.keys()))}")
    copy = object.__new__(kind)
    object.__setattr__(copy, "__dict__", changed)
    return copy
