"""The next turn of a seat, for planning ahead."""

from rules.engine import StepRecorder
from rules.game import Seat
from rules.lofoten.state import State
from rules.lofoten.turn import begin_turn
from rules.replace import replace


def next_turn_state(state: State, seat: Seat) -> State | None:
    """Return None in the seat's own turn and after its last. The rival's turn is cut short."""
    if state.stage in ("over", "last_unload") or state.active == seat or len(state.players[seat].hand) < 3:
        return None
    if state.ending == "last_turn" and state.active == state.second:
        return None
    interrupted = replace(state, in_play=None, unloading=None, loading=False, given=None, claimed=None)
    return begin_turn(interrupted, seat, StepRecorder(state.chance))
