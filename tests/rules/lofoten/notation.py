"""Moves of Lofoten in notation: those played, and those that are legal."""

from typing import Literal

from rules.game import Event
from rules.lofoten.state import State
from tests.rules.lofoten.states import GAME


def play(state: State, *notations: str) -> State:
    return play_with_events(state, *notations)[0]


def play_with_events(state: State, *notations: str) -> tuple[State, list[Event]]:
    """Apply moves, each of the seat that owes one. Returns the last state and all events."""
    events: list[Event] = []
    for notation in notations:
        (seat,) = GAME.to_act(state)
        step = GAME.apply(state, seat, GAME.parse(notation))
        state = step.state
        events += step.events
    return state, events


def legal_notations(state: State) -> set[str]:
    """Return the notations of the legal moves of the seat that owes one."""
    return {str(move) for seat in GAME.to_act(state) for move in GAME.legal(state, seat)}


def play_to_upkeep(state: State, end: Literal["left", "right"] = "right") -> State:
    """Play a side card without using it, and place the card drawn."""
    return play(state, "side right", "stop", f"place {end}")
