"""Looks at the statements of a store: counts them, or calls back at each step of a write to stop it there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from sqlalchemy import Engine, event

from db import Store


@contextmanager
def at_each_step(call: Callable[[int], None]) -> Iterator[None]:
    """`call(n)` after the n-th statement, and as a step of its own right before a commit."""
    numbers = count(1)

    def step(*_: object) -> None:
        call(next(numbers))

    names = ("after_cursor_execute", "commit")
    for name in names:
        event.listen(Engine, name, step)
    try:
        yield
    finally:
        for name in names:
            event.remove(Engine, name, step)


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """The statements sent meanwhile."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        sent.append(statement)

    event.listen(store.engine.sync_engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(store.engine.sync_engine, "before_cursor_execute", note)
