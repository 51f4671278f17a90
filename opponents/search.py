"""What every computer player searches with: plans tried out in many worlds, the better half again.

Effort is counted in worlds, never by a clock, so that the same question has the same answer.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

P = TypeVar("P")


def halving(
    plans: Sequence[P],
    try_out: Callable[[P, int], float],
    *,
    worlds: int,
    glance: Sequence[float] | None = None,
    trust: float = 0.0,
) -> list[tuple[P, float]]:
    """Plans by what they come to, the best first: each round all that are left meet the same further worlds,
    and the better half goes on.

    `try_out(plan, world)` is the worth of a plan in the world of that number; about `worlds` trials
    are made for each plan and round. `glance` is what each is worth at a look, in the same measure but for
    what all have in common; it counts as much as trials in `trust` worlds.
    """
    sums = [0.0] * len(plans)
    played = [0] * len(plans)
    left = list(range(len(plans)))
    beaten: list[int] = []
    world = 0

    def mean(index: int) -> float:
        at_a_look = trust * glance[index] if glance is not None else 0.0
        return (sums[index] + at_a_look) / (played[index] + trust)

    while len(left) > 1:
        for _ in range(worlds):
            for index in left:
                sums[index] += try_out(plans[index], world)
                played[index] += 1
            world += 1
        left.sort(key=lambda index: (-mean(index), index))
        keep = (len(left) + 1) // 2 if len(left) > 2 else 1
        beaten[:0] = left[keep:]
        left = left[:keep]
    order = [*left, *beaten]
    return [(plans[index], sums[index] / played[index] if played[index] else 0.0) for index in order]
