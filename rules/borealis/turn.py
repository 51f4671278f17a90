"""The order of turns: turns make rounds, and the last round ends the game."""

from rules.borealis import objectives
from rules.borealis.state import State
from rules.engine import StepRecorder
from rules.replace import replace


def end_turn(state: State, recorder: StepRecorder) -> State:
    """Start the next player's turn. Every round begins with the first player."""
    following = (state.active + 1) % len(state.players)
    state = replace(state, active=following, phase="action", played=None, refreshed=False)
    return _end_round(state, recorder) if following == state.first else state


def _end_round(state: State, recorder: StepRecorder) -> State:
    """Remove the objectives reached in this round; after the last round, end the game."""
    state = objectives.remove_reached(state, recorder)
    if state.last_round:
        return replace(state, phase="over")
    return replace(state, round=state.round + 1)
