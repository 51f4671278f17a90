"""Who plays in which division of a league: by last month's places, one up and one down, then by rating."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

LEAST, MOST = 4, 6
"""How many play in a division. Seven cannot be parted so, and play in one."""

Division = tuple[int, ...]


def order_of(
    members: Sequence[int], last: Sequence[Division], ratings: Mapping[int, float]
) -> tuple[int, ...]:
    """Those who have signed on, the strongest first.

    `last` are the divisions of the month before, the top one first, each by its places. The last of each
    changes places with the first of the one below. Who is new follows, by rating.
    """
    parted = [list(division) for division in last if division]
    for upper, lower in pairwise(parted):
        upper[-1], lower[0] = lower[0], upper[-1]
    before = [person for division in parted for person in division if person in members]
    new = [person for person in members if person not in before]
    return (*before, *sorted(new, key=lambda person: -ratings.get(person, 0.0)))


def stayed(members: Sequence[int], last: Sequence[Division]) -> tuple[int, ...]:
    """How many are left of each division of the month before."""
    return tuple(sum(person in members for person in division) for division in last)


def divided(order: Sequence[int], last: Sequence[int] = ()) -> tuple[Division, ...]:
    """The divisions; none where too few have signed on.

    In the first month they are as even as can be, the larger ones last. Later they keep to the sizes that are
    left of the `last` month as far as who came and went allows, so that nobody else changes division.

    >>> [len(division) for division in divided(range(13))]
    [4, 4, 5]
    >>> [len(division) for division in divided(range(13), last=(6, 4))]
    [5, 4, 4]
    """
    if len(order) < LEAST:
        return ()
    sizes = _kept(len(order), last) if any(last) and len(order) != MOST + 1 else _even(len(order))
    ends = tuple(accumulate(sizes))
    return tuple(tuple(order[end - size : end]) for size, end in zip(sizes, ends, strict=True))


def _even(number: int) -> tuple[int, ...]:
    divisions = -(-number // MOST)
    while number // divisions < LEAST:
        divisions -= 1
    size, larger = divmod(number, divisions)
    return tuple(size + (division >= divisions - larger) for division in range(divisions))


def _kept(number: int, last: Sequence[int]) -> tuple[int, ...]:
    """Of all ways to part so many, the one whose borders lie nearest to those of the month before."""
    borders = tuple(accumulate(last))
    ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for division in range(number // LEAST):
        further: dict[int, tuple[int, tuple[int, ...]]] = {}
        for placed, (moved, sizes) in ways.items():
            for size in range(LEAST, min(MOST, number - placed) + 1):
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
