"""The deck: drawing from it, and shuffling the discards when it runs out."""

from rules.engine import StepRecorder
from rules.replace import replace
from rules.shipwrights.events import DeckShuffled
from rules.shipwrights.pieces import Card
from rules.shipwrights.state import State


def draw(state: State, count: int, recorder: StepRecorder) -> tuple[tuple[Card, ...], State]:
    """The top cards. There is always a top card while a card can be had: its back is the day's price."""
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
    """A new deck of all discards, face up or down. Its backs are dealt anew, so that they say nothing."""
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
