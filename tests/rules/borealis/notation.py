"""Moves of Borealis in notation: those played, and those that are legal."""

from rules.borealis.state import State
from rules.game import Step
from tests.rules.borealis.states import GAME


def play(state: State, *moves: str) -> State:
    """Apply moves, each of the seat that is to act."""
    for notation in moves:
        state = step(state, notation).state
    return state


def step(state: State, notation: str, seat: int | None = None) -> Step[State]:
    seat = min(GAME.to_act(state)) if seat is None else seat
    return GAME.apply(state, seat, GAME.parse(notation))


def legal_notations(state: State, seat: int = 0) -> list[str]:
    return [str(move) for move in GAME.legal(state, seat)]
