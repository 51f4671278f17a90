"""The next turn of a seat, for planning ahead."""

from rules.game import Seat
from rules.replace import replace
from rules.shipwrights.components import Components
from rules.shipwrights.moves import END
from rules.shipwrights.pieces import SETS
from rules.shipwrights.state import State
from rules.shipwrights.turn import choices


def next_turn_state(state: State, seat: Seat, components: Components) -> State | None:
    """Return the afternoon turn once all cards are picked; None in it, after it, or if it would be a pass."""
    picked = state.stage == "morning" and len(state.players[seat].hand) == SETS
    waits = state.stage in ("afternoon", "chieftain", "trader") and state.turn_index(seat) > state.turn_index(
        state.active
    )
    if not (picked or waits):
        return None
    own = state.players[seat]._replace(watchmen=0)
    turn = replace(
        state, stage="afternoon", active=seat, players=state.players_with(seat, own), drawn=(), swaps=0
    )
    return None if choices(turn, components) == (END,) else turn
