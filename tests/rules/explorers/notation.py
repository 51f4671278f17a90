"""Moves of Explorers in notation: those played, and those that are legal."""

from rules.explorers.state import State
from rules.game import Event, Refusal
from tests.rules.explorers.states import GAME


def play(state: State, *notations: str) -> State:
    return play_with_events(state, *notations)[0]


def play_with_events(state: State, *notations: str) -> tuple[State, list[Event]]:
    """Apply moves, each of the seat that owes one. Returns the last state and all events."""
    events: list[Event] = []
    for notation in notations:
        seat = min(GAME.to_act(state))
        step = GAME.apply(state, seat, GAME.parse(notation))
        state = step.state
        events += step.events
    return state, events


def legal_notations(state: State, kind: str = "") -> set[str]:
    """Return the notations of the legal moves of the first seat to act, of one kind if given."""
    seat = min(GAME.to_act(state))
    return {str(move) for move in GAME.legal(state, seat) if not kind or move.kind == kind}


def is_refused(state: State, notation: str) -> bool:
    try:
        play(state, notation)
    except Refusal as refusal:
        return refusal.code == "illegal"
    return False
