"""The order of turns: how one begins, how it ends with a draw, and when winter ends the game."""

from rules.engine import StepRecorder
from rules.explorers import scoring
from rules.explorers.components import Components
from rules.explorers.events import StackEmptied
from rules.explorers.placing import after_tile, anything_fits, draw
from rules.explorers.state import State
from rules.game import Seat
from rules.replace import replace

SOLO_TILES_PER_TURN = 3


def turn_count(state: State, components: Components) -> int:
    """Return the number of turns of the whole game: one per tile, or fewer when playing alone."""
    return len(components.tile) // (SOLO_TILES_PER_TURN if state.solo else 1)


def begin_turn(state: State, seat: Seat, components: Components, recorder: StepRecorder) -> State:
    state = replace(state, active=seat, stage="place", turn=state.turn + 1, actions=0)
    if not state.solo:
        return state
    state = draw(state, SOLO_TILES_PER_TURN, components, recorder)
    fits = anything_fits(state, state.player.hand, components)
    return state if fits else after_tile(state, components, recorder)


def end_turn(state: State, components: Components, recorder: StepRecorder) -> State:
    """Draw a tile if there is one. The game ends when the seat with the winter token has none left."""
    if state.solo:
        if not state.stack:
            return _winter(state, recorder)
        return begin_turn(state, state.active, components, recorder)
    if state.stack:
        state = draw(state, 1, components, recorder)
        if not state.stack:
            recorder.emit(StackEmptied())
    if state.active == state.winter and not state.player.hand:
        return _winter(state, recorder)
    return begin_turn(state, (state.active + 1) % len(state.players), components, recorder)


def _winter(state: State, recorder: StepRecorder) -> State:
    state = replace(state, stage="over", actions=0)
    scoring.emit_scores(state, recorder)
    return state
