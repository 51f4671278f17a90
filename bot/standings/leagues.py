"""Who plays in which division of a league: by last month's places, one up and one down, then by rating."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

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
    stayed = [person for division in parted for person in division if person in members]
    new = [person for person in members if person not in stayed]
    return (*stayed, *sorted(new, key=lambda person: -ratings.get(person, 0.0)))


def divided(order: Sequence[int]) -> tuple[Division, ...]:
    """The divisions, as even as can be, the larger ones last; none where too few have signed on.

    >>> [len(division) for division in divided(range(13))]
    [4, 4, 5]
    """
    if len(order) < LEAST:
        return ()
    number = -(-len(order) // MOST)
    while len(order) // number < LEAST:
        number -= 1
    size, larger = divmod(len(order), number)
    divisions: list[Division] = []
    start = 0
    for division in range(number):
        until = start + size + (division >= number - larger)
        divisions.append(tuple(order[start:until]))
        start = until
    return tuple(divisions)
