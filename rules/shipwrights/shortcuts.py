"""Moves of an afternoon that people think of as one: a purchase, a ship finished, the rest of the turn."""

from collections.abc import Iterator

from rules.game import Phrase, Shortcut
from rules.shipwrights.components import Components
from rules.shipwrights.market import can_buy
from rules.shipwrights.moves import BUY, BUY_WITH_CART, Finish
from rules.shipwrights.pieces import GOODS, Card
from rules.shipwrights.rest_of_turn import Apply, rests
from rules.shipwrights.shipyard import plain_finishes, ship_in
from rules.shipwrights.state import State


def shortcuts(state: State, components: Components, apply: Apply) -> tuple[Shortcut, ...]:
    if state.stage != "afternoon":
        return ()
    return (*rests(state, components, apply), *_finishes(state, components), *_purchases(state, components))


def _finishes(state: State, components: Components) -> Iterator[Shortcut]:
    """Each ship that can be finished, with and without the tool; of two alike the first will do."""
    first: dict[tuple[Card, bool], Finish] = {}
    for move in plain_finishes(state.player, components):
        first.setdefault((ship_in(state.player, move.workshop), move.tool), move)
    for (ship, _), move in first.items():
        values: dict[str, str | int] = {"ship": ship, "points": components.faces[ship].points}
        key = "shortcut.ship"
        if move.tool and state.player.tool is not None:
            key, values = "shortcut.ship_tool", values | {"tool": state.player.tool}
        yield Shortcut(Phrase(key=key, values=values), (move,))


def _purchases(state: State, components: Components) -> Iterator[Shortcut]:
    """A purchase of each resource, with what the cart has of it."""
    if not can_buy(state, components):
        return
    price = components.price(state.backs[-1])
    for good in GOODS:
        loaded = state.player.cart.of(good) > 0
        name = Phrase(key="shortcut.buy", values={"amount": price.of(good) + loaded, "good": good})
        yield Shortcut(name, (BUY_WITH_CART[good] if loaded else BUY[good],))
