"""The shortcuts of Shipwrights: purchases, finishing a ship, the rest of the turn."""

from collections.abc import Iterator
from dataclasses import replace

from rules.game import Phrase, Shortcut
from rules.shipwrights.components import Components
from rules.shipwrights.market import can_buy
from rules.shipwrights.moves import BUY, BUY_WITH_CART, Finish
from rules.shipwrights.pieces import GOODS, Card, Good, Goods
from rules.shipwrights.rest_of_turn import Apply, rest_of_turn_shortcuts
from rules.shipwrights.shipyard import ship_in, simple_finishes
from rules.shipwrights.state import State


def shortcuts(state: State, components: Components, apply: Apply) -> tuple[Shortcut, ...]:
    """Return the shortcuts of the active player, those that finish a ship first."""
    if state.stage != "afternoon":
        return ()
    found = (
        *rest_of_turn_shortcuts(state, components, apply),
        *(_with_end(state, each, apply) for each in _finishes(state, components)),
        *(_with_end(state, each, apply) for each in _purchases(state, components)),
    )
    return tuple(sorted(found, key=lambda each: not any(isinstance(move, Finish) for move in each.moves)))


def _with_end(state: State, shortcut: Shortcut, apply: Apply) -> Shortcut:
    """Add to the name that the turn ends, if nothing else can be done after these moves."""
    seat, after = state.active, state
    for move in shortcut.moves:
        after = apply(after, move)
    if after.stage == "afternoon" and after.active == seat:
        return shortcut
    left = len(state.player.hand) - sum(
        (move.first, move.second, move.third).count("hand")
        for move in shortcut.moves
        if isinstance(move, Finish)
    )
    name, is_long = shortcut.name, "cart" in shortcut.name.key
    key = ("end_cards" if is_long else "end_rest") if left else "end"
    end = Phrase(key=f"shortcut.{key}", values={"discards": left} if left else {})
    if is_long and name.values:
        name = name.model_copy(update={"key": f"{name.key}_last"})
    return replace(shortcut, name=name.model_copy(update={"parts": (end,)}))


def _finishes(state: State, components: Components) -> Iterator[Shortcut]:
    """Yield each ship that can be finished, with and without the tool; of equal ships the first."""
    first: dict[tuple[Card, bool], Finish] = {}
    for move in simple_finishes(state.player, components):
        first.setdefault((ship_in(state.player, move.workshop), move.tool), move)
    for (ship, _), move in first.items():
        values: dict[str, str | int] = {"ship": ship, "points": components.faces[ship].points}
        key = "shortcut.ship"
        if move.tool and state.player.tool is not None:
            key, values = "shortcut.ship_tool", values | {"tool": state.player.tool}
        yield Shortcut(Phrase(key=key, values=values), (move,))


def _purchases(state: State, components: Components) -> Iterator[Shortcut]:
    """Yield a purchase of each resource, with the cart if it has that resource.

    Purchases that spare the cart share one name, unless there is only one.
    """
    if not can_buy(state, components):
        return
    price, loaded = components.price(state.backs[-1]), [good for good in GOODS if state.player.cart.of(good)]
    for good in GOODS:
        key, move = ("buy_cart", BUY_WITH_CART[good]) if good in loaded else ("buy", BUY[good])
        yield Shortcut(_purchase_name(key, price, good), (move,))
    for good in loaded:
        alone = len(loaded) == 1
        name = _purchase_name("buy_no_cart", price, good) if alone else Phrase(key="shortcut.spare_cart")
        yield Shortcut(name, (BUY[good],))


def _purchase_name(key: str, price: Goods, good: Good) -> Phrase:
    return Phrase(key=f"shortcut.{key}", values={"amount": price.of(good), "good": good})
