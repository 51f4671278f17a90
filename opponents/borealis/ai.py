"""The AI of Borealis: search effort per level, and win probabilities by playouts."""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any

from opponents.ai import Idea, Level
from opponents.borealis import policy
from opponents.borealis.encoding import EncodedComponents
from opponents.borealis.move_reasons import REASONS, Reasons
from opponents.borealis.plans import plans
from opponents.borealis.playouts import rank_by_playouts, turns_left
from opponents.borealis.simulator import Table
from opponents.borealis.weights import BEGINNER, TUNED
from rules.borealis.components import Components
from rules.borealis.state import State
from rules.game import Seat

MAX_CANDIDATES = 8  # Plans with the best static evaluation that the captain plays out.
PLAYOUT_TURNS = 4000
"""Budget of the captain for one choice, in simulated turns; a thousand take a twentieth of a second."""
PROBABILITY_TURNS = 500
MIN_GAMES, MAX_GAMES = 6, 40
"""Bounds for the number of playouts that estimate win probabilities."""
SOFTMAX_SCALE = 4.0
"""A lead of this many points at the end of a playout counts as nearly 3 : 1 odds."""


class BorealisAI:
    """The computer player of Borealis."""

    reasons: Sequence[str] = REASONS

    def __init__(self, components: Components) -> None:
        self._components = EncodedComponents(components)
        self.claims = Reasons(components).claims

    def rank_moves(self, state: Any, seat: Seat, level: Level, rng: Random) -> Sequence[Idea]:
        assert isinstance(state, State)
        table = Table(state, self._components, rng)
        weights = BEGINNER if level == "apprentice" else TUNED
        found = plans(state, table, seat, weights)
        valued = [(plan, plan.value) for plan in found]
        if level == "captain" and len(found) > 1:
            valued = rank_by_playouts(table, seat, found[:MAX_CANDIDATES], weights, rng, turns=PLAYOUT_TURNS)
        return [
            Idea(plan.move, value, plan.continuation, is_tentative=level == "captain")
            for plan, value in valued
        ]

    def win_probabilities(self, state: Any, rng: Random) -> tuple[float, ...]:
        """Average the victory shares of playouts in spectator determinizations; close games are shared."""
        assert isinstance(state, State)
        table = Table(state, self._components, rng)
        games = int(min(max(PROBABILITY_TURNS / turns_left(table), MIN_GAMES), MAX_GAMES))
        if table.over:
            return victory_shares(table, spread=0.01)
        sums = [0.0] * len(table.boards)
        for _ in range(games):
            trial = table.determinize(None, Random(rng.getrandbits(48)))
            _complete_turn(state, trial)
            policy.play_to_end(trial, TUNED)
            for seat, share in enumerate(victory_shares(trial, SOFTMAX_SCALE)):
                sums[seat] += share
        return tuple(total / games for total in sums)


def _complete_turn(state: State, trial: Table) -> None:
    """Complete the current turn of a playout by the policy."""
    match state.phase:
        case "exchange":
            trial.exchange([policy.cards_to_exchange(trial, board, TUNED) for board in trial.boards])
        case "draw":
            policy.draw_card(trial, TUNED)
        case "gather":
            policy.gather(trial, TUNED)
        case _:
            pass


def victory_shares(table: Table, spread: float) -> tuple[float, ...]:
    """Return a softmax over the final points; ties are broken as in the rules."""
    merits = [points + flag / 100 + stars / 10_000 for points, flag, stars in table.ranking_keys()]
    best = max(merits)
    odds = [exp(max((merit - best) / spread, -500.0)) for merit in merits]
    return tuple(each / sum(odds) for each in odds)
