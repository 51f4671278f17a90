"""A coming turn: the table as a player would find it if their turn began now."""

from rules.explorers.state import State
from rules.game import Seat
from rules.replace import replace


def next_turn_state(state: State, seat: Seat) -> State | None:
    """None while captains are chosen, at one's own turn, and for whoever has no tile left to begin with."""
    if state.stage not in ("place", "actions") or state.active == seat or not state.players[seat].hand:
        return None
    return replace(state, active=seat, stage="place", actions=0, redraws=0)
