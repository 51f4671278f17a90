"""The AI of Lofoten: search effort per level, and win probabilities from the evaluation."""

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from random import Random
from typing import Any

from opponents.ai import Idea, Level
from opponents.lofoten.determinization import build_table
from opponents.lofoten.evaluation import evaluate
from opponents.lofoten.move_reasons import REASONS, claims
from opponents.lofoten.plans import Plan, SearchConfig, plans, rank_by_playouts
from opponents.lofoten.weights import BEGINNER
from rules.game import Seat
from rules.lofoten.components import Components

LEVEL_CONFIGS: Mapping[Level, SearchConfig] = {
    "apprentice": SearchConfig(BEGINNER, max_bought_steps=0),
    "sailor": SearchConfig(),
    "captain": SearchConfig(max_plans=8, determinizations=4),
}
"""The apprentice evaluates the own ships and their loads. The sailor evaluates the whole table. The captain
also uses playouts.
"""
LEAD_SHARPNESS, HIDDEN_VARIANCE = 1.3, 5.0
"""Steepness of the logistic in the lead, and variance of hidden information; fitted to games of sailors."""


class LofotenAI:
    """The computer player of Lofoten."""

    reasons: Sequence[str] = REASONS
    claims = staticmethod(claims)

    def __init__(self, components: Components, configs: Mapping[Level, SearchConfig] = LEVEL_CONFIGS) -> None:
        self._components = components
        self._configs = configs

    def rank_moves(self, state: Any, seat: Seat, level: Level, rng: Random) -> Sequence[Idea]:
        config = self._configs[level]
        table = build_table(state, self._components)
        found = plans(table, seat, config, rng)
        if config.determinizations and len(found) > 1:
            found = rank_by_playouts(found, seat, config, rng, begins=table.stage == "action")
        return tuple(Idea(plan.moves[0], plan.value, plan.moves[1:]) for plan in _best_per_move(found))

    def win_probabilities(self, state: Any, rng: Random) -> tuple[float, ...]:  # noqa: ARG002 - nothing is dealt
        table = build_table(state, self._components)
        if table.stage == "over":
            first, second = table.points()
            return (1.0, 0.0) if first > second else (0.0, 1.0) if second > first else (0.5, 0.5)
        mean, var = evaluate(table)
        odds = 1 / (1 + exp(-LEAD_SHARPNESS * mean / sqrt(var + HIDDEN_VARIANCE)))
        return odds, 1 - odds


def _best_per_move(found: list[Plan]) -> list[Plan]:
    """Return the best plan for each first move."""
    best: list[Plan] = []
    for plan in found:
        if all(plan.moves[0] != other.moves[0] for other in best):
            best.append(plan)
    return best
