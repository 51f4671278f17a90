"""Fixed players that computer players are measured against. They do not change, so that results stay
comparable."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from bench.rivals import borealis, explorers, explorers_beam, lofoten
from bench.shipwrights_balance import GreedyPlayer
from opponents import baseline
from rules import GAMES
from rules.game import Move, Seat
from rules.shipwrights.game import Shipwrights

Player = Callable[[Any, Seat, Random], Move]
"""Chooses a move for a seat."""
Thinker = Callable[[Any, Seat, Random], Sequence[Move]]
"""Chooses the next moves of a seat: those that are played without thinking again."""


def choose_in_shipwrights(state: Any, seat: Seat, random: Random) -> Move:
    game = GAMES["shipwrights"]
    assert isinstance(game, Shipwrights)
    return GreedyPlayer(game.components, random).choose(game, state, seat)


GREEDY: Mapping[str, Player] = {
    "borealis": borealis.choose,
    "explorers": explorers.choose,
    "lofoten": lofoten.choose,
    "shipwrights": choose_in_shipwrights,
}
"""Greedy players that look one ply ahead."""
BEAM: Mapping[str, Thinker] = {"explorers": explorers_beam.plan_turn}
"""Beam searches over whole turns."""


def old_caretaker(key: str) -> Player:
    """The first caretaker: random playouts."""
    return lambda state, seat, random: baseline.choose(GAMES[key], state, seat, str(random.random()))
