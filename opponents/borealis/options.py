"""What a seat may sensibly do at a moment, each with what the quick player thinks of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from opponents.borealis import policy
from opponents.borealis.simulator import Table
from opponents.borealis.weights import Weights
from rules.borealis.moves import (
    DRAW,
    EXCHANGE,
    GATHER,
    HAND_CARD_SETS,
    OBSERVE,
    REFRESH,
    REGROUP,
    TAKE,
    BorealisMove,
    HandCards,
)
from rules.borealis.pieces import HAND_SIZE
from rules.borealis.state import State

GIVEN_UP = 0.3
"""How much the difference between a weak card and a fresh one counts in a regrouping."""


@dataclass(frozen=True, slots=True)
class Option:
    """A move, what it is worth at a glance, and how it is carried out in the light model, the rest of the
    turn included.
    """

    move: BorealisMove
    worth: float
    carry_out: Callable[[Table], None]
    then: tuple[BorealisMove, ...] = ()


def options(state: State, table: Table, seat: int, weights: Weights) -> list[Option]:
    """The best first; moves that come to the same are met once."""
    match state.phase:
        case "exchange":
            found = _exchanges(table, seat, weights)
        case "action":
            found = [*_observations(table, weights), *_regroupings(table, weights)]
        case "draw":
            found = _supplies(table, weights)
        case _:
            found = _gatherings(table, weights)
    return sorted(found, key=lambda option: -option.worth)


def _exchanges(table: Table, seat: int, weights: Weights) -> list[Option]:
    board = table.boards[seat]
    worths = policy.promises(table, board, board.hand, weights)

    def carry_out(places: Sequence[int]) -> Callable[[Table], None]:
        def exchange(world: Table) -> None:
            choices = [policy.first_exchange(world, each, weights) for each in world.boards]
            choices[seat] = tuple(places)
            world.exchange(choices)

        return exchange

    return [
        Option(
            EXCHANGE[_number(places)],
            sum(max(weights.first_hand - worths[place], -9.0) for place in places),
            carry_out(places),
        )
        for places in _weakest(worths)
    ]


def _weakest(worths: list[float]) -> list[tuple[int, ...]]:
    """None of the cards, the weakest, the two weakest, and so on."""
    order = policy.by_weakness(worths)
    return [tuple(sorted(order[:count])) for count in range(len(order) + 1)]


def _number(places: tuple[int, ...]) -> int:
    """Which choice of cards these places are."""
    return _NUMBERS[places]


def _name(places: tuple[int, ...]) -> HandCards:
    name = "".join(str(place + 1) for place in places) or "none"
    return next(choice for choice in HAND_CARD_SETS if choice == name)


_NUMBERS = {
    places: HAND_CARD_SETS.index(_name(places))
    for count in range(HAND_SIZE + 1)
    for places in combinations(range(HAND_SIZE), count)
}


def _observations(table: Table, weights: Weights) -> list[Option]:
    board = table.boards[table.active]
    found: list[Option] = []
    seen: set[tuple[object, int]] = set()
    for worth, place, site in policy.observations(table, board, weights):
        if (board.hand[place], site) not in seen:
            seen.add((board.hand[place], site))
            found.append(_observation(table, worth, place, site, weights))
    return found


def _observation(table: Table, worth: float, place: int, site: int, weights: Weights) -> Option:
    def observe(world: Table) -> None:
        policy.observe(world, place, site, weights)

    after = table.copy(table.rng)
    after.observe(place, site)
    if after.last_round:
        return Option(OBSERVE[place][site], worth, observe)
    then = max(_supplies(after, weights), key=lambda option: option.worth)
    return Option(OBSERVE[place][site], worth, observe, (then.move,))


def _regroupings(table: Table, weights: Weights) -> list[Option]:
    board = table.boards[table.active]
    if not board.in_camps() and not policy.may_idle(table, board):
        return []
    basis = policy.regrouping(table, board, weights)
    worths = policy.promises(table, board, board.hand, weights)
    choices = _weakest(worths)
    if table.last_round:
        choices = choices[:1]  # no card is changed any more
    elif not board.in_camps():
        choices = choices[1:]  # with the same cards and empty camps nothing would change

    def carry_out(places: tuple[int, ...]) -> Callable[[Table], None]:
        def regroup(world: Table) -> None:
            if world.regroup(places):
                policy.gather(world, weights)

        return regroup

    found: list[Option] = []
    for places in choices:
        fresh = sum(weights.weak - worths[place] for place in places) * GIVEN_UP
        then: tuple[BorealisMove, ...] = ()
        if not places and board.in_camps():
            gatherings = policy.gatherings(table, board, weights)
            then = (GATHER[gatherings.index(max(gatherings))],)
        found.append(Option(REGROUP[_number(places)], basis + fresh, carry_out(places), then))
    return found


def _supplies(table: Table, weights: Weights) -> list[Option]:
    board = table.boards[table.active]
    worths = policy.promises(table, board, table.pool, weights)
    found: list[Option] = []
    for place, worth in enumerate(worths):
        if table.pool.index(table.pool[place]) == place:
            found.append(Option(TAKE[place], worth, _taking(place)))
    found.append(Option(DRAW, weights.unseen, Table.draw))
    if not table.refreshed and board.stars >= table.box.refresh:
        found.append(_refreshing(weights.unseen + weights.renew - max(worths), weights))
    return found


def _taking(place: int) -> Callable[[Table], None]:
    return lambda world: world.take(place)


def _refreshing(worth: float, weights: Weights) -> Option:
    def refresh(world: Table) -> None:
        world.refresh()
        policy.supply(world, weights)

    return Option(REFRESH, worth, refresh)


def _gatherings(table: Table, weights: Weights) -> list[Option]:
    worths = policy.gatherings(table, table.boards[table.active], weights)
    return [Option(GATHER[site], worth, _gathering(site)) for site, worth in enumerate(worths)]


def _gathering(site: int) -> Callable[[Table], None]:
    return lambda world: world.gather(site)
