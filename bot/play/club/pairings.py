"""Pairings of a cup: a balanced design, in which all entrants play and meet each other equally often."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

Table = tuple[int, ...]
"""Entrants at one table in the order of their seats, numbered from 0."""

MIN_ENTRANTS, MAX_ENTRANTS = 3, 8
PAIR = 2

# Seven entrants in threes; each pair meets once (the Fano plane).
_SEVEN: tuple[Table, ...] = tuple((one, (one + 1) % 7, (one + 3) % 7) for one in range(7))
# Six in threes; each pair meets twice.
_SIX: tuple[Table, ...] = (
    (0, 1, 2), (0, 1, 3), (0, 2, 4), (0, 3, 5), (0, 4, 5),
    (1, 2, 5), (1, 3, 4), (1, 4, 5), (2, 3, 4), (2, 3, 5),
)  # fmt: skip
# Eight in fours; each pair meets three times. The eighth joins each three of the seven, and the other four
# of the seven are a table of their own.
_EIGHT: tuple[Table, ...] = tuple(
    table for three in _SEVEN for table in ((*three, 7), tuple(sorted(set(range(7)) - {*three})))
)
_PODS: dict[int, tuple[Table, ...]] = {
    3: ((0, 1, 2),) * 3,
    4: tuple(combinations(range(4), 3)),
    5: tuple(combinations(range(5), 4)),
    6: _SIX,
    7: _SEVEN,
    8: _EIGHT,
}


def cup_tables(number: int, max_seats: int) -> tuple[Table, ...]:
    """All tables of a cup with `number` entrants, in a game with at most `max_seats` seats.

    >>> cup_tables(3, 2)
    ((0, 1), (2, 0), (1, 2))
    """
    pods = _PODS.get(number, ())
    if pods and max(map(len, pods)) <= max_seats:
        return _balance_seats(pods)
    return tuple(_pair_by_seat(one, other, number) for one, other in combinations(range(number), PAIR))


def games_per_player(number: int, max_seats: int) -> int:
    """The number of games each entrant plays.

    >>> games_per_player(5, 4)
    4
    """
    return sum(0 in table for table in cup_tables(number, max_seats))


def _pair_by_seat(one: int, other: int, number: int) -> Table:
    """Seat two entrants: on a circle, each sits first against the nearer half of those after them."""
    apart = other - one
    if 2 * apart == number:
        return (one, other) if one % 2 else (other, one)
    return (one, other) if 2 * apart < number else (other, one)


def _balance_seats(pods: Sequence[Table]) -> tuple[Table, ...]:
    """Assign the seats so that all entrants sit on each seat about equally often."""
    sat: Counter[tuple[int, int]] = Counter()
    every = []
    for pod in pods:
        free, order = list(pod), []
        for seat in range(len(pod)):
            earlier = {one: sum(sat[one, before] for before in range(seat + 1)) for one in free}
            one = min(free, key=lambda one: (sat[one, seat], earlier[one]))
            free.remove(one)
            order.append(one)
            sat[one, seat] += 1
        every.append(tuple(order))
    return tuple(every)
