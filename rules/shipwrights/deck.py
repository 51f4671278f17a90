"""The deck: draw cards, and shuffle the discards into a new deck."""

from rules.engine import StepRecorder
from rules.replace import replace
from rules.shipwrights.events import DeckShuffled
from rules.shipwrights.pieces import Card
from rules.shipwrights.state import State


def draw_cards(state: State, count: int, recorder: StepRecorder) -> tuple[tuple[Card, ...], State]:
    """Draw the top cards. An empty deck is rebuilt at once, because the back of its top card is the price."""
    drawn: tuple[Card, ...] = ()
    while len(drawn) < count and state.deck:
        wanted = min(count - len(drawn), len(state.deck))
        taken = state.deck[-wanted:]
        drawn += recorder.reveal(taken)[::-1]
        state = replace(
            state,
            deck=state.deck[:-wanted],
            backs=state.backs[:-wanted],
            spent_backs=(*state.spent_backs, *state.backs[-wanted:]),
        )
        if not state.deck:
            state = _shuffle(state, recorder)
    return drawn, state


def _shuffle(state: State, recorder: StepRecorder) -> State:
    """Shuffle all discards into a new deck, with random backs, so that a back reveals nothing."""
    cards = (*state.discards, *state.buried)
    if not cards:
        return state
    recorder.emit(DeckShuffled(cards=len(cards)))
    backs = recorder.shuffle(state.spent_backs)
    return replace(
        state,
        deck=recorder.shuffle(cards),
        backs=backs[: len(cards)],
        spent_backs=backs[len(cards) :],
        discards=(),
        buried=(),
    )
