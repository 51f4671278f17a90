"""The order of turns: how a turn begins and how it passes to the next."""

from rules.engine import StepRecorder
from rules.game import Seat
from rules.lofoten.cargo import run_automatic_actions
from rules.lofoten.components import Prices
from rules.lofoten.ending import begin_last_unloading, close_if_locked
from rules.lofoten.events import ExtraTurn
from rules.lofoten.state import State
from rules.lofoten.turn_end import module_moves, open_moves
from rules.replace import replace


def begin_turn(state: State, seat: Seat, recorder: StepRecorder) -> State:
    """Begin a turn. The automatic actions run first: the rival may have changed the market."""
    begun = replace(state, active=seat, stage="action", paid_for_turn=0, upgraded=False, finishing=False)
    return run_automatic_actions(begun, recorder)


def end_turn(state: State, prices: Prices, recorder: StepRecorder) -> State:
    """Keep the turn open while something can be gained or bought; then pass it on."""
    return replace(state, stage="turn_end") if open_moves(state, prices) else pass_on(state, recorder)


def end_turn_without_upkeep(state: State, recorder: StepRecorder) -> State:
    """End a turn without upkeep. No purchases are offered: nothing was revealed since the card was drawn."""
    return replace(state, stage="turn_end") if module_moves(state) else pass_on(state, recorder)


def pass_on(state: State, recorder: StepRecorder) -> State:
    """Begin a bought turn, else the rival's turn. After the very last turn, begin the last unloading."""
    if state.closing:
        return begin_last_unloading(state, recorder)
    state = close_if_locked(state, recorder)
    if state.ending == "locked":
        return state
    if state.extra_turn:
        recorder.emit(ExtraTurn(seat=state.active))
        return begin_turn(state, state.active, recorder)
    return begin_turn(state, 1 - state.active, recorder)
