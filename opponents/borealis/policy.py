"""The policy: a fast heuristic player that takes the move with the best static evaluation.

It plays all seats in playouts, so speed matters most.
"""

from typing import NamedTuple

from opponents.borealis.board import Board
from opponents.borealis.encoding import GOES_LEFT, GOES_RIGHT, PLAYABLE, SITES, Card
from opponents.borealis.evaluation import card_values, remaining_share
from opponents.borealis.scientists import ScientistValues
from opponents.borealis.simulator import Table
from opponents.borealis.weights import Weights
from rules.borealis.pieces import LAST_ROUND_CARDS

IMPOSSIBLE = -100.0
"""Value below that of any possible move."""
Positions = tuple[int, ...]


class Observation(NamedTuple):
    """A hand card on a site, with its value."""

    value: float
    place: int
    site: int


def observations(table: Table, board: Board, weights: Weights) -> list[Observation]:
    """Return every observation, unsorted, with its value including that of the remaining hand."""
    animals, vehicles = card_values(table, board, weights)
    scientists = ScientistValues(table, board, weights)
    teams = board.teams
    before = scientists.value(teams)
    last = table.last_round
    found: list[Observation] = []
    for place, (species, vehicle, arrows, stars) in enumerate(board.hand):
        for site in SITES:
            if not PLAYABLE[teams[site + 1]][arrows]:
                continue
            after = teams[:]
            left, right = GOES_LEFT[arrows], GOES_RIGHT[arrows]
            after[site] += left
            after[site + 1] -= left + right
            after[site + 2] += right
            value = animals[5 * site + species] + vehicles[5 * site + vehicle] + stars * weights.star
            value += scientists.value(after) - before
            if not last:
                value += next_turn_value(board, after, animals, vehicles, weights, place)
                if len(board.stacks[site]) == LAST_ROUND_CARDS - 1:
                    value += weights.ending * lead(table, board)
            found.append(Observation(value, place, site))
    return found


def next_turn_value(
    board: Board,
    teams: list[int],
    animals: list[float],
    vehicles: list[float],
    weights: Weights,
    without: int = -1,
) -> float:
    """Return the value of the hand's observations in the next turn, with this arrangement of scientists."""
    best = total = 0.0
    left, middle, right = PLAYABLE[teams[1]], PLAYABLE[teams[2]], PLAYABLE[teams[3]]
    for place, (species, vehicle, arrows, stars) in enumerate(board.hand):
        if place == without:
            continue
        value = 0.0
        if left[arrows]:
            value = animals[species] + vehicles[vehicle]
        if middle[arrows] and (there := animals[5 + species] + vehicles[5 + vehicle]) > value:
            value = there
        if right[arrows] and (there := animals[10 + species] + vehicles[10 + vehicle]) > value:
            value = there
        if value:
            value += stars
            total += value
            if value > best:
                best = value
    return weights.next_turn * best + weights.others * (total - best)


def lead(table: Table, board: Board) -> float:
    """Return the seat's lead over the best of the others, in points."""
    return table.score(board) - max(table.score(other) for other in table.boards if other is not board)


def card_potential(
    card: Card, teams: list[int], animals: list[float], vehicles: list[float], weights: Weights
) -> float:
    """Return the value of a card on its best site, discounted where its scientists are missing."""
    species, vehicle, arrows, stars = card
    best = 0.0
    for site in SITES:
        value = animals[5 * site + species] + vehicles[5 * site + vehicle]
        if not PLAYABLE[teams[site + 1]][arrows]:
            value *= weights.later
        if value > best:
            best = value
    return best + stars * weights.star


def card_potentials(table: Table, board: Board, cards: list[Card], weights: Weights) -> list[float]:
    animals, vehicles = card_values(table, board, weights)
    return [card_potential(card, board.teams, animals, vehicles, weights) for card in cards]


def cards_to_replace(table: Table, board: Board, weights: Weights) -> Positions:
    """Return the positions of the cards to replace in a regrouping, weakest first."""
    if table.last_round:
        return ()
    values = card_potentials(table, board, board.hand, weights)
    bar = weights.weak
    if not board.in_camps() and not can_observe(board):
        bar = float("inf")  # with equal cards nothing would ever change
    return tuple(place for place in weakest_first(values) if values[place] < bar)


def weakest_first(values: list[float]) -> list[int]:
    return sorted(range(len(values)), key=lambda place: (values[place], place))


def can_observe(board: Board) -> bool:
    left, middle, right = (PLAYABLE[team] for team in board.teams[1:4])
    return any(left[card.arrows] or middle[card.arrows] or right[card.arrows] for card in board.hand)


def regroup_value(table: Table, board: Board, weights: Weights) -> float:
    """Return the value of regrouping, on the scale of observations."""
    returning = board.in_camps()
    if not returning:
        return -weights.pause if may_regroup_empty(table, board) else IMPOSSIBLE
    return returning * table.components.returned - weights.pause + max(gather_values(table, board, weights))


def may_regroup_empty(table: Table, board: Board) -> bool:
    """True if regrouping with empty camps is allowed.

    It only exchanges cards. Before the last round it is forbidden to a player who can observe: otherwise all
    players might wait forever for the others to spoil their boards.
    """
    return table.last_round or not can_observe(board)


def gather_values(table: Table, board: Board, weights: Weights) -> list[float]:
    """Return the values of gathering the scientists of the camps on each site."""
    animals, vehicles = card_values(table, board, weights)
    scientists = ScientistValues(table, board, weights)
    teams = board.teams
    before, returning = scientists.value(teams), board.in_camps()
    values: list[float] = []
    for site in SITES:
        after = teams[:]
        after[site + 1] += after[0] + after[4]
        after[0] = after[4] = 0
        value = scientists.value(after, returning) - before
        if not table.last_round:
            value += next_turn_value(board, after, animals, vehicles, weights)
        values.append(value)
    return values


def cards_to_exchange(table: Table, board: Board, weights: Weights) -> Positions:
    """Return the positions of the cards to exchange in the opening, weakest first."""
    values = card_potentials(table, board, board.hand, weights)
    return tuple(place for place in weakest_first(values) if values[place] < weights.first_hand)


def play_turn(table: Table, weights: Weights) -> None:
    board = table.boards[table.active]
    found = observations(table, board, weights)
    best = max(found) if found else None
    if best is None or regroup_value(table, board, weights) > best.value:
        if table.regroup(cards_to_replace(table, board, weights)):
            gather(table, weights)
        return
    observe(table, best.place, best.site, weights)


def observe(table: Table, place: int, site: int, weights: Weights) -> None:
    """Play a whole turn with an observation; in the last round no card is drawn."""
    table.observe(place, site)
    if not table.last_round:
        draw_card(table, weights)


def gather(table: Table, weights: Weights) -> None:
    values = gather_values(table, table.boards[table.active], weights)
    table.gather(values.index(max(values)))


def draw_card(table: Table, weights: Weights) -> None:
    """Take or draw a card at the end of an observation."""
    board = table.boards[table.active]
    values = card_potentials(table, board, table.pool, weights)
    best = max(values)
    if (
        best < weights.renew
        and not table.refreshed
        and board.stars >= table.components.refresh
        and remaining_share(table)
    ):
        table.refresh()
        values = card_potentials(table, board, table.pool, weights)
        best = max(values)
    if best < weights.unseen:
        table.draw()
    else:
        table.take(values.index(best))


MAX_TURNS = 400
"""Safeguard, so that every playout ends; no game of this policy has lasted half as long."""


def play_to_end(table: Table, weights: Weights) -> None:
    for _ in range(MAX_TURNS):
        if table.over:
            break
        play_turn(table, weights)
