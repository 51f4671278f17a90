"""Removing cards from a hand."""

from rules.replace import replace
from rules.shipwrights.pieces import Card
from rules.shipwrights.state import Held, State


def without(hand: tuple[Held, ...], card: Card) -> tuple[Held, ...]:
    """Return the hand without one copy of a card. Raises ValueError if it is not there."""
    for place, held in enumerate(hand):
        if held.card == card:
            return (*hand[:place], *hand[place + 1 :])
    raise ValueError(f"{card} is not in this hand")


def discard(state: State, card: Card) -> State:
    """Discard a card of the active player: villagers are used up when they are called."""
    player = state.player
    return replace(
        state,
        players=state.players_with(state.active, player._replace(hand=without(player.hand, card))),
        discards=(*state.discards, card),
    )
