"""The AI of Explorers: search effort per level, and win probabilities from the evaluation."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import exp
from random import Random
from typing import Any

from opponents.ai import Idea, Level
from opponents.explorers.captains import captain_ideas
from opponents.explorers.evaluation import Evaluator
from opponents.explorers.map_analysis import MapAnalysis
from opponents.explorers.move_reasons import REASONS, claims
from opponents.explorers.plans import SearchConfig, plans
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
    "apprentice": SearchConfig(BEGINNER, width=2, depth_beyond=0, max_placements=10, max_searched=1),
    "sailor": SearchConfig(width=6, depth_beyond=4, max_placements=40, max_searched=1),
    "captain": SearchConfig(
        width=18, depth_beyond=10, max_placements=80, max_searched=6, tile_width=6, tile_depth_beyond=6
    ),
}
"""The apprentice goes for what is near in this turn. The sailor searches into the next turn and evaluates
islands. The captain searches two more turns, a wider beam, and the turn that follows each tile placement.
"""
FINAL_SCALE, SCALE_PER_ACTION = 4.0, 0.25
"""Scale of a lead in the softmax, in points: at the end, and increment per action still to come."""


class ExplorersAI:
    """The computer player of Explorers."""

    reasons: Sequence[str] = REASONS
    claims = staticmethod(claims)

    def __init__(self, game: Explorers, configs: Mapping[Level, SearchConfig] = LEVEL_CONFIGS) -> None:
        self._game = game
        self._configs = configs

    def rank_moves(self, state: Any, seat: Seat, level: Level, rng: Random) -> Sequence[Idea]:  # noqa: ARG002
        assert isinstance(state, State)
        config = self._configs[level]
        moves = self._game.legal(state, seat)
        if state.stage == "captains":
            return captain_ideas(state, seat)
        if state.stage == "place":
            return tile_ideas(state, seat, moves, self._game.components, config)
        scene = build_scene(state, seat, MapAnalysis(state.laid))
        party = build_party(state, seat)
        ideas = []
        for plan in plans(party, scene, config.weights, config.width, config.depth_beyond):
            first = to_move(plan.actions[0] if plan.actions else WAIT, scene)
            ideas.append(Idea(first, plan.value, _continuation(party, plan.actions, scene)))
        return ideas

    def win_probabilities(self, state: Any, rng: Random) -> tuple[float, ...]:  # noqa: ARG002 - nothing is dealt
        assert isinstance(state, State)
        seats = range(len(state.players))
        if len(state.players) == 1:
            return (1.0,)
        outcome = self._game.outcome(state)
        if outcome is not None:
            first = outcome.ranking[0]
            return tuple(1 / len(first) if seat in first else 0.0 for seat in seats)
        analysis = MapAnalysis(state.laid)
        values = [
            Evaluator(build_scene(state, seat, analysis)).evaluate(build_party(state, seat)) for seat in seats
        ]
        scale = FINAL_SCALE + SCALE_PER_ACTION * max(build_party(state, seat).actions for seat in seats)
        best = max(values)
        odds = [exp((value - best) / scale) for value in values]
        return tuple(each / sum(odds) for each in odds)


def _continuation(before: Party, acts: Sequence[Action], scene: Scene) -> tuple[ExplorersMove, ...]:
    """Return the moves after the first, up to a fight, whose result is unknown."""
    moves: list[ExplorersMove] = []
    party = before
    for act, following in pairwise(acts):
        party = apply_action(party, act, scene)
        if party.fights:
            break
        moves.append(to_move(following, scene))
    return tuple(moves)
