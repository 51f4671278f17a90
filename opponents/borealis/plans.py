"""Candidate plans of a seat: sensible moves with the policy's evaluation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import methodcaller

from opponents.borealis import policy
from opponents.borealis.simulator import Table
from opponents.borealis.weights import Weights
from rules.borealis import moves
from rules.borealis.moves import BorealisMove
from rules.borealis.pieces import HAND_SIZE
from rules.borealis.state import State

REPLACEMENT_SHARE = 0.3
"""Share of the difference between a weak card and an average one that counts in a regrouping."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A move, its static evaluation, and a function that plays the whole turn in the simulator."""

    move: BorealisMove
    value: float
    play: Callable[[Table], None]
    continuation: tuple[BorealisMove, ...] = ()


def plans(state: State, table: Table, seat: int, weights: Weights) -> list[Plan]:
    """Return candidate plans, best first; of moves with equal effect only one."""
    match state.phase:
        case "exchange":
            found = _exchange_plans(table, seat, weights)
        case "action":
            found = [*_observe_plans(table, weights), *_regroup_plans(table, weights)]
        case "draw":
            found = _draw_plans(table, weights)
        case _:
            found = _gather_plans(table, weights)
    return sorted(found, key=lambda plan: -plan.value)


def _exchange_plans(table: Table, seat: int, weights: Weights) -> list[Plan]:
    board = table.boards[seat]
    values = policy.card_potentials(table, board, board.hand, weights)

    def playing(positions: Sequence[int]) -> Callable[[Table], None]:
        def exchange(trial: Table) -> None:
            choices = [policy.cards_to_exchange(trial, each, weights) for each in trial.boards]
            choices[seat] = tuple(positions)
            trial.exchange(choices)

        return exchange

    return [
        Plan(
            moves.EXCHANGE[_set_index(positions)],
            sum(max(weights.first_hand - values[place], -9.0) for place in positions),
            playing(positions),
        )
        for positions in _weakest_sets(values)
    ]


def _weakest_sets(values: list[float]) -> list[tuple[int, ...]]:
    """Return the positions of no card, the weakest card, the two weakest, and so on."""
    order = policy.weakest_first(values)
    return [tuple(sorted(order[:count])) for count in range(len(order) + 1)]


def _set_index(positions: tuple[int, ...]) -> int:
    """Return the index of these positions in `HAND_CARD_SETS`."""
    return _SET_INDEX[positions]


def _set_name(positions: tuple[int, ...]) -> moves.HandCards:
    name = "".join(str(place + 1) for place in positions) or "none"
    return next(choice for choice in moves.HAND_CARD_SETS if choice == name)


_SET_INDEX = {
    positions: moves.HAND_CARD_SETS.index(_set_name(positions))
    for count in range(HAND_SIZE + 1)
    for positions in combinations(range(HAND_SIZE), count)
}


def _observe_plans(table: Table, weights: Weights) -> list[Plan]:
    board = table.boards[table.active]
    found: list[Plan] = []
    seen: set[tuple[object, int]] = set()
    for value, place, site in policy.observations(table, board, weights):
        if (board.hand[place], site) not in seen:
            seen.add((board.hand[place], site))
            found.append(_observe_plan(table, value, place, site, weights))
    return found


def _observe_plan(table: Table, value: float, place: int, site: int, weights: Weights) -> Plan:
    def observe(trial: Table) -> None:
        policy.observe(trial, place, site, weights)

    after = table.copy(table.rng)
    after.observe(place, site)
    if after.last_round:
        return Plan(moves.OBSERVE[place][site], value, observe)
    then = max(_draw_plans(after, weights), key=lambda plan: plan.value)
    return Plan(moves.OBSERVE[place][site], value, observe, (then.move,))


def _regroup_plans(table: Table, weights: Weights) -> list[Plan]:
    board = table.boards[table.active]
    if not board.in_camps() and not policy.may_regroup_empty(table, board):
        return []
    basis = policy.regroup_value(table, board, weights)
    values = policy.card_potentials(table, board, board.hand, weights)
    choices = _weakest_sets(values)
    if table.last_round:
        choices = choices[:1]  # no card is replaced any more
    elif not board.in_camps():
        choices = choices[1:]  # with equal cards and empty camps nothing would change

    def playing(positions: tuple[int, ...]) -> Callable[[Table], None]:
        def regroup(trial: Table) -> None:
            if trial.regroup(positions):
                policy.gather(trial, weights)

        return regroup

    found: list[Plan] = []
    for positions in choices:
        fresh = sum(weights.weak - values[place] for place in positions) * REPLACEMENT_SHARE
        then: tuple[BorealisMove, ...] = ()
        if not positions and board.in_camps():
            gatherings = policy.gather_values(table, board, weights)
            then = (moves.GATHER[gatherings.index(max(gatherings))],)
        found.append(Plan(moves.REGROUP[_set_index(positions)], basis + fresh, playing(positions), then))
    return found


def _draw_plans(table: Table, weights: Weights) -> list[Plan]:
    board = table.boards[table.active]
    values = policy.card_potentials(table, board, table.pool, weights)
    found: list[Plan] = []
    for place, value in enumerate(values):
        if table.pool.index(table.pool[place]) == place:
            found.append(Plan(moves.TAKE[place], value, methodcaller("take", place)))
    found.append(Plan(moves.DRAW, weights.unseen, Table.draw))
    if not table.refreshed and board.stars >= table.components.refresh:
        found.append(_refresh_plan(weights.unseen + weights.renew - max(values), weights))
    return found


def _refresh_plan(value: float, weights: Weights) -> Plan:
    def refresh(trial: Table) -> None:
        trial.refresh()
        policy.draw_card(trial, weights)

    return Plan(moves.REFRESH, value, refresh)


def _gather_plans(table: Table, weights: Weights) -> list[Plan]:
    values = policy.gather_values(table, table.boards[table.active], weights)
    return [
        Plan(moves.GATHER[site], value, methodcaller("gather", site)) for site, value in enumerate(values)
    ]
