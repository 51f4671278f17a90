"""Whose turn it is: how a turn begins and how it passes on."""

from rules.engine import StepRecorder
from rules.game import Seat
from rules.lofoten.cargo import settle
from rules.lofoten.components import Prices
from rules.lofoten.ending import close_if_locked, unload_what_is_left
from rules.lofoten.events import ExtraTurn
from rules.lofoten.state import State
from rules.lofoten.turn_end import offers, remains
from rules.replace import replace


def begin_turn(state: State, seat: Seat, recorder: StepRecorder) -> State:
    """The action phase starts with what happens by itself after the rival's actions."""
    begun = replace(state, active=seat, stage="action", paid_for_turn=0, upgraded=False, finishing=False)
    return settle(begun, recorder)


def end_turn(state: State, prices: Prices, recorder: StepRecorder) -> State:
    """The turn stays open while something can be gained or bought at its end; then it passes on."""
    return replace(state, stage="turn_end") if remains(state, prices) else pass_on(state, recorder)


def end_turn_without_upkeep(state: State, recorder: StepRecorder) -> State:
    """Nothing came to light since the card was drawn: whoever wanted to buy did so before placing it."""
    return replace(state, stage="turn_end") if offers(state) else pass_on(state, recorder)


def pass_on(state: State, recorder: StepRecorder) -> State:
    """A bought turn follows at once; else it is the rival's turn. After the very last one comes the end."""
    if state.closing:
        return unload_what_is_left(state, recorder)
    state = close_if_locked(state, recorder)
    if state.ending == "locked":
        return state
    if state.extra_turn:
        recorder.emit(ExtraTurn(seat=state.active))
        return begin_turn(state, state.active, recorder)
    return begin_turn(state, 1 - state.active, recorder)
