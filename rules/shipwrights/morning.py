"""The morning draft: three sets are passed round, and each player keeps a card of each.

The sets follow each other: a player picks from every set that has reached them, each before they see the
next, so that a morning takes them one visit.
"""

from rules.engine import StepRecorder
from rules.game import Seat
from rules.replace import replace
from rules.shipwrights.deck import draw_cards
from rules.shipwrights.events import CardKept, DayBegan, DraftDone
from rules.shipwrights.moves import PICK, Pick, ShipwrightsMove
from rules.shipwrights.pieces import SETS, Card
from rules.shipwrights.state import Held, State

PICKS_BEFORE_PRICE = SETS - 1
"""Picks after which a player sees the day's price: the back that is revealed when the last set is drawn."""


def begin_day(state: State, recorder: StepRecorder) -> State:
    """Deal the day's three sets; each has one card more than there are players."""
    recorder.emit(DayBegan(day=state.day + 1, seat=state.first))
    sets: tuple[tuple[Card, ...], ...] = ()
    for _ in range(SETS):
        cards, state = draw_cards(state, len(state.players) + 1, recorder)
        sets = (*sets, cards)
    return replace(state, stage="morning", day=state.day + 1, active=state.first, sets=sets)


def open_set(state: State, seat: Seat) -> int | None:
    """Return the set that a seat must pick from now, or None if none has reached it."""
    if state.stage != "morning":
        return None
    picks = len(state.players[seat].hand)
    if picks == SETS:
        return None
    place = state.turn_index(seat)
    if place == 0 or len(state.players[seat - 1].hand) > picks:
        return picks
    return None


def seats_to_pick(state: State) -> frozenset[Seat]:
    return frozenset(seat for seat in range(len(state.players)) if open_set(state, seat) is not None)


def knows_price(state: State, seat: Seat | None) -> bool:
    """True if the reader sees the price. At a real table the last set is drawn after all other picks."""
    if state.stage == "stock":
        return False
    if state.stage != "morning":
        return True
    if seat is not None:
        return len(state.players[seat].hand) >= PICKS_BEFORE_PRICE
    return all(len(player.hand) >= PICKS_BEFORE_PRICE for player in state.players)


def choices(state: State, seat: Seat) -> tuple[ShipwrightsMove, ...]:
    number = open_set(state, seat)
    assert number is not None
    return tuple(PICK[card] for card in dict.fromkeys(state.sets[number]))


def pick(state: State, seat: Seat, move: Pick, recorder: StepRecorder) -> State:
    """Keep one card and pass the rest on; the last player's rest stays face down."""
    number = open_set(state, seat)
    assert number is not None
    cards = state.sets[number]
    place = cards.index(move.card)
    rest = (*cards[:place], *cards[place + 1 :])
    if number + 1 == SETS:
        recorder.emit(DraftDone(seat=seat, cards=SETS))
    recorder.emit(CardKept(seat=seat, card=move.card, rest=rest, audience=frozenset((seat,))))
    player = state.players[seat]
    player = player._replace(hand=(*player.hand, Held(move.card, number)), passed=(*player.passed, rest))
    state = replace(
        state,
        players=state.players_with(seat, player),
        sets=(*state.sets[:number], rest, *state.sets[number + 1 :]),
    )
    following = open_set(state, seat)
    if following is not None:
        recorder.reveal(state.sets[following])
    if len(player.hand) == PICKS_BEFORE_PRICE:
        recorder.reveal(state.backs[-1:])
    return state


def is_over(state: State) -> bool:
    return all(len(player.hand) == SETS for player in state.players)
