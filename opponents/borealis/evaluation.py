"""Static evaluation of cards: the value of each species and vehicle on each site of a board.

The effects of a card depend on species and site, on vehicle and site, or on the scientists it moves. So a
board is evaluated once, and the value of any card is a sum of three.
"""

from opponents.borealis.board import Board
from opponents.borealis.encoding import SITES
from opponents.borealis.evaluation_terms import OBJECTIVE_TERMS, SCORE_CARD_TERMS, step_values
from opponents.borealis.simulator import Table
from opponents.borealis.weights import Weights
from rules.borealis.pieces import LAST_ROUND_CARDS

FULL_VALUE_ROUNDS = 5
"""With this many rounds left, potential counts in full."""


def remaining_share(table: Table) -> float:
    """Return the share of the game that is left: 1 at first, 0 in the last round."""
    return min(1.0, (table.min_rounds_left() - 1) / FULL_VALUE_ROUNDS)


def card_values(table: Table, board: Board, weights: Weights) -> tuple[list[float], list[float]]:
    """Return the values of the species and of the vehicles in points, by site × 5 + index. Cached."""
    if board.card_values is not None:
        return board.card_values
    animals, vehicles = group_values(table, board, weights), flag_values(table, board, weights)
    remaining = remaining_share(table)
    share = 1 - (1 - weights.lost) * remaining
    for card in table.score_cards:
        if term := SCORE_CARD_TERMS.get(card):
            term(table, board, animals, vehicles, share, weights.lean * remaining)
    for objective in table.objectives:
        if (
            objective.open
            and board.seat not in objective.reached
            and (add_value := OBJECTIVE_TERMS.get(objective.card))
        ):
            add_value(board, objective.number, animals, vehicles, step_values(table, objective, weights))
    board.card_values = animals, vehicles
    return animals, vehicles


def group_values(table: Table, board: Board, weights: Weights) -> list[float]:
    """Return the values of the species for groups: immediate points and potential."""
    points, remaining = table.components.groups, remaining_share(table)
    grows = (weights.grow_0, weights.grow_1, weights.grow_2, *(weights.grow_3,) * LAST_ROUND_CARDS)
    tallest = max(map(len, board.stacks))
    animals: list[float] = []
    for site in SITES:
        size = len(board.stacks[site])
        promise = remaining * (LAST_ROUND_CARDS - 1 - size) / LAST_ROUND_CARDS
        tall = weights.tall * remaining if size == tallest else 0.0
        counts = board.species_counts[5 * site : 5 * site + 5]
        other = weights.second_species * (5 - counts.count(0)) * remaining
        for count in counts:
            if size >= LAST_ROUND_CARDS:
                animals.append(0.0)
            else:
                gain = points[count + 1] - points[count] + grows[count] * promise + tall
                animals.append(gain if count else gain + other)
    return animals


def flag_values(table: Table, board: Board, weights: Weights) -> list[float]:
    """Return the values of the vehicles for flags: immediate points and the next spaces."""
    remaining = remaining_share(table)
    values = [0.0] * 15
    for site in SITES:
        flag, points = board.flags[site], board.track_points[site]
        vehicles = board.track_vehicles[site][flag]
        if not vehicles:
            continue
        gain = float(points[flag + 1] - points[flag])
        if flag + 2 < len(points):
            gain += remaining * weights.flag * (points[flag + 2] - points[flag + 1])
            if flag + 3 < len(points):
                gain += remaining * weights.flag_far * (points[flag + 3] - points[flag + 2])
        for vehicle in vehicles:
            values[5 * site + vehicle] = gain
    return values
