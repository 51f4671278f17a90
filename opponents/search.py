"""Successive halving: evaluate all candidates in a few determinizations, keep the better half, repeat.

Effort is counted in determinizations, never in time, so that equal input gives equal output.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

P = TypeVar("P")


def successive_halving(
    candidates: Sequence[P],
    evaluate: Callable[[P, int], float],
    *,
    determinizations: int,
    prior: Sequence[float] | None = None,
    prior_weight: float = 0.0,
) -> list[tuple[P, float]]:
    """Return the candidates with their mean values, best first.

    `evaluate(candidate, number)` is the value of a candidate in determinization `number`. Each round
    evaluates the remaining candidates in `determinizations` new ones, the same for all. `prior` is a static
    evaluation of each candidate, on the same scale up to a constant, weighted as `prior_weight` samples.

    >>> successive_halving([1, 3, 2], lambda candidate, number: candidate, determinizations=1)
    [(3, 3.0), (2, 2.0), (1, 1.0)]
    """
    sums = [0.0] * len(candidates)
    samples = [0] * len(candidates)
    remaining = list(range(len(candidates)))
    eliminated: list[int] = []
    number = 0

    def mean(index: int) -> float:
        weighted_prior = prior_weight * prior[index] if prior is not None else 0.0
        return (sums[index] + weighted_prior) / (samples[index] + prior_weight)

    while len(remaining) > 1:
        for _ in range(determinizations):
            for index in remaining:
                sums[index] += evaluate(candidates[index], number)
                samples[index] += 1
            number += 1
        remaining.sort(key=lambda index: (-mean(index), index))
        keep = (len(remaining) + 1) // 2 if len(remaining) > 2 else 1
        eliminated[:0] = remaining[keep:]
        remaining = remaining[:keep]
    order = [*remaining, *eliminated]
    return [(candidates[index], sums[index] / samples[index] if samples[index] else 0.0) for index in order]
