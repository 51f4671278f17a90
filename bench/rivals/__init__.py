"""Players to measure the opponents against. They stay as they are, so that a strength measured today can be
compared with one measured later.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from bench import lofoten_balance
from bench.rivals import borealis, explorers
from bench.shipwrights_balance import Greedy
from opponents import baseline
from rules import GAMES
from rules.game import Move, Seat
from rules.shipwrights.game import Shipwrights

Player = Callable[[Any, Seat, Random], Move]
"""Chooses a move for a seat."""


def shipwrights(state: Any, seat: Seat, random: Random) -> Move:
    game = GAMES["shipwrights"]
    assert isinstance(game, Shipwrights)
    return Greedy(game.components, random).choose(game, state, seat)


GREEDY: Mapping[str, Player] = {
    "borealis": borealis.choose,
    "explorers": explorers.choose,
    "lofoten": lofoten_balance.choose,
    "shipwrights": shipwrights,
}
"""One who looks one ply ahead, sensibly."""


def old_caretaker(key: str) -> Player:
    """The first caretaker: random playouts."""
    return lambda state, seat, random: baseline.choose(GAMES[key], state, seat, str(random.random()))
