"""Reasons of the AI: the largest part of a move's value, as a phrase."""

from collections.abc import Iterator

from opponents.borealis import policy
from opponents.borealis.board import Board
from opponents.borealis.encoding import PLAYABLE, SITES, Card
from opponents.borealis.evaluation import card_values, flag_values, group_values, remaining_share
from opponents.borealis.evaluation_terms import OBJECTIVE_TERMS, SCORE_CARD_TERMS, step_values
from opponents.borealis.scientists import ScientistValues
from opponents.borealis.scoring import SCORE_FUNCTIONS
from opponents.borealis.simulator import Table
from opponents.borealis.weights import Weights
from rules.borealis import moves, pieces
from rules.borealis.moves import BorealisMove, hand_indices
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
    "one_site",
    "gathers",
    "keeps_hand",
    "changes_hand",
)
Part = tuple[float, Phrase]
MIN_PART_VALUE = 0.75
"""Smaller parts are not mentioned."""


def reason(table: Table, seat: int, move: BorealisMove, weights: Weights) -> Phrase:
    board = table.boards[seat]
    match move:
        case moves.Observe():
            place, site = moves.HAND_CARDS.index(move.card), pieces.SITES.index(move.site)
            return _observe_reason(table, board, place, site, weights)
        case moves.Take():
            return _take_reason(table, board, moves.POOL_CARDS.index(move.card), weights)
        case moves.Draw():
            return _phrase("unseen_card")
        case moves.Refresh():
            return _phrase("new_pool")
        case moves.Regroup():
            return _regroup_reason(board, len(hand_indices(move.cards)))
        case moves.Gather():
            return _gather_reason(table, board, moves.GATHER.index(move), weights)
        case moves.Exchange():
            count = len(hand_indices(move.cards))
            return _phrase("changes_hand", count=count) if count else _phrase("keeps_hand")


def _phrase(reason: str, **values: str | int) -> Phrase:
    return Phrase(key=reason, values=values)


def _largest(parts: list[Part], otherwise: Phrase) -> Phrase:
    """Return the phrase of the largest part, or `otherwise` if it is too small."""
    value, phrase = max(parts, key=lambda part: part[0], default=(0.0, otherwise))
    return phrase if value >= MIN_PART_VALUE else otherwise


def _observe_reason(table: Table, board: Board, place: int, site: int, weights: Weights) -> Phrase:
    after = table.copy(table.rng)
    after.observe(place, site)
    if reached := list(_reached_objectives(table, after)):
        return reached[0]
    if after.last_round and not table.last_round and policy.lead(after, after.boards[board.seat]) > 0:
        return _phrase("ends_game", site=pieces.SITES[site])
    card = board.hand[place]
    parts = [*_card_parts(table, board, card, site, weights)]
    then = after.boards[board.seat]
    for key in table.score_cards:
        gained = SCORE_FUNCTIONS[key](then, table.components) - SCORE_FUNCTIONS[key](board, table.components)
        share = 1 - (1 - weights.lost) * remaining_share(table)
        if gained > 0:
            parts.append((gained * share, _phrase("score_card", card=key, points=gained)))
    scientists = ScientistValues(table, board, weights)
    moved = scientists.value(then.teams) - scientists.value(board.teams)
    if then.in_camps() > board.in_camps():
        parts.append((moved, _phrase("to_camps")))
    return _largest(parts, _phrase("prepares", count=_playable_count(then, then.hand)))


def _reached_objectives(before: Table, after: Table) -> Iterator[Phrase]:
    for old, new in zip(before.objectives, after.objectives, strict=True):
        if old.reached != new.reached:
            yield _phrase("objective", objective=new.card)


def _card_parts(table: Table, board: Board, card: Card, site: int, weights: Weights) -> Iterator[Part]:
    """Yield the parts of a card's value on a site: its group, its flag, steps towards objectives."""
    species_index, vehicle_index = 5 * site + card.species, 5 * site + card.vehicle
    count, species = board.species_counts[species_index] + 1, SPECIES[card.species]
    place = pieces.SITES[site]
    grown = group_values(table, board, weights)[species_index]
    if count == 1:
        yield grown, _phrase("begins_group", species=species, site=place)
    else:
        yield grown, _phrase("group", species=species, site=place, count=count)
    points = board.track_points[site]
    if card.vehicle in board.track_vehicles[site][board.flags[site]]:
        space = board.flags[site] + 1
        advanced = flag_values(table, board, weights)[vehicle_index]
        yield advanced, _phrase("flag", site=place, space=space, points=points[space])
    for objective in table.objectives:
        if (
            objective.open
            and board.seat not in objective.reached
            and (add_value := OBJECTIVE_TERMS.get(objective.card))
        ):
            animals, vehicles = [0.0] * 15, [0.0] * 15
            add_value(board, objective.number, animals, vehicles, step_values(table, objective, weights))
            yield (
                animals[species_index] + vehicles[vehicle_index],
                _phrase("towards_objective", objective=objective.card),
            )


def _playable_count(board: Board, cards: list[Card]) -> int:
    sites = [PLAYABLE[team] for team in board.teams[1:4]]
    return sum(any(site[card.arrows] for site in sites) for card in cards)


def _take_reason(table: Table, board: Board, place: int, weights: Weights) -> Phrase:
    """Return the group or flag that a card is for, or the rival it is denied to."""
    if table.last_round:
        return _phrase("last_card")
    card = table.pool[place]
    species, vehicle = SPECIES[card.species], VEHICLES[card.vehicle]
    animals, vehicles = card_values(table, board, weights)
    values = policy.card_potentials(table, board, table.pool, weights)
    rival = table.boards[(board.seat + 1) % len(table.boards)]
    theirs = policy.card_potentials(table, rival, table.pool, weights)
    if values[place] < max(values) and theirs[place] == max(theirs) and theirs[place] > values[place]:
        return _phrase("denies", seat=rival.seat, species=species)
    sites = [site for site in SITES if len(board.stacks[site]) < LAST_ROUND_CARDS]
    site = max(sites, key=lambda site: animals[5 * site + card.species] + vehicles[5 * site + card.vehicle])
    species_index, vehicle_index = 5 * site + card.species, 5 * site + card.vehicle
    parts: list[Part] = []
    if count := board.species_counts[species_index]:
        grown = group_values(table, board, weights)[species_index]
        parts.append((grown, _phrase("for_group", species=species, site=pieces.SITES[site], count=count + 1)))
    if card.vehicle in board.track_vehicles[site][board.flags[site]]:
        parts.append(
            (
                flag_values(table, board, weights)[vehicle_index],
                _phrase("for_flag", vehicle=vehicle, site=pieces.SITES[site]),
            )
        )
    for key in table.score_cards:
        if term := SCORE_CARD_TERMS.get(key):
            more, further = [0.0] * 15, [0.0] * 15
            term(table, board, more, further, 1.0, 0.0)
            value = more[species_index] + further[vehicle_index]
            parts.append((value * weights.lost, _phrase("score_card", card=key, points=round(value))))
    return _largest(parts, _phrase("for_later", species=species))


def _regroup_reason(board: Board, count: int) -> Phrase:
    returning = board.in_camps()
    if not policy.can_observe(board):
        return _phrase("no_card")
    if returning and returning >= count:
        return _phrase("brings_back", scientists=returning)
    return _phrase("new_cards", count=count) if count else _phrase("one_site")


def _gather_reason(table: Table, board: Board, site: int, weights: Weights) -> Phrase:
    """Return the objective it reaches, or the number of hand cards that become playable."""
    after = table.copy(table.rng)
    after.gather(site)
    if reached := list(_reached_objectives(table, after)):
        return reached[0]
    then = after.boards[board.seat]
    for key in table.score_cards:
        gained = SCORE_FUNCTIONS[key](then, table.components) - SCORE_FUNCTIONS[key](board, table.components)
        if gained > 0 and remaining_share(table) < 1 - weights.lost:
            return _phrase("score_card", card=key, points=gained)
    return _phrase("gathers", count=_playable_count(then, then.hand), site=pieces.SITES[site])
