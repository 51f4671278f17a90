"""The action phase: up to four actions in any order, until the player ends the turn or has none left."""

from collections.abc import Iterator
from itertools import chain

from rules.engine import StepRecorder
from rules.explorers import land, sea
from rules.explorers.components import Components
from rules.explorers.moves import END, ExplorersMove
from rules.explorers.state import State
from rules.explorers.turn import end_turn


def choices(state: State) -> tuple[ExplorersMove, ...]:
    global _last  # cache of one entry: `end_turn_if_done` has just asked for the same state
    last, found = _last
    if last is not state:
        found = (*_actions(state), END)
        _last = state, found
    return found


_last: tuple[State | None, tuple[ExplorersMove, ...]] = (None, ())


def end_turn_if_done(state: State, components: Components, recorder: StepRecorder) -> State:
    """End the turn automatically if no action is left or possible."""
    if state.stage != "actions":
        return state
    if state.actions and len(choices(state)) > 1:
        return state
    return end_turn(state, components, recorder)


def _actions(state: State) -> Iterator[ExplorersMove]:
    return chain(
        sea.load_choices(state),
        sea.unload_choices(state),
        sea.sail_choices(state),
        land.march_choices(state),
        land.herd_choices(state),
        land.build_choices(state),
    )
