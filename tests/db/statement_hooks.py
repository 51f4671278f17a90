"""Hooks on SQL statements: capture them, or call back at each step of a write to interrupt it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from sqlalchemy import Engine, event

from db import Store


@contextmanager
def at_each_step(call: Callable[[int], None]) -> Iterator[None]:
    """Call `call(n)` after the n-th step. Each statement is a step, and so is each commit."""
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
def capture_statements(store: Store) -> Iterator[list[str]]:
    """Collect the statements sent to the store's database within the block."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        sent.append(statement)

    event.listen(store.engine.sync_engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(store.engine.sync_engine, "before_cursor_execute", note)
