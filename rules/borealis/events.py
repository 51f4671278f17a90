"""The events of Borealis: typed facts in the words of the rulebook."""

from rules.borealis.pieces import Colour, ObjectiveKey, Place, Site, Species, SpeciesCount, Vehicle
from rules.game import Event, PlayerEvent, defined_in


class HandKept(PlayerEvent):
    """A player declined the opening exchange."""

    is_pass = True


class CardsExchanged(PlayerEvent):
    """The opening exchange: number and animals of the discarded cards; as many were drawn."""

    cards: int
    species: tuple[SpeciesCount, ...]


class CardSeen(PlayerEvent):
    """A card that a player drew, visible to them only."""

    species: Species
    vehicle: Vehicle
    left: Colour
    right: Colour


class DeckShuffled(Event):
    """The deck was empty: the discards were shuffled into a new one."""

    cards: int


class CardPlayed(PlayerEvent):
    """An observation: the card, its site, and where its two scientists went."""

    species: Species
    vehicle: Vehicle
    site: Site
    left: Colour
    left_to: Place
    right: Colour
    right_to: Place


class FlagAdvanced(PlayerEvent):
    """A flag reached this space of its track; the start is space 0."""

    site: Site
    space: int
    points: int


class ObjectiveReached(PlayerEvent):
    objective: ObjectiveKey
    stars: int


class ObjectiveGone(Event):
    """The round in which an objective was first reached is over: the card leaves the game."""

    objective: ObjectiveKey


class CardTaken(PlayerEvent):
    species: Species
    vehicle: Vehicle


class PoolFilled(Event):
    """A new card replaced the one taken."""

    species: Species
    vehicle: Vehicle


class CardDrawn(PlayerEvent):
    """A player drew a card from the deck, face down."""


class PoolRefreshed(PlayerEvent):
    """A player paid for four new cards in the pool, with these animals."""

    stars: int
    species: tuple[SpeciesCount, ...]


class Regrouped(PlayerEvent):
    """A regrouping without discarded cards."""


class CardsReplaced(PlayerEvent):
    """A regrouping: number and animals of the discarded cards; as many were drawn."""

    cards: int
    species: tuple[SpeciesCount, ...]


class ScientistsReturned(PlayerEvent):
    """Scientists leave the camps; each gives stars."""

    scientists: int
    stars: int


class CampsEmpty(PlayerEvent):
    """A regrouping with no scientist in the camps."""


class ScientistsGathered(PlayerEvent):
    site: Site
    scientists: int


class LastRound(PlayerEvent):
    """A player has the seventh card on a site: the game ends after this round."""

    site: Site


class Scored(PlayerEvent):
    """A player's points at the end."""

    points: int


EVENTS = defined_in(globals(), Event)
