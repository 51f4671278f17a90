"""The table of Shipwrights at one moment: immutable values, changed by making new ones."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules.chance import Chance
from rules.game import Seat
from rules.shipwrights.options import ShipwrightsOptions
from rules.shipwrights.pieces import Building, Card, Craftsman, Good, Goods, ShipKey, Tool

Phase = Literal["stock", "morning", "afternoon", "chieftain", "trader", "dusk", "night", "over"]
"""Starting resources; the draft; a turn; a turn in which a Chieftain's cards or a Trader's exchanges wait;
a turn that is over but for the choice of what will not fit into the mill; the night, when a mill that was
robbed meanwhile is asked about again; the end."""
TURN: tuple[Phase, ...] = ("afternoon", "chieftain", "trader", "dusk")
"""The phases in which one player after the other acts."""

DRAWN = 3
"""Where a card of the hand comes from, if not from one of the sets 0 to 2: it was drawn in the afternoon."""


class Held(NamedTuple):
    """A card in hand and the set it was picked from; others must not be able to guess more than they may."""

    card: Card
    source: int


class Player(NamedTuple):
    """A player's board and what lies around it."""

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
class State:
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
    tomorrow: Seat | None = None  # who played the latest Pioneer
    drawn: tuple[Card, ...] = ()  # a Chieftain's cards, one of which is kept
    swaps: int = 0  # exchanges a Trader still allows

    @property
    def player(self) -> Player:
        return self.players[self.active]

    @property
    def order(self) -> tuple[Seat, ...]:
        """Clockwise from the first player."""
        seats = tuple(range(len(self.players)))
        return seats[self.first :] + seats[: self.first]

    def place(self, seat: Seat) -> int:
        """How many play before this seat today."""
        return (seat - self.first) % len(self.players)

    def players_with(self, seat: Seat, player: Player) -> tuple[Player, ...]:
        return (*self.players[:seat], player, *self.players[seat + 1 :])
