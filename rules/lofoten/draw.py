"""Phase 2, draw: one order card, placed at either end of the hand."""

from rules.engine import StepRecorder
from rules.lofoten.components import Prices
from rules.lofoten.events import CardPlaced
from rules.lofoten.moves import PLACE, LofotenMove, Place
from rules.lofoten.pile import draw_card
from rules.lofoten.state import State
from rules.lofoten.turn import end_turn_without_upkeep
from rules.lofoten.upkeep import can_fill, closing_moves, continue_upkeep, look_at_stacks
from rules.replace import replace


def begin_draw(state: State, recorder: StepRecorder) -> State:
    card, state = draw_card(state, recorder)
    players = state.players_with(state.active, state.player._replace(drawn=card))
    state = replace(state, stage="draw", players=players)
    return look_at_stacks(state, recorder) if can_fill(state) else state


def choices(state: State, prices: Prices) -> tuple[LofotenMove, ...]:
    return (*PLACE, *closing_moves(state, prices))


def place(state: State, move: Place, prices: Prices, recorder: StepRecorder) -> State:
    """Place the drawn card at one end of the hand; the other two keep their order."""
    player = state.player
    assert player.drawn is not None
    hand = (player.drawn, *player.hand) if move.end == "left" else (*player.hand, player.drawn)
    recorder.emit(CardPlaced(seat=state.active, end=move.end))
    placed = player._replace(hand=hand, drawn=None)
    state = replace(state, players=state.players_with(state.active, placed))
    return (
        continue_upkeep(state, prices, recorder)
        if can_fill(state)
        else end_turn_without_upkeep(state, recorder)
    )
