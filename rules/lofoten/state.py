"""The state of Lofoten: immutable values."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules.chance import Chance
from rules.engine import TurnState
from rules.game import Seat
from rules.lofoten.options import LofotenOptions
from rules.lofoten.pieces import Card, Demand, Effect, Good, Hand, Jarl, ShipKey, Tile

Phase = Literal[
    "action", "steps", "effect", "load", "store", "draw", "upkeep", "turn_end", "take", "bind",
    "last_unload", "over",
]  # fmt: skip
Position = Literal["market", "right", "dock", "left"]
Ending = Literal["open", "one_more_round", "last_turn", "locked"]
"""Not triggered; triggered with a whole round to come; only the second player's action phase remains;
locked: nothing on the table can change any more."""


class Ship(NamedTuple):
    """A longship: its order, the tiles loaded for it, and whether its dark side is up."""

    key: ShipKey
    order: Card | None = None
    load: tuple[Tile, ...] = ()
    upgraded: bool = False


class Fleet(NamedTuple):
    """A fleet wheel at one of the zones, 0 to 4. Ships by position, as their owner sees them."""

    zone: int
    market: Ship
    right: Ship
    dock: Ship
    left: Ship

    @property
    def ships(self) -> tuple[Ship, Ship, Ship, Ship]:
        return self[1:]


class Player(NamedTuple):
    """The pieces of one player. The hand is from left to right and never changes order."""

    hand: tuple[Card, ...]
    drawn: Card | None
    coins: int
    fleet: Fleet


class Stack(NamedTuple):
    """A stack of goods tiles, the top one last. `looked`: the players know the amount of the top tile."""

    tiles: tuple[Tile, ...]
    looked: bool = False


class Warehouse(NamedTuple):
    """A shared warehouse with a side per seat. It takes only the good that was stored first.

    `points`: of a level 1 card, or the maximum of a level 2 card. `numbers`: those printed on a level 2 card,
    in the order its scoring uses.
    """

    card: str
    points: int
    good: Good | None = None
    sides: tuple[tuple[Tile, ...], tuple[Tile, ...]] = ((), ())
    numbers: tuple[int, ...] = ()

    def total(self, seat: Seat) -> int:
        return sum(tile.goods for tile in self.sides[seat])


class Alliance(NamedTuple):
    """A Jarl with their demand, the seat of their ally, and the warehouse they are bound to.

    `strength`: the number printed with their power: coins, steps, uses, goods or points.
    """

    jarl: Jarl
    strength: int
    demand: Demand
    owner: Seat | None = None
    warehouse: int | None = None


class InPlay(NamedTuple):
    """The order card being played: its position in the hand, and the steps or uses left."""

    card: Card
    hand: Hand
    left: int
    effect: Effect | None = None


@dataclass(frozen=True)
class State(TurnState[Player]):
    """Everything on the table, hidden or not."""

    chance: Chance
    options: LofotenOptions
    first: Seat
    active: Seat
    stage: Phase
    players: tuple[Player, Player]
    market: tuple[Tile | None, ...]
    stacks: tuple[Stack, Stack]
    pile: tuple[Card, ...]
    discards: tuple[Card, ...]
    box: tuple[Tile, ...]
    reserve: int
    warehouses: tuple[Warehouse, ...]
    in_play: InPlay | None = None
    unloading: Position | None = None
    paid_for_turn: int = 0
    ending: Ending = "open"
    alliances: tuple[Alliance, ...] = ()
    upgraded: bool = False  # a longship was upgraded in this turn
    finishing: bool = False  # the turn ends as soon as card and tiles are placed
    loading: bool = False  # the ship at the market may take a tile its order does not name
    given: Tile | None = None  # by a Jarl, on its way to a warehouse
    claimed: Literal["take", "bind"] | None = None  # open decision of the Jarl just gained

    @property
    def phase(self) -> Phase:
        """The stage of the turn, unless a tile waits for a ship or warehouse, or a Jarl for a decision."""
        if self.loading:
            return "load"
        if self.unloading is not None or self.given is not None:
            return "store"
        return self.claimed or self.stage

    @property
    def extra_turn(self) -> bool:
        """True if the active player bought a turn that follows their upkeep."""
        return self.paid_for_turn > 0

    @property
    def second(self) -> Seat:
        """The seat without the first player card."""
        return 1 - self.first

    @property
    def closing(self) -> bool:
        """True in the very last turn, which has no upkeep."""
        return self.ending == "last_turn" and self.active == self.second

    def ally(self, seat: Seat, jarl: Jarl) -> Alliance | None:
        for alliance in self.alliances:
            if alliance.owner == seat and alliance.jarl == jarl:
                return alliance
        return None

    def strength(self, seat: Seat, jarl: Jarl) -> int:
        """Return the strength of a Jarl if they are the seat's ally, else 0."""
        alliance = self.ally(seat, jarl)
        return alliance.strength if alliance else 0

    def stored(self, seat: Seat, good: Good) -> tuple[Tile, ...]:
        """Return the tiles of a good on the seat's side of the warehouses."""
        for warehouse in self.warehouses:
            if warehouse.good == good:
                return warehouse.sides[seat]
        return ()

    def tiles_left(self) -> int:
        """Return the number of tiles in both stacks."""
        return len(self.stacks[0].tiles) + len(self.stacks[1].tiles)

    def empty_spaces(self) -> int:
        return self.market.count(None)
