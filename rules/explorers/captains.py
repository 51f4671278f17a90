"""Captains: each player is dealt two and keeps one; all choose secretly at once."""

from rules.engine import StepRecorder
from rules.explorers.components import Components
from rules.explorers.events import CaptainRevealed
from rules.explorers.moves import ExplorersMove, KeepCaptain, keep_captain
from rules.explorers.state import State
from rules.explorers.turn import begin_turn
from rules.game import Seat
from rules.replace import replace


def undecided(state: State) -> frozenset[Seat]:
    return frozenset(seat for seat, player in enumerate(state.players) if player.kept is None)


def choices(state: State, seat: Seat) -> tuple[ExplorersMove, ...]:
    return tuple(keep_captain(captain) for captain in state.players[seat].captains)


def choose_captain(
    state: State, seat: Seat, move: KeepCaptain, components: Components, recorder: StepRecorder
) -> State:
    """Store a secret choice. When all have chosen, reveal the captains and begin the first turn."""
    chosen = state.players[seat]._replace(kept=move.captain)
    state = replace(state, players=state.players_with(seat, chosen))
    if undecided(state):
        return state
    for owner, player in enumerate(state.players):
        assert player.kept is not None
        recorder.emit(CaptainRevealed(seat=owner, captain=recorder.reveal(player.kept)))
    return begin_turn(state, state.first, components, recorder)
