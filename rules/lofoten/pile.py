"""The order pile: draw cards, and exchange a whole hand for coins."""

from rules.engine import StepRecorder
from rules.lofoten.components import Prices
from rules.lofoten.events import CardDrawn, CardSeen, NewHand, PileShuffled
from rules.lofoten.pieces import Card
from rules.lofoten.purse import spend
from rules.lofoten.state import State
from rules.replace import replace


def draw_card(state: State, recorder: StepRecorder) -> tuple[Card, State]:
    """Draw the top card for the active player. The discards are shuffled into an empty pile."""
    pile, discards = state.pile, state.discards
    if not pile:
        recorder.emit(PileShuffled(cards=len(discards)))
        pile, discards = recorder.shuffle(discards), ()
    card = recorder.reveal(pile[-1])
    seat = state.active
    recorder.emit(CardDrawn(seat=seat))
    recorder.emit(CardSeen(seat=seat, good=card.good, value=card.value, audience=frozenset((seat,))))
    return card, replace(state, pile=pile[:-1], discards=discards)


def buy_hand(state: State, prices: Prices, recorder: StepRecorder) -> State:
    """Discard the three cards and draw three others, which stay in the order drawn."""
    state = spend(state, prices.new_hand, "new_hand", recorder)
    player = state.player
    old = player.hand if player.drawn is None else (*player.hand, player.drawn)
    state = replace(state, discards=(*state.discards, *old))
    recorder.emit(NewHand(seat=state.active))
    hand: tuple[Card, ...] = ()
    for _ in range(3):
        card, state = draw_card(state, recorder)
        hand = (*hand, card)
    changed = player._replace(hand=hand, drawn=None)
    return replace(state, players=state.players_with(state.active, changed))
