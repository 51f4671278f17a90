"""A quick player: what it would do at once, by weighing each thing it could do in points.

It plays everybody in the games that are tried out before a choice, so it must be quick above all.
"""

from typing import NamedTuple

from opponents.borealis.board import Board
from opponents.borealis.box import GOES_LEFT, GOES_RIGHT, PLAYABLE, SITES, Card
from opponents.borealis.evaluation import early, prospects
from opponents.borealis.scientists import Standing
from opponents.borealis.simulator import Table
from opponents.borealis.weights import Weights
from rules.borealis.pieces import LAST_ROUND_CARDS

NEVER = -100.0
"""What is worth less than anything else."""
Places = tuple[int, ...]


class Observation(NamedTuple):
    """A card of the hand on a site."""

    worth: float
    place: int
    site: int


def observations(table: Table, board: Board, weights: Weights) -> list[Observation]:
    """Every observation, as it comes, with what it is worth beside what would be left of the hand."""
    animals, crafts = prospects(table, board, weights)
    standing = Standing(table, board, weights)
    teams = board.teams
    before = standing.worth(teams)
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
            worth = animals[5 * site + species] + crafts[5 * site + vehicle] + stars * weights.star
            worth += standing.worth(after) - before
            if not last:
                worth += readiness(board, after, animals, crafts, weights, place)
                if len(board.stacks[site]) == LAST_ROUND_CARDS - 1:
                    worth += weights.ending * ahead(table, board)
            found.append(Observation(worth, place, site))
    return found


def readiness(
    board: Board,
    teams: list[int],
    animals: list[float],
    crafts: list[float],
    weights: Weights,
    without: int = -1,
) -> float:
    """What the hand could do in the next turn, with the scientists standing so."""
    best = total = 0.0
    left, middle, right = PLAYABLE[teams[1]], PLAYABLE[teams[2]], PLAYABLE[teams[3]]
    for place, (species, vehicle, arrows, stars) in enumerate(board.hand):
        if place == without:
            continue
        worth = 0.0
        if left[arrows]:
            worth = animals[species] + crafts[vehicle]
        if middle[arrows] and (there := animals[5 + species] + crafts[5 + vehicle]) > worth:
            worth = there
        if right[arrows] and (there := animals[10 + species] + crafts[10 + vehicle]) > worth:
            worth = there
        if worth:
            worth += stars
            total += worth
            if worth > best:
                best = worth
    return weights.next * best + weights.others * (total - best)


def ahead(table: Table, board: Board) -> float:
    """How many points a seat is ahead of the best of the others."""
    return table.score(board) - max(table.score(other) for other in table.boards if other is not board)


def promise(
    card: Card, teams: list[int], animals: list[float], crafts: list[float], weights: Weights
) -> float:
    """What a card promises on the site where it does most, less where it must wait for its scientists."""
    species, vehicle, arrows, stars = card
    best = 0.0
    for site in SITES:
        worth = animals[5 * site + species] + crafts[5 * site + vehicle]
        if not PLAYABLE[teams[site + 1]][arrows]:
            worth *= weights.later
        if worth > best:
            best = worth
    return best + stars * weights.star


def promises(table: Table, board: Board, cards: list[Card], weights: Weights) -> list[float]:
    animals, crafts = prospects(table, board, weights)
    return [promise(card, board.teams, animals, crafts, weights) for card in cards]


def weak_cards(table: Table, board: Board, weights: Weights) -> Places:
    """The cards of the hand to be given up in a regrouping, the weakest first."""
    if table.last_round:
        return ()
    worths = promises(table, board, board.hand, weights)
    bar = weights.weak
    if not board.in_camps() and not can_observe(board):
        bar = float("inf")  # with the same cards nothing would ever change
    return tuple(place for place in by_weakness(worths) if worths[place] < bar)


def by_weakness(worths: list[float]) -> list[int]:
    return sorted(range(len(worths)), key=lambda place: (worths[place], place))


def can_observe(board: Board) -> bool:
    left, middle, right = (PLAYABLE[team] for team in board.teams[1:4])
    return any(left[card.arrows] or middle[card.arrows] or right[card.arrows] for card in board.hand)


def regrouping(table: Table, board: Board, weights: Weights) -> float:
    """What regrouping is worth, measured like the observations."""
    returning = board.in_camps()
    if not returning:
        return -weights.pause if may_idle(table, board) else NEVER
    return returning * table.box.returned - weights.pause + max(gatherings(table, board, weights))


def may_idle(table: Table, board: Board) -> bool:
    """Regrouping with empty camps changes nothing but cards. Who could observe does not do it before the
    last round: else everybody might stand still for ever, each waiting for the others to spoil their boards.
    """
    return table.last_round or not can_observe(board)


def gatherings(table: Table, board: Board, weights: Weights) -> list[float]:
    """What it is worth to bring the scientists of the camps to each of the sites."""
    animals, crafts = prospects(table, board, weights)
    standing = Standing(table, board, weights)
    teams = board.teams
    before, returning = standing.worth(teams), board.in_camps()
    worths: list[float] = []
    for site in SITES:
        after = teams[:]
        after[site + 1] += after[0] + after[4]
        after[0] = after[4] = 0
        worth = standing.worth(after, returning) - before
        if not table.last_round:
            worth += readiness(board, after, animals, crafts, weights)
        worths.append(worth)
    return worths


def first_exchange(table: Table, board: Board, weights: Weights) -> Places:
    """The cards of the first hand to be given up, the weakest first."""
    worths = promises(table, board, board.hand, weights)
    return tuple(place for place in by_weakness(worths) if worths[place] < weights.first_hand)


def act(table: Table, weights: Weights) -> None:
    """A whole turn."""
    board = table.boards[table.active]
    found = observations(table, board, weights)
    best = max(found) if found else None
    if best is None or regrouping(table, board, weights) > best.worth:
        if table.regroup(weak_cards(table, board, weights)):
            gather(table, weights)
        return
    observe(table, best.place, best.site, weights)


def observe(table: Table, place: int, site: int, weights: Weights) -> None:
    """A whole turn with that card; in the last round no other is taken."""
    table.observe(place, site)
    if not table.last_round:
        supply(table, weights)


def gather(table: Table, weights: Weights) -> None:
    worths = gatherings(table, table.boards[table.active], weights)
    table.gather(worths.index(max(worths)))


def supply(table: Table, weights: Weights) -> None:
    """A card at the end of an observation."""
    board = table.boards[table.active]
    worths = promises(table, board, table.pool, weights)
    best = max(worths)
    if best < weights.renew and not table.refreshed and board.stars >= table.box.refresh and early(table):
        table.refresh()
        worths = promises(table, board, table.pool, weights)
        best = max(worths)
    if best < weights.unseen:
        table.draw()
    else:
        table.take(worths.index(best))


MOST_TURNS = 400
"""No game of this player has lasted half as long; a safeguard, so that every trial ends."""


def play_on(table: Table, weights: Weights) -> None:
    """To the end of the game."""
    for _ in range(MOST_TURNS):
        if table.over:
            break
        act(table, weights)
