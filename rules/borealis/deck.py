"""The animal deck: draw cards, and shuffle the discards into a new deck."""

from rules.borealis.events import CardSeen, DeckShuffled
from rules.borealis.pieces import Card
from rules.borealis.state import Cards, Supply
from rules.engine import StepRecorder
from rules.game import Seat


def draw_cards(supply: Supply, count: int, recorder: StepRecorder) -> tuple[Cards, Supply]:
    """Draw cards from the top. If the deck is empty, the discards are shuffled into a new one."""
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
    supply: Supply, seat: Seat, hand: Cards, positions: tuple[int, ...], recorder: StepRecorder
) -> tuple[Cards, Supply]:
    """Discard cards of a hand and draw as many. Returns the hand with the new cards last, and the supply."""
    discarded = tuple(hand[place] for place in positions)
    kept = tuple(card for place, card in enumerate(hand) if place not in positions)
    supply = supply._replace(discards=supply.discards + discarded, last_discarded=discarded)
    drawn, supply = draw_cards(supply, len(discarded), recorder)
    emit_cards_seen(seat, drawn, recorder)
    return kept + drawn, supply


def emit_cards_seen(seat: Seat, cards: Cards, recorder: StepRecorder) -> None:
    """Emit the drawn cards to their owner only."""
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
