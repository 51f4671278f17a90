"""The animal deck: drawing cards, and forming it anew from the discards."""

from rules.borealis.events import CardSeen, DeckShuffled
from rules.borealis.pieces import Card
from rules.borealis.state import Cards, Supply
from rules.engine import StepRecorder
from rules.game import Seat


def draw_cards(supply: Supply, count: int, recorder: StepRecorder) -> tuple[Cards, Supply]:
    """Turn up the first cards; the discards become the deck when a card is needed and there is none."""
    deck, pool, discards, last_discarded = supply
    drawn: list[Card] = []
    for _ in range(count):
        if not deck:
            recorder.emit(DeckShuffled(cards=len(discards)))
            deck, discards = recorder.shuffle(discards), ()
        drawn.append(recorder.reveal(deck[-1]))
        deck = deck[:-1]
    return tuple(drawn), Supply(deck, pool, discards, last_discarded)


def replace_cards(
    supply: Supply, seat: Seat, hand: Cards, places: tuple[int, ...], recorder: StepRecorder
) -> tuple[Cards, Supply]:
    """Discard these cards of a hand and draw as many, which come last in it."""
    gone = tuple(hand[place] for place in places)
    kept = tuple(card for place, card in enumerate(hand) if place not in places)
    supply = supply._replace(discards=supply.discards + gone, last_discarded=gone)
    drawn, supply = draw_cards(supply, len(gone), recorder)
    show(seat, drawn, recorder)
    return kept + drawn, supply


def show(seat: Seat, cards: Cards, recorder: StepRecorder) -> None:
    """Tell a player, and nobody else, which cards they drew."""
    for card in cards:
        recorder.emit(
            CardSeen(
                seat=seat,
                species=card.species,
                vehicle=card.vehicle,
                left=card.left,
                right=card.right,
                audience=frozenset((seat,)),
            )
        )
