"""The computer player of Explorers: what each level looks at, and how it chooses."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import exp
from random import Random
from typing import Any

from opponents.ai import Idea, Level
from opponents.explorers.captains import captain_ideas
from opponents.explorers.evaluation import Evaluator
from opponents.explorers.map_analysis import MapAnalysis
from opponents.explorers.plans import SearchConfig, plans
from opponents.explorers.reasons import REASONS, reason
from opponents.explorers.simulator import (
    WAIT,
    Action,
    Party,
    Scene,
    apply_action,
    build_party,
    build_scene,
    to_move,
)
from opponents.explorers.tiles import tile_ideas
from opponents.explorers.weights import BEGINNER
from rules.explorers.game import Explorers
from rules.explorers.moves import ExplorersMove
from rules.explorers.state import State
from rules.game import Seat

LEVEL_CONFIGS: Mapping[Level, SearchConfig] = {
    "apprentice": SearchConfig(BEGINNER, width=2, beyond=0, glances=10, tiles=1),
    "sailor": SearchConfig(width=6, beyond=4, glances=40, tiles=1),
    "captain": SearchConfig(width=18, beyond=10, glances=80, tiles=6, tile_width=6, tile_beyond=6),
}
"""The apprentice goes for what is near in this turn; the sailor thinks of the next one, and of islands; the
captain of two further ones, of more ways, and of the turn that a tile allows.
"""
FINAL_SCALE, SCALE_PER_ACTION = 4.0, 0.25
"""By how many points a lead is felt at the end, and how many more for each action that is still to come."""


class ExplorersAI:
    """Plays Explorers by these rules."""

    reasons: Sequence[str] = REASONS

    def __init__(self, game: Explorers, habits: Mapping[Level, SearchConfig] = LEVEL_CONFIGS) -> None:
        self._game = game
        self._habits = habits

    def rank_moves(self, world: Any, seat: Seat, level: Level, rng: Random) -> Sequence[Idea]:  # noqa: ARG002
        habit = self._habits[level]
        state: State = world
        moves = self._game.legal(state, seat)
        if state.stage == "captains":
            return captain_ideas(state, seat)
        if state.stage == "place":
            return tile_ideas(state, seat, moves, self._game.components, habit)
        scene = build_scene(state, seat, MapAnalysis(state.laid))
        party = build_party(state, seat)
        ideas = []
        for plan in plans(party, scene, habit.weights, habit.width, habit.beyond):
            first = to_move(plan.actions[0] if plan.actions else WAIT, scene)
            ideas.append(
                Idea(first, plan.value, reason(party, plan, scene), _continuation(party, plan.actions, scene))
            )
        return ideas

    def win_probabilities(self, world: Any, rng: Random) -> tuple[float, ...]:  # noqa: ARG002 - nothing is dealt
        state: State = world
        seats = range(len(state.players))
        if len(state.players) == 1:
            return (1.0,)
        outcome = self._game.outcome(state)
        if outcome is not None:
            first = outcome.ranking[0]
            return tuple(1 / len(first) if seat in first else 0.0 for seat in seats)
        waters = MapAnalysis(state.laid)
        worths = [
            Evaluator(build_scene(state, seat, waters)).evaluate(build_party(state, seat)) for seat in seats
        ]
        scale = FINAL_SCALE + SCALE_PER_ACTION * max(build_party(state, seat).actions for seat in seats)
        best = max(worths)
        odds = [exp((worth - best) / scale) for worth in worths]
        return tuple(each / sum(odds) for each in odds)


def _continuation(before: Party, acts: Sequence[Action], scene: Scene) -> tuple[ExplorersMove, ...]:
    """The moves after the first, up to a fight: nobody knows how it ends."""
    moves: list[ExplorersMove] = []
    party = before
    for act, following in pairwise(acts):
        party = apply_action(party, act, scene)
        if party.fights:
            break
        moves.append(to_move(following, scene))
    return tuple(moves)
