"""Cards leaving a hand."""

from rules.replace import replace
from rules.shipwrights.pieces import Card
from rules.shipwrights.state import Held, State


def without(hand: tuple[Held, ...], card: Card) -> tuple[Held, ...]:
    """The hand after one copy of this card left it."""
    for place, held in enumerate(hand):
        if held.card == card:
            return (*hand[:place], *hand[place + 1 :])
    raise ValueError(f"{card} is not in this hand")


def discarded(state: State, card: Card) -> State:
    """The active player discards a card: a villager is used up by being called."""
    player = state.player
    return replace(
        state,
        players=state.players_with(state.active, player._replace(hand=without(player.hand, card))),
        discards=(*state.discards, card),
    )
