"""The player of Borealis: what is looked at, how far, and how likely everybody is to win."""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any

from opponents.ai import Idea, Level
from opponents.borealis import policy
from opponents.borealis.box import Box
from opponents.borealis.options import Option, options
from opponents.borealis.playouts import tried, turns_left
from opponents.borealis.reasons import REASONS, why
from opponents.borealis.simulator import Table
from opponents.borealis.weights import BEGINNER, TUNED
from rules.borealis.components import Components
from rules.borealis.state import State
from rules.game import Seat

IDEAS = 8
"""So many of the best ideas at a glance are looked at further."""
TURNS = 4000
"""About so many turns are played out before the captain chooses; a thousand take a twentieth of a second."""
TURNS_FOR_CHANCES = 500
FEWEST_GAMES, MOST_GAMES = 6, 40
"""How many games are played out to tell how everybody stands."""
SPREAD = 4.0
"""So many points between two seats, and the one ahead in a game played out wins nearly three of four."""


class BorealisAI:
    """The computer player of Borealis."""

    reasons: Sequence[str] = REASONS

    def __init__(self, components: Components) -> None:
        self._box = Box(components)

    def rank_moves(self, state: Any, seat: Seat, level: Level, rng: Random) -> Sequence[Idea]:
        assert isinstance(state, State)
        table = Table(state, self._box, rng)
        weights = BEGINNER if level == "apprentice" else TUNED
        found = options(state, table, seat, weights)
        valued = [(option, option.worth) for option in found]
        if level == "captain" and len(found) > 1:
            valued = tried(table, seat, found[:IDEAS], weights, rng, turns=TURNS)
        return [_idea(table, seat, option, worth, level) for option, worth in valued]

    def win_probabilities(self, state: Any, rng: Random) -> tuple[float, ...]:
        """Games played out by the quick player from what a spectator sees; a close one counts for both."""
        assert isinstance(state, State)
        table = Table(state, self._box, rng)
        games = int(min(max(TURNS_FOR_CHANCES / turns_left(table), FEWEST_GAMES), MOST_GAMES))
        if table.over:
            return _shares(table, spread=0.01)
        sums = [0.0] * len(table.boards)
        for _ in range(games):
            trial = table.dealt_anew(None, Random(rng.getrandbits(48)))
            _finish(state, trial)
            policy.play_on(trial, TUNED)
            for seat, share in enumerate(_shares(trial, SPREAD)):
                sums[seat] += share
        return tuple(total / games for total in sums)


def _finish(state: State, trial: Table) -> None:
    """Bring a table to the start of a turn."""
    match state.phase:
        case "exchange":
            trial.exchange([policy.first_exchange(trial, board, TUNED) for board in trial.boards])
        case "draw":
            policy.supply(trial, TUNED)
        case "gather":
            policy.gather(trial, TUNED)
        case _:
            pass


def _shares(table: Table, spread: float) -> tuple[float, ...]:
    """What each seat has of the victory in a finished game; equal points are told apart as the rules do."""
    merits = [points + flag / 100 + stars / 10_000 for points, flag, stars in table.merits()]
    best = max(merits)
    odds = [exp(max((merit - best) / spread, -500.0)) for merit in merits]
    return tuple(each / sum(odds) for each in odds)


def _idea(table: Table, seat: Seat, option: Option, worth: float, level: Level) -> Idea:
    weights = BEGINNER if level == "apprentice" else TUNED
    return Idea(
        option.move,
        worth,
        why(table, seat, option.move, weights),
        option.then,
        is_tentative=level == "captain",
    )
