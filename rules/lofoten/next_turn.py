"""A coming turn: the table as a player would find it if their turn began now."""

from rules.engine import StepRecorder
from rules.game import Seat
from rules.lofoten.state import State
from rules.lofoten.turn import begin_turn
from rules.replace import replace


def next_turn_state(state: State, seat: Seat) -> State | None:
    """None at one's own turn, and after one's last; the rival's turn is broken off where it stands."""
    if state.stage in ("over", "last_unload") or state.active == seat or len(state.players[seat].hand) < 3:
        return None
    if state.ending == "last_turn" and state.active == state.second:
        return None
    broken_off = replace(
        state,
        in_play=None,
        unloading=None,
        loading=False,
        given=None,
        claimed=None,
    )
    return begin_turn(broken_off, seat, StepRecorder(state.chance))
