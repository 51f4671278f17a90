"""The opening exchange: all players at once, and only once, change any cards of their first hand."""

from rules.borealis.deck import replace_cards
from rules.borealis.events import CardsExchanged, HandKept
from rules.borealis.moves import Exchange, indices
from rules.borealis.pieces import counted
from rules.borealis.state import State
from rules.engine import StepRecorder
from rules.game import Seat
from rules.replace import replace


def exchange(state: State, seat: Seat, move: Exchange, recorder: StepRecorder) -> State:
    """A choice stays hidden until everybody has made one; then all are carried out, first player first."""
    player = state.players[seat]._replace(exchanging=move.cards)
    state = replace(state, players=state.players_with(seat, player))
    if any(player.exchanging is None for player in state.players):
        return state
    seats = len(state.players)
    for turn in range(seats):
        state = _carry_out(state, (state.first + turn) % seats, recorder)
    return replace(state, phase="action", round=1)


def _carry_out(state: State, seat: Seat, recorder: StepRecorder) -> State:
    player = state.players[seat]
    assert player.exchanging is not None
    places = indices(recorder.reveal(player.exchanging))
    hand, supply = player.hand, state.supply
    if places:
        species = counted(hand[place] for place in places)
        recorder.emit(CardsExchanged(seat=seat, cards=len(places), species=species))
        hand, supply = replace_cards(supply, seat, hand, places, recorder)
    else:
        recorder.emit(HandKept(seat=seat))
    exchanged = player._replace(hand=hand, exchanging=None)
    return replace(state, players=state.players_with(seat, exchanged), supply=supply)
