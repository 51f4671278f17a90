"""Perft: numbers of lines from fixed setups, which show any change in legal moves.

The first two depths can be checked by hand: a card with two colours can be played on each of the three
sites, one with two alike on none, and there are sixteen ways to regroup; an observation is followed by four
cards of the pool, the deck or a new pool, a regrouping by the next player's turn.
"""

from hashlib import sha256

import pytest

from rules.borealis.options import BorealisOptions
from rules.borealis.pieces import Side
from rules.borealis.state import State
from tests.rules.borealis.states import GAME


def continuations(state: State, depth: int) -> int:
    owing = GAME.to_act(state)
    if depth == 0 or not owing:
        return 1
    seat = min(owing)
    moves = GAME.legal(state, seat)
    if depth == 1:
        return len(moves)
    return sum(continuations(GAME.apply(state, seat, move).state, depth - 1) for move in moves)


def setup_state(seats: int, side: Side) -> State:
    return GAME.setup(seats, BorealisOptions(side=side), sha256(f"perft {seats} {side}".encode()).digest())


@pytest.mark.parametrize(
    ("seats", "side", "first", "second", "third"),
    [
        (2, "i", 25, 454, 8290),
        (2, "ii", 25, 358, 7972),
        (3, "i", 25, 454, 9202),
        (3, "ii", 22, 436, 8044),
        (4, "i", 25, 454, 9202),
        (4, "ii", 28, 424, 8356),
    ],
)
def test_continuations_after_the_opening(seats: int, side: Side, first: int, second: int, third: int) -> None:
    state = setup_state(seats, side)
    for seat in range(seats):
        state = GAME.apply(state, seat, GAME.parse("exchange none")).state
    assert [continuations(state, depth) for depth in (1, 2, 3)] == [first, second, third]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_continuations_of_the_opening(seats: int) -> None:
    assert [continuations(setup_state(seats, "i"), depth) for depth in (1, 2)] == [16, 16 * 16]
