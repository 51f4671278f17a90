"""The computer player of Lofoten: what each level looks at, and how it chooses."""

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from random import Random
from typing import Any

from opponents.ai import Idea, Level
from opponents.lofoten.apply_move import play
from opponents.lofoten.determinization import lay_out
from opponents.lofoten.evaluation import appraise
from opponents.lofoten.plans import Habit, Plan, plans, tried
from opponents.lofoten.reasons import REASONS, reason
from opponents.lofoten.simulator import Table
from opponents.lofoten.weights import BEGINNER
from rules.game import Seat
from rules.lofoten.components import Components

HABITS: Mapping[Level, Habit] = {
    "apprentice": Habit(BEGINNER, steps_to_buy=0),
    "sailor": Habit(),
    "captain": Habit(plans=8, worlds=4),
}
"""The apprentice sees the own ships and what they carry; the sailor all that is on the table; the captain
tries out what comes of it.
"""
SHARPNESS, LUCK = 1.3, 5.0
"""How surely a lead wins, and the variance of what cannot be seen; fitted to games among sailors."""


class LofotenAI:
    """Plays Lofoten with these components."""

    reasons: Sequence[str] = REASONS

    def __init__(self, components: Components, habits: Mapping[Level, Habit] = HABITS) -> None:
        self._components = components
        self._habits = habits

    def rank_moves(self, world: Any, seat: Seat, level: Level, rng: Random) -> Sequence[Idea]:
        habit = self._habits[level]
        table = lay_out(world, self._components)
        found = plans(table, seat, habit, rng)
        if habit.worlds and len(found) > 1:
            found = tried(found, seat, habit, rng, begins=table.stage == "action")
        return tuple(_idea(table, plan, seat) for plan in _of_each_move(found))

    def win_probabilities(self, world: Any, rng: Random) -> tuple[float, ...]:  # noqa: ARG002 - nothing is dealt
        table = lay_out(world, self._components)
        if table.stage == "over":
            first, second = table.points()
            return (1.0, 0.0) if first > second else (0.0, 1.0) if second > first else (0.5, 0.5)
        mean, var = appraise(table)
        odds = 1 / (1 + exp(-SHARPNESS * mean / sqrt(var + LUCK)))
        return odds, 1 - odds


def _of_each_move(found: list[Plan]) -> list[Plan]:
    """The best plan that begins with each move."""
    best: list[Plan] = []
    for plan in found:
        if all(plan.moves[0] != other.moves[0] for other in best):
            best.append(plan)
    return best


def _idea(table: Table, plan: Plan, seat: Seat) -> Idea:
    after = plan.table
    if plan.last is not None and plan.last.kind in ("store", "unload"):
        after = after.copy()
        play(after, plan.last)
    return Idea(plan.moves[0], plan.worth, reason(table, plan.moves, after, seat), plan.moves[1:])
