"""Whose turn it is: how a turn begins and how it passes on."""

from dataclasses import replace

from rules.engine import Happening
from rules.game import Seat
from rules.lofoten.cargo import settle
from rules.lofoten.ending import close_if_locked
from rules.lofoten.events import ExtraTurn
from rules.lofoten.state import State


def begin_turn(state: State, seat: Seat, happening: Happening) -> State:
    """The action phase starts with what happens by itself after the rival's actions."""
    return settle(replace(state, active=seat, stage="action", paid_for_turn=0), happening)


def end_turn(state: State, happening: Happening) -> State:
    """A bought turn follows at once; else it is the rival's turn."""
    state = close_if_locked(state, happening)
    if state.ending == "locked":
        return state
    if state.extra_turn:
        happening.tell(ExtraTurn(seat=state.active))
        return begin_turn(state, state.active, happening)
    return begin_turn(state, 1 - state.active, happening)
