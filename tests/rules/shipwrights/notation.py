"""Moves of Shipwrights in notation: those played, and those that are legal."""

from rules.game import Event, Seat
from rules.shipwrights.state import State
from tests.rules.shipwrights.states import GAME


def play(state: State, *notations: str) -> State:
    return play_with_events(state, *notations)[0]


def play_with_events(state: State, *notations: str) -> tuple[State, list[Event]]:
    """Apply moves, each of the seat that owes one; `2: pick knarr` is a move of seat 2."""
    events: list[Event] = []
    for notation in notations:
        seat, move = parse_move(state, notation)
        step = GAME.apply(state, seat, GAME.parse(move))
        state = step.state
        events += step.events
    return state, events


def parse_move(state: State, notation: str) -> tuple[Seat, str]:
    if ": " in notation:
        seat, move = notation.split(": ")
        return int(seat), move
    (only,) = GAME.to_act(state)
    return only, notation


def legal_notations(state: State, seat: Seat | None = None) -> set[str]:
    """Return the notations of the legal moves of a seat, by default the only one that owes a move."""
    if seat is None:
        (seat,) = GAME.to_act(state)
    return {str(move) for move in GAME.legal(state, seat)}


def legal_of_kind(state: State, kind: str) -> set[str]:
    """Return the notations of the legal moves of one kind."""
    return {notation for notation in legal_notations(state) if notation.split()[0] == kind}


def play_to_evening(state: State) -> State:
    """End the turns of all players who still have to play today."""
    day = state.day
    while state.stage == "afternoon" and state.day == day:
        state = play(state, "end")
    return state
