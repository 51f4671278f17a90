"""Playouts: plans are played to the end of the game by the policy, in determinizations."""

from collections.abc import Sequence
from math import tanh
from random import Random

from opponents.borealis import policy
from opponents.borealis.plans import Plan
from opponents.borealis.simulator import Table
from opponents.borealis.weights import Weights
from opponents.search import successive_halving

VICTORY_POINTS = 8.0
"""Value of winning, in addition to the points."""
LEAD_SCALE = 12.0
"""Leads beyond this many points saturate (tanh): a game is won by one point as by thirty."""
MAX_DETERMINIZATIONS = 120
MIN_DETERMINIZATIONS = 6
PRIOR_WEIGHT = 20.0
"""Weight of the static evaluation, in samples. Playouts have a much larger variance."""
ROUNDS_PER_MINIMUM = 2.4
"""Average length of a game as a multiple of the minimum: not every card goes to the tallest site."""
LAST_ROUND_SHARE = 0.5
"""Average share of the last round that is left, once it is the last."""


class Playouts:
    """Determinizations of a seat, each created once and shared by all plans."""

    def __init__(self, table: Table, seat: int, weights: Weights, rng: Random) -> None:
        self._table, self._seat, self._weights = table, seat, weights
        self._seeds = [rng.getrandbits(48) for _ in range(1 << 10)]
        self._determinizations: dict[int, Table] = {}

    def evaluate(self, plan: Plan, number: int) -> float:
        if number not in self._determinizations:
            self._determinizations[number] = self._table.determinize(self._seat, Random(self._seeds[number]))
        trial = self._determinizations[number].copy(Random(self._seeds[number]))
        plan.play(trial)
        policy.play_to_end(trial, self._weights)
        return _evaluate(trial, self._seat)


def rank_by_playouts(
    table: Table, seat: int, plans: Sequence[Plan], weights: Weights, rng: Random, *, turns: int
) -> list[tuple[Plan, float]]:
    """Return the plans with their mean results, best first. `turns` is the budget in simulated turns."""
    playouts = Playouts(table, seat, weights, rng)
    evaluations, left = 0, len(plans)
    while left > 1:
        evaluations += left
        left = (left + 1) // 2 if left > 2 else 1
    determinizations = turns / (max(evaluations, 1) * turns_left(table))
    return successive_halving(
        plans,
        playouts.evaluate,
        determinizations=int(max(MIN_DETERMINIZATIONS, min(determinizations, MAX_DETERMINIZATIONS))),
        prior=[plan.value for plan in plans],
        prior_weight=PRIOR_WEIGHT,
    )


def turns_left(table: Table) -> float:
    """Estimate the number of turns left in the game."""
    rounds = LAST_ROUND_SHARE if table.last_round else ROUNDS_PER_MINIMUM * table.min_rounds_left()
    return len(table.boards) * rounds


def _evaluate(trial: Table, seat: int) -> float:
    """Return the value of a finished game for a seat, in points."""
    merits = trial.ranking_keys()
    own = merits.pop(seat)
    best = max(merits)
    victory = 0.0 if own == best else VICTORY_POINTS if own > best else -VICTORY_POINTS
    return victory + LEAD_SCALE * tanh((own[0] - best[0]) / LEAD_SCALE)
