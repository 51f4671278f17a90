"""What scientists are worth where they stand: in the camps, together, or on the way to an objective."""

from collections.abc import Callable, Mapping

from opponents.borealis.board import Board
from opponents.borealis.box import COLOURS_OF, SIZE_OF
from opponents.borealis.evaluation import early
from opponents.borealis.simulator import Table
from opponents.borealis.weights import Weights
from rules.borealis.pieces import ObjectiveKey


class Standing:
    """What scientists are worth where they stand, at one moment of a table and for one seat."""

    __slots__ = ("_crowd", "_farewell", "_goals", "_rest")

    def __init__(self, table: Table, board: Board, weights: Weights) -> None:
        early_ = early(table)
        share = 1 - (1 - weights.lost) * early_
        self._rest, self._crowd = weights.rest * early_, weights.crowd * early_
        if "safe_return" in table.score_cards:
            self._rest += share * table.box.points["safe_return"]
        self._farewell = 0.0
        if "farewell_party" in table.score_cards:
            self._farewell = share * table.box.points["farewell_party"]
        near, far = table.box.objective * weights.reach, table.box.objective * weights.team_goal
        self._goals = [
            (MISSING[goal.card], goal.number, near, 0.0 if goal.reached else far)
            for goal in table.goals
            if goal.card in MISSING and goal.open and board.seat not in goal.reached
        ]

    def worth(self, teams: list[int], returned: int = 0) -> float:
        """`returned` are those just brought back to a site."""
        resting = SIZE_OF[teams[0]] + SIZE_OF[teams[4]]
        worth = resting * (self._rest - self._crowd * resting)
        if self._farewell:
            worth += self._farewell * max(SIZE_OF[teams[1]], SIZE_OF[teams[2]], SIZE_OF[teams[3]])
        for missing, number, near, far in self._goals:
            steps = missing(teams, number, returned)
            worth += near if steps <= 0 else far / (1 + steps)
        return worth


def _specialists(teams: list[int], number: int, _: int) -> int:
    left, right = COLOURS_OF[teams[0]], COLOURS_OF[teams[4]]
    return number - max(left[0] + right[0], left[1] + right[1], left[2] + right[2])


def _notes(teams: list[int], number: int, _: int) -> int:
    return number - max(SIZE_OF[teams[0]], SIZE_OF[teams[4]])


def _morning(teams: list[int], number: int, returned: int) -> int:
    if returned >= number:
        return 0
    return max(1, 1 + number - SIZE_OF[teams[0]] - SIZE_OF[teams[4]])


def _splitting(teams: list[int], number: int, _: int) -> int:
    return sum([max(0, SIZE_OF[team] - number) for team in teams[1:4]])


MISSING: Mapping[ObjectiveKey, Callable[[list[int], int, int], int]] = {
    "specialists_retreat": _specialists,
    "comparing_notes": _notes,
    "morning_shift": _morning,
    "splitting_up": _splitting,
}
"""How many steps the scientists still miss for an objective."""
