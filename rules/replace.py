"""A faster `dataclasses.replace` for states: every move calls it several times."""

from typing import TypeVar

T = TypeVar("T")


def replace(value: T, /, **changes: object) -> T:
    """Return a copy of a frozen dataclass without slots, with some fields changed.

    Raises TypeError for a field that does not exist. `__init__` and `__post_init__` do not run.
    """
    kind, fields = type(value), value.__dict__
    changed = fields | changes
    if len(changed) != len(fields):
        raise TypeError(f"{kind.__name__} has no {', '.join(sorted(changes.keys() - fields.keys()))}")
    copy = object.__new__(kind)
    object.__setattr__(copy, "__dict__", changed)
    return copy
