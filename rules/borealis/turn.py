"""Whose turn it is: how turns make rounds, and how the last round ends the game."""

from rules.borealis import objectives
from rules.borealis.state import State
from rules.engine import StepRecorder
from rules.replace import replace


def end_turn(state: State, recorder: StepRecorder) -> State:
    """The next player's turn; every round begins with the same first player."""
    following = (state.active + 1) % len(state.players)
    state = replace(state, active=following, phase="action", played=None, refreshed=False)
    return _end_round(state, recorder) if following == state.first else state


def _end_round(state: State, recorder: StepRecorder) -> State:
    """Objectives reached in this round leave the game; after the last round it is over."""
    state = objectives.close_reached(state, recorder)
    if state.last_round:
        return replace(state, phase="over")
    return replace(state, round=state.round + 1)
