"""The actions of a turn: up to four, in any order, until the player ends it."""

from rules.explorers import land, sea
from rules.explorers.moves import END, ExplorersMove
from rules.explorers.state import State


def choices(state: State) -> tuple[ExplorersMove, ...]:
    if state.actions == 0:
        return (END,)
    return (
        *sea.load_choices(state),
        *sea.unload_choices(state),
        *sea.sail_choices(state),
        *land.march_choices(state),
        *land.herd_choices(state),
        *land.build_choices(state),
        END,
    )
