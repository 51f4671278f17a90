"""Evaluation of the places of scientists: in camps, together, or towards an objective."""

from collections.abc import Callable, Mapping

from opponents.borealis.board import Board
from opponents.borealis.encoding import COLOURS_OF, SIZE_OF
from opponents.borealis.evaluation import remaining_share
from opponents.borealis.simulator import Table
from opponents.borealis.weights import Weights
from rules.borealis.pieces import ObjectiveKey


class ScientistValues:
    """Evaluates arrangements of one seat's scientists at one moment of a game."""

    __slots__ = ("_crowd", "_farewell", "_objectives", "_rest")

    def __init__(self, table: Table, board: Board, weights: Weights) -> None:
        remaining = remaining_share(table)
        share = 1 - (1 - weights.lost) * remaining
        self._rest, self._crowd = weights.rest * remaining, weights.crowd * remaining
        if "safe_return" in table.score_cards:
            self._rest += share * table.components.points["safe_return"]
        self._farewell = 0.0
        if "farewell_party" in table.score_cards:
            self._farewell = share * table.components.points["farewell_party"]
        near, far = table.components.objective * weights.reach, table.components.objective * weights.team_goal
        self._objectives = [
            (STEPS_MISSING[objective.card], objective.number, near, 0.0 if objective.reached else far)
            for objective in table.objectives
            if objective.card in STEPS_MISSING and objective.open and board.seat not in objective.reached
        ]

    def value(self, teams: list[int], returned: int = 0) -> float:
        """Return the value of an arrangement; `returned` scientists were just brought back to a site."""
        resting = SIZE_OF[teams[0]] + SIZE_OF[teams[4]]
        value = resting * (self._rest - self._crowd * resting)
        if self._farewell:
            value += self._farewell * max(SIZE_OF[teams[1]], SIZE_OF[teams[2]], SIZE_OF[teams[3]])
        for missing, number, near, far in self._objectives:
            steps = missing(teams, number, returned)
            value += near if steps <= 0 else far / (1 + steps)
        return value


def _specialists_retreat(teams: list[int], number: int, _: int) -> int:
    left, right = COLOURS_OF[teams[0]], COLOURS_OF[teams[4]]
    return number - max(left[0] + right[0], left[1] + right[1], left[2] + right[2])


def _comparing_notes(teams: list[int], number: int, _: int) -> int:
    return number - max(SIZE_OF[teams[0]], SIZE_OF[teams[4]])


def _morning_shift(teams: list[int], number: int, returned: int) -> int:
    if returned >= number:
        return 0
    return max(1, 1 + number - SIZE_OF[teams[0]] - SIZE_OF[teams[4]])


def _splitting_up(teams: list[int], number: int, _: int) -> int:
    return sum([max(0, SIZE_OF[team] - number) for team in teams[1:4]])


STEPS_MISSING: Mapping[ObjectiveKey, Callable[[list[int], int, int], int]] = {
    "specialists_retreat": _specialists_retreat,
    "comparing_notes": _comparing_notes,
    "morning_shift": _morning_shift,
    "splitting_up": _splitting_up,
}
"""Steps that the scientists still miss for an objective."""
