"""What a card would bring on each site of a board.

Everything a card does follows from its species and the site, from its vehicle and the site, or from the
two scientists it sends away. So a board is looked at once, and then any card is worth a sum of three.
"""

from opponents.borealis.board import Board
from opponents.borealis.box import SITES
from opponents.borealis.hints import GOAL_HINTS, SCORE_HINTS, steps_worth
from opponents.borealis.simulator import Table
from opponents.borealis.weights import Weights
from rules.borealis.pieces import LAST_ROUND_CARDS

FAR = 5
"""With so many rounds to come, everything promised counts in full."""


def early(table: Table) -> float:
    """How much of the game is still to come: 1 at first, 0 in the last round."""
    return min(1.0, (table.rounds_left() - 1) / FAR)


def prospects(table: Table, board: Board, weights: Weights) -> tuple[list[float], list[float]]:
    """What a species, and what a vehicle, would bring on each site, in points: site × 5 + its number."""
    if board.prospects is not None:
        return board.prospects
    animals, crafts = groups(table, board, weights), flags(table, board, weights)
    early_ = early(table)
    share = 1 - (1 - weights.lost) * early_
    for card in table.score_cards:
        if hint := SCORE_HINTS.get(card):
            hint(table, board, animals, crafts, share, weights.lean * early_)
    for goal in table.goals:
        if goal.open and board.seat not in goal.reached and (aim := GOAL_HINTS.get(goal.card)):
            aim(board, goal.number, animals, crafts, steps_worth(table, goal, weights))
    board.prospects = animals, crafts
    return animals, crafts


def groups(table: Table, board: Board, weights: Weights) -> list[float]:
    """The growth of groups."""
    points, early_ = table.box.groups, early(table)
    grows = (weights.grow_0, weights.grow_1, weights.grow_2, *(weights.grow_3,) * LAST_ROUND_CARDS)
    tallest = max(map(len, board.stacks))
    animals: list[float] = []
    for site in SITES:
        size = len(board.stacks[site])
        promise = early_ * (LAST_ROUND_CARDS - 1 - size) / LAST_ROUND_CARDS
        tall = weights.tall * early_ if size == tallest else 0.0
        counts = board.counts[5 * site : 5 * site + 5]
        other = weights.second_species * (5 - counts.count(0)) * early_
        for count in counts:
            if size >= LAST_ROUND_CARDS:
                animals.append(0.0)
            else:
                gain = points[count + 1] - points[count] + grows[count] * promise + tall
                animals.append(gain if count else gain + other)
    return animals


def flags(table: Table, board: Board, weights: Weights) -> list[float]:
    """The points of the flags, and of the spaces they come nearer to."""
    early_ = early(table)
    crafts = [0.0] * 15
    for site in SITES:
        flag, points = board.flags[site], board.points[site]
        vehicles = board.leads[site][flag]
        if not vehicles:
            continue
        gain = float(points[flag + 1] - points[flag])
        if flag + 2 < len(points):
            gain += early_ * weights.flag * (points[flag + 2] - points[flag + 1])
            if flag + 3 < len(points):
                gain += early_ * weights.flag_far * (points[flag + 3] - points[flag + 2])
        for vehicle in vehicles:
            crafts[5 * site + vehicle] = gain
    return crafts
