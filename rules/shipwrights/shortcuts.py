"""Moves of an afternoon that go together: playing the cards that cost nothing, and ending the turn.

Purchases are named one by one, since they are made often.
"""

from collections.abc import Callable, Iterator, Sequence

from rules.game import Phrase, Shortcut
from rules.shipwrights.components import Components
from rules.shipwrights.market import can_buy
from rules.shipwrights.moves import BUY, CALL, END, HIRE, LAY, ShipwrightsMove
from rules.shipwrights.pieces import GOODS, KINDS, PLACES_FOR_CRAFTSMEN, Card
from rules.shipwrights.state import State

ONLY_GOOD: tuple[Card, ...] = (
    "king",
    "queen",
    "navigator",
    "mercenary",
    "labourer",
    "watchman",
    "pioneer",
)
"""Villagers who ask for nothing, draw nothing, and do their caller nothing but good."""
MOST_NAMED = 2


Ends = Callable[[Sequence[ShipwrightsMove]], bool]
"""Whether the turn is over by itself once these moves are made, since nothing is left to do."""


def shortcuts(state: State, components: Components, ends: Ends) -> tuple[Shortcut, ...]:
    if state.stage != "afternoon":
        return ()
    return (*_free_cards(state, ends), *_purchases(state, components))


def _purchases(state: State, components: Components) -> Iterator[Shortcut]:
    """A purchase of each resource; with a cart there is more to choose."""
    if not can_buy(state, components) or state.player.cart.total:
        return
    price = components.price(state.backs[-1])
    for good in GOODS:
        name = Phrase(key="shortcut.buy", values={"amount": price.of(good), "good": good})
        yield Shortcut(name, (BUY[good],))


def _free_cards(state: State, ends: Ends) -> tuple[Shortcut, ...]:
    """The free cards and the end of the turn in one; and the first of them alone, for whoever has more to do.

    Where there is no room for all, somebody has to choose, and no row of moves is offered.
    """
    free = [*_free(state)]
    hand = state.player.hand
    if not free or (len(free) > MOST_NAMED and len(free) < len(hand)):
        return ()
    cards = [card for card, _ in free]
    moves = tuple(move for _, move in free)
    whole = moves if ends(moves) else (*moves, END)
    if len(whole) == 1:
        return ()
    return Shortcut(_name(cards, len(hand)), whole), Shortcut(_alone(cards[0], moves[0]), moves[:1])


def _name(cards: list[Card], hand: int) -> Phrase:
    if len(cards) > MOST_NAMED:
        return Phrase(key="shortcut.all", values={"cards": hand})
    keys = ("first", "second")
    number = "one" if len(cards) == 1 else "two"
    return Phrase(key=f"shortcut.{number}", values=dict(zip(keys, cards, strict=False)))


def _alone(card: Card, move: ShipwrightsMove) -> Phrase:
    return Phrase(key=f"shortcut.{move.kind}", values={"card": card})


def _free(state: State) -> Iterator[tuple[Card, ShipwrightsMove]]:
    """Each card of the hand that costs nothing, with its move: villagers, then ships, then craftsmen."""
    player = state.player
    hand = [held.card for held in player.hand]
    ships = [card for card in hand if KINDS[card] == "ship"]
    craftsmen = [card for card in hand if KINDS[card] == "craftsman"]
    yield from ((card, CALL[card]) for card in hand if card in ONLY_GOOD)
    if len(ships) <= player.workshops.count(None):
        yield from ((card, LAY[card]) for card in ships)
    if len(craftsmen) <= PLACES_FOR_CRAFTSMEN - len(player.craftsmen):
        yield from ((card, HIRE[card]) for card in craftsmen)
