"""The state of Shipwrights: immutable values."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules.chance import Chance
from rules.engine import TurnState
from rules.game import Seat
from rules.shipwrights.options import ShipwrightsOptions
from rules.shipwrights.pieces import Building, Card, Craftsman, Good, Goods, ShipKey, Tool

Phase = Literal["stock", "morning", "afternoon", "chieftain", "trader", "dusk", "night", "over"]
"""stock: choose starting resources. morning: the draft. afternoon: a turn. chieftain, trader: a decision
within a turn. dusk: end of a turn, choose what to return. night: choose again if a Thief changed the mill."""
TURN_PHASES: tuple[Phase, ...] = ("afternoon", "chieftain", "trader", "dusk")
"""The phases in which one player after the other acts."""

DRAWN_SOURCE = 3
"""`Held.source` of a card drawn in the afternoon; 0 to 2 are the sets of the morning."""


class Held(NamedTuple):
    """A card in hand and the set it was picked from, which limits what others can know about it."""

    card: Card
    source: int


class Player(NamedTuple):
    """The board and cards of one player."""

    gold: int
    workers: int
    mill: Goods = Goods()
    hand: tuple[Held, ...] = ()
    craftsmen: tuple[Craftsman, ...] = ()
    workshops: tuple[ShipKey | None, ShipKey | None] = (None, None)
    fleet: tuple[ShipKey, ...] = ()
    tool: Tool | None = None
    cart: Goods = Goods()  # what is left on the Trade Cart
    buildings: tuple[Building, ...] = ()
    watchmen: int = 0  # Watchman cards in front of the player
    pioneers: int = 0  # Pioneer cards in front of the player
    stock: tuple[Good, Good] | None = None  # starting resources chosen, and not yet shown
    discarded: tuple[Card, ...] = ()  # unplayed at the end of the latest turn, seen by all
    passed: tuple[tuple[Card, ...], ...] = ()  # what was left of each set of the day when it was passed on
    returning: Goods | None = None  # chosen at dusk to go back at night, unknown to the others until then


@dataclass(frozen=True)
class State(TurnState[Player]):
    """Everything on the table, hidden or not."""

    chance: Chance
    options: ShipwrightsOptions
    stage: Phase
    day: int
    first: Seat
    active: Seat
    players: tuple[Player, ...]
    deck: tuple[Card, ...]  # the top card last
    backs: tuple[int, ...]  # the backs of the deck's cards, in the same order
    spent_backs: tuple[int, ...]  # the backs of all other cards
    discards: tuple[Card, ...] = ()  # face up
    buried: tuple[Card, ...] = ()  # leftovers of earlier mornings, face down among the discards
    sets: tuple[tuple[Card, ...], ...] = ()  # what is left of the day's three sets
    tomorrow: Seat | None = None  # the seat that played the latest Pioneer
    drawn: tuple[Card, ...] = ()  # a Chieftain's cards, one of which is kept
    swaps: int = 0  # exchanges a Trader still allows

    @property
    def order(self) -> tuple[Seat, ...]:
        """Seats clockwise from the first player."""
        seats = tuple(range(len(self.players)))
        return seats[self.first :] + seats[: self.first]

    def turn_index(self, seat: Seat) -> int:
        """Return the number of players who play before this seat today."""
        return (seat - self.first) % len(self.players)
