"""What comes to pass in a game of Borealis: facts with the game's words, put into sentences elsewhere."""

from typing import Literal

from rules.borealis.pieces import Colour, ObjectiveKey, Place, Site, Species, SpeciesCount, Vehicle
from rules.game import Event, Seat


class HandKept(Event):
    """Somebody let the opening exchange pass."""

    is_pass = True
    kind: Literal["hand_kept"] = "hand_kept"
    seat: Seat


class CardsExchanged(Event):
    """The opening exchange: so many cards discarded, these animals, and as many drawn."""

    kind: Literal["cards_exchanged"] = "cards_exchanged"
    seat: Seat
    cards: int
    species: tuple[SpeciesCount, ...]


class CardSeen(Event):
    """A card a player drew, for their eyes alone."""

    kind: Literal["card_seen"] = "card_seen"
    seat: Seat
    species: Species
    vehicle: Vehicle
    left: Colour
    right: Colour


class DeckShuffled(Event):
    """The deck was empty: the discards were shuffled into a new one."""

    kind: Literal["deck_shuffled"] = "deck_shuffled"
    cards: int


class CardPlayed(Event):
    """An observation: the card, its site, and where its two scientists went."""

    kind: Literal["card_played"] = "card_played"
    seat: Seat
    species: Species
    vehicle: Vehicle
    site: Site
    left: Colour
    left_to: Place
    right: Colour
    right_to: Place


class FlagAdvanced(Event):
    """A flag came to this space of its track, the start not counted."""

    kind: Literal["flag_advanced"] = "flag_advanced"
    seat: Seat
    site: Site
    space: int
    points: int


class ObjectiveReached(Event):
    kind: Literal["objective_reached"] = "objective_reached"
    seat: Seat
    objective: ObjectiveKey
    stars: int


class ObjectiveGone(Event):
    """The round in which an objective was first reached is over: the card leaves the game."""

    kind: Literal["objective_gone"] = "objective_gone"
    objective: ObjectiveKey


class CardTaken(Event):
    kind: Literal["card_taken"] = "card_taken"
    seat: Seat
    species: Species
    vehicle: Vehicle


class PoolFilled(Event):
    """A new card in the place of the one taken."""

    kind: Literal["pool_filled"] = "pool_filled"
    species: Species
    vehicle: Vehicle


class CardDrawn(Event):
    """Somebody drew a card unseen; which one is not said."""

    kind: Literal["card_drawn"] = "card_drawn"
    seat: Seat


class PoolRefreshed(Event):
    """Somebody paid for four new cards in the pool: these animals."""

    kind: Literal["pool_refreshed"] = "pool_refreshed"
    seat: Seat
    stars: int
    species: tuple[SpeciesCount, ...]


class Regrouped(Event):
    """A regrouping, for which no card was discarded."""

    kind: Literal["regrouped"] = "regrouped"
    seat: Seat


class CardsReplaced(Event):
    """A regrouping: so many cards discarded, these animals, and as many drawn."""

    kind: Literal["cards_replaced"] = "cards_replaced"
    seat: Seat
    cards: int
    species: tuple[SpeciesCount, ...]


class ScientistsReturned(Event):
    """So many scientists leave the camps, each worth stars."""

    kind: Literal["scientists_returned"] = "scientists_returned"
    seat: Seat
    scientists: int
    stars: int


class CampsEmpty(Event):
    """A regrouping that brought nobody back."""

    kind: Literal["camps_empty"] = "camps_empty"
    seat: Seat


class ScientistsGathered(Event):
    kind: Literal["scientists_gathered"] = "scientists_gathered"
    seat: Seat
    site: Site
    scientists: int


class LastRound(Event):
    """Somebody has the last card on a site: this round is played out, then the game ends."""

    kind: Literal["last_round"] = "last_round"
    seat: Seat
    site: Site


class Scored(Event):
    """A player's points at the end."""

    kind: Literal["scored"] = "scored"
    seat: Seat
    points: int


EVENTS: tuple[type[Event], ...] = (
    HandKept,
    CardsExchanged,
    CardSeen,
    DeckShuffled,
    CardPlayed,
    FlagAdvanced,
    ObjectiveReached,
    ObjectiveGone,
    CardTaken,
    PoolFilled,
    CardDrawn,
    PoolRefreshed,
    Regrouped,
    CardsReplaced,
    ScientistsReturned,
    CampsEmpty,
    ScientistsGathered,
    LastRound,
    Scored,
)
