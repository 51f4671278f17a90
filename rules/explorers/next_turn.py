"""The next turn of a seat, for planning ahead."""

from rules.explorers.state import State
from rules.game import Seat
from rules.replace import replace


def next_turn_state(state: State, seat: Seat) -> State | None:
    """Return None while captains are chosen, in the seat's own turn, and if it has no tile left."""
    if state.stage not in ("place", "actions") or state.active == seat or not state.players[seat].hand:
        return None
    return replace(state, active=seat, stage="place", actions=0, redraws=0)
