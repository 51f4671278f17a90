"""The animal deck: drawing cards, and forming it anew from the discards."""

from dataclasses import replace

from rules.borealis.events import CardSeen, DeckShuffled
from rules.borealis.pieces import Card
from rules.borealis.state import Cards, State
from rules.engine import Happening
from rules.game import Seat


def draw_cards(state: State, count: int, happening: Happening) -> tuple[Cards, State]:
    """Turn up the first cards; the discards become the deck when a card is needed and there is none."""
    deck, discards = state.deck, state.discards
    drawn: list[Card] = []
    for _ in range(count):
        if not deck:
            happening.tell(DeckShuffled(cards=len(discards)))
            deck, discards = happening.shuffled(discards), ()
        drawn.append(happening.reveal(deck[-1]))
        deck = deck[:-1]
    return tuple(drawn), replace(state, deck=deck, discards=discards)


def replace_cards(state: State, seat: Seat, places: tuple[int, ...], happening: Happening) -> State:
    """Discard these cards of a hand and draw as many, which come last in it."""
    player = state.players[seat]
    gone = tuple(player.hand[place] for place in places)
    kept = tuple(card for place, card in enumerate(player.hand) if place not in places)
    state = replace(state, discards=state.discards + gone)
    drawn, state = draw_cards(state, len(gone), happening)
    show(seat, drawn, happening)
    return replace(state, players=state.players_with(seat, player._replace(hand=kept + drawn)))


def show(seat: Seat, cards: Cards, happening: Happening) -> None:
    """Tell a player, and nobody else, which cards he drew."""
    for card in cards:
        happening.tell(
            CardSeen(
                seat=seat,
                species=card.species,
                vehicle=card.vehicle,
                left=card.left,
                right=card.right,
                audience=frozenset((seat,)),
            )
        )
