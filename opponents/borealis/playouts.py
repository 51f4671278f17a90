"""Options tried out: games played to their end by the quick player, in worlds dealt for the occasion."""

from collections.abc import Sequence
from math import tanh
from random import Random

from opponents.borealis import policy
from opponents.borealis.options import Option
from opponents.borealis.simulator import Table
from opponents.borealis.weights import Weights
from opponents.search import successive_halving

VICTORY = 8.0
"""What winning is worth beyond the points, in points."""
CLOSE = 12.0
"""Leads far beyond this count ever less: a game is won by one point as by thirty."""
MOST_WORLDS = 120
FEWEST_WORLDS = 6
TRUST = 20.0
"""Its worth at a glance counts as much as trials in so many worlds: these differ by far more."""
ROUNDS = 2.4
"""So many rounds are played, about, for each that must be: not every card goes to the tallest site."""
LAST_TURNS = 0.5
"""How much of a round is played, about, once it is the last."""


class Trials:
    """Worlds that a seat cannot tell from the real one, each made once and the same for every option."""

    def __init__(self, table: Table, seat: int, weights: Weights, rng: Random) -> None:
        self._table, self._seat, self._weights = table, seat, weights
        self._seeds = [rng.getrandbits(48) for _ in range(1 << 10)]
        self._worlds: dict[int, Table] = {}

    def try_out(self, option: Option, number: int) -> float:
        if number not in self._worlds:
            self._worlds[number] = self._table.dealt_anew(self._seat, Random(self._seeds[number]))
        world = self._worlds[number].copy(Random(self._seeds[number]))
        option.carry_out(world)
        policy.play_on(world, self._weights)
        return _worth(world, self._seat)


def tried(
    table: Table, seat: int, options: Sequence[Option], weights: Weights, rng: Random, *, turns: int
) -> list[tuple[Option, float]]:
    """The options by what they came to, the best first. About so many turns are played for it."""
    trials = Trials(table, seat, weights, rng)
    rounds, left = 0, len(options)
    while left > 1:
        rounds += left
        left = (left + 1) // 2 if left > 2 else 1
    worlds = turns / (max(rounds, 1) * turns_left(table))
    return successive_halving(
        options,
        trials.try_out,
        determinizations=int(max(FEWEST_WORLDS, min(worlds, MOST_WORLDS))),
        prior=[option.worth for option in options],
        prior_weight=TRUST,
    )


def turns_left(table: Table) -> float:
    """About how many turns the game will still last."""
    rounds = LAST_TURNS if table.last_round else ROUNDS * table.rounds_left()
    return len(table.boards) * rounds


def _worth(world: Table, seat: int) -> float:
    """A finished game as one seat sees it, in points."""
    merits = world.merits()
    own = merits.pop(seat)
    best = max(merits)
    victory = 0.0 if own == best else VICTORY if own > best else -VICTORY
    return victory + CLOSE * tanh((own[0] - best[0]) / CLOSE)
