"""Checks what earns a success: one end of a game that just does, and one that just does not."""

from collections.abc import Callable, Collection
from typing import Any

from rules.game import Seat


def check_success(
    successes: Callable[[Any, Seat], Collection[str]], success: str, enough: Any, short: Any
) -> None:
    """Check that the first seat has the success after `enough`, and not after `short`."""
    assert success in successes(enough, 0)
    assert success not in successes(short, 0)
