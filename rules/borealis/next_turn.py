"""The next turn of a seat, for planning ahead."""

from rules.borealis.state import State
from rules.game import Seat
from rules.replace import replace


def next_turn_state(state: State, seat: Seat) -> State | None:
    """Return None before the first round, in the seat's own turn, and after its last turn."""
    if state.phase in ("exchange", "over") or state.active == seat:
        return None
    count = len(state.players)
    if state.last_round and (seat - state.first) % count < (state.active - state.first) % count:
        return None
    return replace(state, active=seat, phase="action", played=None, refreshed=False)
