"""The events of Borealis: typed facts in the words of the rulebook."""

from typing import Literal

from rules.borealis.pieces import Colour, ObjectiveKey, Place, Site, Species, SpeciesCount, Vehicle
from rules.game import Event, Seat


class HandKept(Event):
    """A player declined the opening exchange."""

    is_pass = True
    kind: Literal["hand_kept"] = "hand_kept"
    seat: Seat


class CardsExchanged(Event):
    """The opening exchange: number and animals of the discarded cards; as many were drawn."""

    kind: Literal["cards_exchanged"] = "cards_exchanged"
    seat: Seat
    cards: int
    species: tuple[SpeciesCount, ...]


class CardSeen(Event):
    """A card that a player drew, visible to them only."""

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
    """A flag reached this space of its track; the start is space 0."""

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
    """A new card replaced the one taken."""

    kind: Literal["pool_filled"] = "pool_filled"
    species: Species
    vehicle: Vehicle


class CardDrawn(Event):
    """A player drew a card from the deck, face down."""

    kind: Literal["card_drawn"] = "card_drawn"
    seat: Seat


class PoolRefreshed(Event):
    """A player paid for four new cards in the pool, with these animals."""

    kind: Literal["pool_refreshed"] = "pool_refreshed"
    seat: Seat
    stars: int
    species: tuple[SpeciesCount, ...]


class Regrouped(Event):
    """A regrouping without discarded cards."""

    kind: Literal["regrouped"] = "regrouped"
    seat: Seat


class CardsReplaced(Event):
    """A regrouping: number and animals of the discarded cards; as many were drawn."""

    kind: Literal["cards_replaced"] = "cards_replaced"
    seat: Seat
    cards: int
    species: tuple[SpeciesCount, ...]


class ScientistsReturned(Event):
    """Scientists leave the camps; each gives stars."""

    kind: Literal["scientists_returned"] = "scientists_returned"
    seat: Seat
    scientists: int
    stars: int


class CampsEmpty(Event):
    """A regrouping with no scientist in the camps."""

    kind: Literal["camps_empty"] = "camps_empty"
    seat: Seat


class ScientistsGathered(Event):
    kind: Literal["scientists_gathered"] = "scientists_gathered"
    seat: Seat
    site: Site
    scientists: int


class LastRound(Event):
    """A player has the seventh card on a site: the game ends after this round."""

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
