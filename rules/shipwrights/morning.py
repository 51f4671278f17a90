"""The morning: three sets go round, and everybody keeps a card of each.

The sets follow each other like beads: a player picks from every set that has reached them, each before they
see the next, so that a morning costs them one visit.
"""

from rules.engine import StepRecorder
from rules.game import Seat
from rules.replace import replace
from rules.shipwrights.deck import draw
from rules.shipwrights.events import CardKept, DayBegan, DraftDone
from rules.shipwrights.moves import PICK, Pick, ShipwrightsMove
from rules.shipwrights.pieces import SETS, Card
from rules.shipwrights.state import Held, State

SEES_PRICE_AFTER = SETS - 1
"""The back that will be the price comes to light when the last set is drawn: after so many picks."""


def begin_day(state: State, recorder: StepRecorder) -> State:
    """Deal the day's three sets, one card more than there are players in each."""
    recorder.emit(DayBegan(day=state.day + 1, seat=state.first))
    sets: tuple[tuple[Card, ...], ...] = ()
    for _ in range(SETS):
        cards, state = draw(state, len(state.players) + 1, recorder)
        sets = (*sets, cards)
    return replace(state, stage="morning", day=state.day + 1, active=state.first, sets=sets)


def set_before(state: State, seat: Seat) -> int | None:
    """Which set lies before that seat: the next one it has to pick from, once it has come so far."""
    if state.stage != "morning":
        return None
    picks = len(state.players[seat].hand)
    if picks == SETS:
        return None
    place = state.place(seat)
    if place == 0 or len(state.players[seat - 1].hand) > picks:
        return picks
    return None


def to_pick(state: State) -> frozenset[Seat]:
    return frozenset(seat for seat in range(len(state.players)) if set_before(state, seat) is not None)


def knows_price(state: State, seat: Seat | None) -> bool:
    """Sitting together, the last set is drawn when all have picked from the others; so nobody sees sooner."""
    if state.stage == "stock":
        return False
    if state.stage != "morning":
        return True
    if seat is not None:
        return len(state.players[seat].hand) >= SEES_PRICE_AFTER
    return all(len(player.hand) >= SEES_PRICE_AFTER for player in state.players)


def choices(state: State, seat: Seat) -> tuple[ShipwrightsMove, ...]:
    number = set_before(state, seat)
    assert number is not None
    return tuple(PICK[card] for card in dict.fromkeys(state.sets[number]))


def pick(state: State, seat: Seat, move: Pick, recorder: StepRecorder) -> State:
    """Keep one card; the rest goes to the next player, or lies face down after the last."""
    number = set_before(state, seat)
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
    following = set_before(state, seat)
    if following is not None:
        recorder.reveal(state.sets[following])
    if len(player.hand) == SEES_PRICE_AFTER:
        recorder.reveal(state.backs[-1:])
    return state


def is_over(state: State) -> bool:
    return all(len(player.hand) == SETS for player in state.players)
