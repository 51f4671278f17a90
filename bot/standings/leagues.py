"""Divisions of a league: by last month's places with promotion and relegation, then by rating."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

MIN_DIVISION_SIZE, MAX_DIVISION_SIZE = 4, 6  # Except seven members, who cannot be divided so.

Division = tuple[int, ...]


def strength_order(
    members: Sequence[int], last: Sequence[Division], ratings: Mapping[int, float]
) -> tuple[int, ...]:
    """The members, the strongest first.

    `last` are last month's divisions, the top one first, each in order of place. The last of a division
    swaps with the first of the next. New members follow, by rating.

    >>> strength_order([1, 2, 3, 4, 9], [(1, 2), (3, 4)], {})
    (1, 3, 2, 4, 9)
    """
    parted = [list(division) for division in last if division]
    for upper, lower in pairwise(parted):
        upper[-1], lower[0] = lower[0], upper[-1]
    before = [user_id for division in parted for user_id in division if user_id in members]
    new = [user_id for user_id in members if user_id not in before]
    return (*before, *sorted(new, key=lambda user_id: -ratings.get(user_id, 0.0)))


def remaining_sizes(members: Sequence[int], last: Sequence[Division]) -> tuple[int, ...]:
    """The number of members left of each of last month's divisions."""
    return tuple(sum(user_id in members for user_id in division) for division in last)


def divisions_of(order: Sequence[int], last: Sequence[int] = ()) -> tuple[Division, ...]:
    """Split the members into divisions; none if there are too few.

    In the first month the sizes are as even as possible, the larger ones last. Later they stay close to the
    sizes left of the `last` month, so that few members change division.

    >>> [len(division) for division in divisions_of(range(13))]
    [4, 4, 5]
    >>> [len(division) for division in divisions_of(range(13), last=(6, 4))]
    [5, 4, 4]
    """
    if len(order) < MIN_DIVISION_SIZE:
        return ()
    sizes = (
        _nearest_sizes(len(order), last)
        if any(last) and len(order) != MAX_DIVISION_SIZE + 1
        else _even_sizes(len(order))
    )
    ends = tuple(accumulate(sizes))
    return tuple(tuple(order[end - size : end]) for size, end in zip(sizes, ends, strict=True))


def _even_sizes(number: int) -> tuple[int, ...]:
    divisions = -(-number // MAX_DIVISION_SIZE)
    while number // divisions < MIN_DIVISION_SIZE:
        divisions -= 1
    size, larger = divmod(number, divisions)
    return tuple(size + (division >= divisions - larger) for division in range(divisions))


def _nearest_sizes(number: int, last: Sequence[int]) -> tuple[int, ...]:
    """The division sizes whose borders are nearest to last month's, found by dynamic programming."""
    borders = tuple(accumulate(last))
    ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for division in range(number // MIN_DIVISION_SIZE):
        further: dict[int, tuple[int, tuple[int, ...]]] = {}
        for placed, (moved, sizes) in ways.items():
            for size in range(MIN_DIVISION_SIZE, min(MAX_DIVISION_SIZE, number - placed) + 1):
                border = placed + size
                off = abs(border - borders[division]) if division < len(borders) else 0
                way = (moved + off, (*sizes, size))
                further[border] = min(further.get(border, way), way)
        ways = further
        if number in ways:
            moved, sizes = ways.pop(number)
            missing = sum(abs(number - border) for border in borders[division + 1 :])
            found.append((moved + missing, max(sizes) - min(sizes), sizes))
    return min(found)[2]
