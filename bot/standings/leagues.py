"""Who plays in which division of a league: by last month's places, one up and one down, then by rating."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

MIN_DIVISION_SIZE, MAX_DIVISION_SIZE = 4, 6
"""How many play in a division. Seven cannot be parted so, and play in one."""

Division = tuple[int, ...]


def strength_order(
    members: Sequence[int], last: Sequence[Division], ratings: Mapping[int, float]
) -> tuple[int, ...]:
    """Those who have signed on, the strongest first.

    `last` are the divisions of the month before, the top one first, each by its places. The last of each
    changes places with the first of the one below. Who is new follows, by rating.
    """
    parted = [list(division) for division in last if division]
    for upper, lower in pairwise(parted):
        upper[-1], lower[0] = lower[0], upper[-1]
    before = [user_id for division in parted for user_id in division if user_id in members]
    new = [user_id for user_id in members if user_id not in before]
    return (*before, *sorted(new, key=lambda user_id: -ratings.get(user_id, 0.0)))


def remaining_sizes(members: Sequence[int], last: Sequence[Division]) -> tuple[int, ...]:
    """How many are left of each division of the month before."""
    return tuple(sum(user_id in members for user_id in division) for division in last)


def divisions_of(order: Sequence[int], last: Sequence[int] = ()) -> tuple[Division, ...]:
    """The divisions; none where too few have signed on.

    In the first month they are as even as can be, the larger ones last. Later they keep to the sizes that are
    left of the `last` month as far as who came and went allows, so that nobody else changes division.

    >>> [len(division) for division in divided(range(13))]
    [4, 4, 5]
    >>> [len(division) for division in divided(range(13), last=(6, 4))]
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
    """Of all ways to part so many, the one whose borders lie nearest to those of the month before."""
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
