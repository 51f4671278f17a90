"""The order of a ladder: who may be challenged, who climbs, and who drifts down. The top is first."""

from collections.abc import Collection, Sequence

from db.clock import DAY

MAX_CLIMB = 3  # Rungs between a challenger and the player above.
DRIFT_AFTER_MS, LEAVE_AFTER_MS = 30 * DAY, 90 * DAY  # Without a game on the ladder.


def rivals_above(order: Sequence[int], user_id: int) -> tuple[int, ...]:
    """The users whom a member may challenge, the nearest last.

    >>> rivals_above([1, 2, 3, 4, 5], 5)
    (2, 3, 4)
    """
    place = order.index(user_id)
    return tuple(order[max(0, place - MAX_CLIMB) : place])


def climb(order: Sequence[int], winner: int, loser: int) -> tuple[int, ...]:
    """The order after a game: a winner from below takes the loser's rung, and those between move down.

    >>> climb([1, 2, 3, 4], winner=4, loser=2)
    (1, 4, 2, 3)
    >>> climb([1, 2, 3, 4], winner=1, loser=3)
    (1, 2, 3, 4)
    """
    if order.index(winner) < order.index(loser):
        return tuple(order)
    others = [user_id for user_id in order if user_id != winner]
    place = others.index(loser)
    return (*others[:place], winner, *others[place:])


def drift(order: Sequence[int], idle: Collection[int]) -> tuple[int, ...]:
    """The order after each idle member has moved down one rung, past an active one.

    >>> drift([1, 2, 3, 4], idle={1, 2})
    (3, 1, 2, 4)
    """
    drifted = list(order)
    for place in reversed(range(len(drifted) - 1)):
        if drifted[place] in idle and drifted[place + 1] not in idle:
            drifted[place], drifted[place + 1] = drifted[place + 1], drifted[place]
    return tuple(drifted)
