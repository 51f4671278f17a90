"""Plays games without a store, one ply after another."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from rules.game import AnyGame, Move, Outcome, Seat, Step


class Ply(NamedTuple):
    """One move of a game: the state before it, the seat, and the step."""

    before: Any
    seat: Seat
    move: Move
    step: Step[Any]


def plies(
    game: AnyGame, state: Any, choose: Callable[[Any, Seat], Move], limit: int | None = None
) -> Iterator[Ply]:
    """Play from a state to the end, or `limit` plies; the first seat that owes a move makes it."""
    made = 0
    while made != limit and (owing := game.to_act(state)):
        seat = min(owing)
        move = choose(state, seat)
        step = game.apply(state, seat, move)
        yield Ply(state, seat, move, step)
        state, made = step.state, made + 1


def random_plies(game: AnyGame, state: Any, rng: Random, limit: int | None = None) -> Iterator[Ply]:
    return plies(game, state, lambda before, seat: rng.choice(game.legal(before, seat)), limit)


def final_outcome(game: AnyGame, state: Any) -> Outcome:
    """Return the outcome of a game that must be over."""
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome
