"""What speaks for a move most, in one sentence: the largest part of what it is worth."""

from collections.abc import Iterator

from opponents.borealis import policy
from opponents.borealis.board import Board
from opponents.borealis.box import PLAYABLE, SITES, Card
from opponents.borealis.counts import COUNTS
from opponents.borealis.evaluation import early, flags, groups, prospects
from opponents.borealis.hints import GOAL_HINTS, SCORE_HINTS, steps_worth
from opponents.borealis.scientists import Standing
from opponents.borealis.simulator import Table
from opponents.borealis.weights import Weights
from rules.borealis import pieces
from rules.borealis.moves import (
    GATHER,
    HAND_CARDS,
    POOL_CARDS,
    BorealisMove,
    Draw,
    Exchange,
    Gather,
    Observe,
    Refresh,
    Regroup,
    Take,
    hand_indices,
)
from rules.borealis.pieces import LAST_ROUND_CARDS, SPECIES, VEHICLES
from rules.game import Phrase

REASONS = (
    "objective",
    "towards_objective",
    "ends_game",
    "group",
    "begins_group",
    "flag",
    "score_card",
    "to_camps",
    "prepares",
    "for_group",
    "for_flag",
    "for_later",
    "denies",
    "last_card",
    "unseen_card",
    "new_pool",
    "no_card",
    "brings_back",
    "new_cards",
    "gathers",
    "keeps_hand",
    "changes_hand",
)
Part = tuple[float, Phrase]
SMALL = 0.75
"""A part that is worth less than this is not worth a word."""


def why(table: Table, seat: int, move: BorealisMove, weights: Weights) -> Phrase:
    board = table.boards[seat]
    match move:
        case Observe():
            place, site = HAND_CARDS.index(move.card), pieces.SITES.index(move.site)
            return _observation(table, board, place, site, weights)
        case Take():
            return _taking(table, board, POOL_CARDS.index(move.card), weights)
        case Draw():
            return _say("unseen_card")
        case Refresh():
            return _say("new_pool")
        case Regroup():
            return _regrouping(board, len(hand_indices(move.cards)))
        case Gather():
            return _gathering(table, board, GATHER.index(move), weights)
        case Exchange():
            count = len(hand_indices(move.cards))
            return _say("changes_hand", count=count) if count else _say("keeps_hand")


def _say(reason: str, **values: str | int) -> Phrase:
    return Phrase(key=reason, values=values)


def _best(parts: list[Part], otherwise: Phrase) -> Phrase:
    """The largest part, if it is worth a word."""
    worth, phrase = max(parts, key=lambda part: part[0], default=(0.0, otherwise))
    return phrase if worth >= SMALL else otherwise


def _observation(table: Table, board: Board, place: int, site: int, weights: Weights) -> Phrase:
    after = table.copy(table.rng)
    after.observe(place, site)
    if reached := list(_reached(table, after)):
        return reached[0]
    if after.last_round and not table.last_round and policy.ahead(after, after.boards[board.seat]) > 0:
        return _say("ends_game", site=pieces.SITES[site])
    card = board.hand[place]
    parts = [*_card_parts(table, board, card, site, weights)]
    then = after.boards[board.seat]
    for key in table.score_cards:
        gained = COUNTS[key](then, table.box) - COUNTS[key](board, table.box)
        share = 1 - (1 - weights.lost) * early(table)
        if gained > 0:
            parts.append((gained * share, _say("score_card", card=key, points=gained)))
    standing = Standing(table, board, weights)
    moved = standing.worth(then.teams) - standing.worth(board.teams)
    if then.in_camps() > board.in_camps():
        parts.append((moved, _say("to_camps")))
    return _best(parts, _say("prepares", count=_playable(then, then.hand)))


def _reached(before: Table, after: Table) -> Iterator[Phrase]:
    for old, new in zip(before.goals, after.goals, strict=True):
        if old.reached != new.reached:
            yield _say("objective", objective=new.card)


def _card_parts(table: Table, board: Board, card: Card, site: int, weights: Weights) -> Iterator[Part]:
    """What a card does on a site: its group, its flag, the objectives it comes nearer to."""
    animal, craft = 5 * site + card.species, 5 * site + card.vehicle
    count, species = board.counts[animal] + 1, SPECIES[card.species]
    place = pieces.SITES[site]
    grown = groups(table, board, weights)[animal]
    if count == 1:
        yield grown, _say("begins_group", species=species, site=place)
    else:
        yield grown, _say("group", species=species, site=place, count=count)
    points = board.points[site]
    if card.vehicle in board.leads[site][board.flags[site]]:
        space = board.flags[site] + 1
        advanced = flags(table, board, weights)[craft]
        yield advanced, _say("flag", site=place, space=space, points=points[space])
    for goal in table.goals:
        if goal.open and board.seat not in goal.reached and (aim := GOAL_HINTS.get(goal.card)):
            animals, crafts = [0.0] * 15, [0.0] * 15
            aim(board, goal.number, animals, crafts, steps_worth(table, goal, weights))
            yield animals[animal] + crafts[craft], _say("towards_objective", objective=goal.card)


def _playable(board: Board, cards: list[Card]) -> int:
    sites = [PLAYABLE[team] for team in board.teams[1:4]]
    return sum(any(site[card.arrows] for site in sites) for card in cards)


def _taking(table: Table, board: Board, place: int, weights: Weights) -> Phrase:
    """For which group or flag a card is wanted, or who else would want it."""
    if table.last_round:
        return _say("last_card")
    card = table.pool[place]
    species, vehicle = SPECIES[card.species], VEHICLES[card.vehicle]
    animals, crafts = prospects(table, board, weights)
    worths = policy.promises(table, board, table.pool, weights)
    rival = table.boards[(board.seat + 1) % len(table.boards)]
    theirs = policy.promises(table, rival, table.pool, weights)
    if worths[place] < max(worths) and theirs[place] == max(theirs) and theirs[place] > worths[place]:
        return _say("denies", seat=rival.seat, species=species)
    sites = [site for site in SITES if len(board.stacks[site]) < LAST_ROUND_CARDS]
    site = max(sites, key=lambda site: animals[5 * site + card.species] + crafts[5 * site + card.vehicle])
    animal, craft = 5 * site + card.species, 5 * site + card.vehicle
    parts: list[Part] = []
    if count := board.counts[animal]:
        grown = groups(table, board, weights)[animal]
        parts.append((grown, _say("for_group", species=species, site=pieces.SITES[site], count=count + 1)))
    if card.vehicle in board.leads[site][board.flags[site]]:
        parts.append(
            (flags(table, board, weights)[craft], _say("for_flag", vehicle=vehicle, site=pieces.SITES[site]))
        )
    for key in table.score_cards:
        if hint := SCORE_HINTS.get(key):
            more, further = [0.0] * 15, [0.0] * 15
            hint(table, board, more, further, 1.0, 0.0)
            worth = more[animal] + further[craft]
            parts.append((worth * weights.lost, _say("score_card", card=key, points=round(worth))))
    return _best(parts, _say("for_later", species=species))


def _regrouping(board: Board, count: int) -> Phrase:
    returning = board.in_camps()
    if not policy.can_observe(board):
        return _say("no_card")
    if returning >= count:
        return _say("brings_back", scientists=returning)
    return _say("new_cards", count=count)


def _gathering(table: Table, board: Board, site: int, weights: Weights) -> Phrase:
    """The objective it reaches, or how many cards of the hand could then be played."""
    after = table.copy(table.rng)
    after.gather(site)
    if reached := list(_reached(table, after)):
        return reached[0]
    then = after.boards[board.seat]
    for key in table.score_cards:
        gained = COUNTS[key](then, table.box) - COUNTS[key](board, table.box)
        if gained > 0 and early(table) < 1 - weights.lost:
            return _say("score_card", card=key, points=gained)
    return _say("gathers", count=_playable(then, then.hand), site=pieces.SITES[site])
