"""A line of a leaderboard, and places shared by equal values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Form = Literal["won", "between", "lost"]
"""One result: first (alone or shared), neither first nor last, or last."""
Medals = tuple[int, int, int]
"""The number of seasons finished in first, second and third place."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A user's line on a leaderboard; `value` is the displayed rating or points. `form` is oldest first."""

    place: int
    user_id: int
    name: str
    value: int
    margin: int | None = None
    provisional: bool = False
    games: int = 0
    wins: int = 0
    best: int | None = None
    form: tuple[Form, ...] = ()
    medals: Medals = (0, 0, 0)


def shared_places(values: Sequence[object]) -> list[int]:
    """Places for values in descending order; equal values share a place.

    >>> shared_places([9, 7, 7, 2])
    [1, 2, 2, 4]
    """
    places: list[int] = []
    for number, value in enumerate(values, start=1):
        places.append(places[-1] if places and value == values[number - 2] else number)
    return places
