"""The opening exchange: all players at once exchange any cards of their first hand, once."""

from rules.borealis.deck import replace_cards
from rules.borealis.events import CardsExchanged, HandKept
from rules.borealis.moves import Exchange, hand_indices
from rules.borealis.pieces import species_counts
from rules.borealis.state import State
from rules.engine import StepRecorder
from rules.game import Seat
from rules.replace import replace


def exchange(state: State, seat: Seat, move: Exchange, recorder: StepRecorder) -> State:
    """Store a hidden choice. When all have chosen, carry them out, starting with the first player."""
    player = state.players[seat]._replace(exchanging=move.cards)
    state = replace(state, players=state.players_with(seat, player))
    if any(player.exchanging is None for player in state.players):
        return state
    seats = len(state.players)
    for turn in range(seats):
        state = _exchange(state, (state.first + turn) % seats, recorder)
    return replace(state, phase="action", round=1)


def _exchange(state: State, seat: Seat, recorder: StepRecorder) -> State:
    player = state.players[seat]
    assert player.exchanging is not None
    positions = hand_indices(recorder.reveal(player.exchanging))
    hand, supply = player.hand, state.supply
    if positions:
        species = species_counts(hand[place] for place in positions)
        recorder.emit(CardsExchanged(seat=seat, cards=len(positions), species=species))
        hand, supply = replace_cards(supply, seat, hand, positions, recorder)
    else:
        recorder.emit(HandKept(seat=seat))
    exchanged = player._replace(hand=hand, exchanging=None)
    return replace(state, players=state.players_with(seat, exchanged), supply=supply)
