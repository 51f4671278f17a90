"""A coming turn: the table as a player would find it if their turn began now."""

from rules.borealis.state import State
from rules.game import Seat
from rules.replace import replace


def next_turn_state(state: State, seat: Seat) -> State | None:
    """None before the first round, at one's own turn, and when one has had the last."""
    if state.phase in ("exchange", "over") or state.active == seat:
        return None
    count = len(state.players)
    if state.last_round and (seat - state.first) % count < (state.active - state.first) % count:
        return None
    return replace(state, active=seat, phase="action", played=None, refreshed=False)
