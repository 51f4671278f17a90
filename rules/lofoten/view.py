"""What a seat, or a spectator, may know of a game of Lofoten."""

from typing import Literal

from rules.game import Record, Seat
from rules.lofoten.pieces import Card, Good, Hand, ShipKey, Tile

Phase = Literal["action", "steps", "effect", "store", "draw", "upkeep", "last_unload", "over"]


class ShipView(Record):
    """A longship on the wheel: its order, and what it carries."""

    ship: ShipKey
    order: Card | None = None
    load: tuple[Tile, ...] = ()
    upgraded: bool = False


class FleetView(Record):
    """A fleet wheel. Ships by position, as its owner sees them: market, right, dock, left."""

    zone: int  # 0 to 4: the market's zones A to E
    market: ShipView
    right: ShipView
    dock: ShipView
    left: ShipView


class StackView(Record):
    """A stack of goods tiles, type up: how many, and the type of the top one; its amount once looked at."""

    left: int
    top: Good | None = None
    amount: int | None = None


class WarehouseView(Record):
    """A warehouse shared by both players; each stores on his own side."""

    card: str  # key of the warehouse card
    points: int  # for the larger total (level 1)
    good: Good | None
    sides: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    totals: tuple[int, int]
    scores: tuple[int, int]  # what each seat would score now


class CardInPlay(Record):
    """The order card being played, from which place in the hand, and what it still allows."""

    card: Card
    hand: Hand
    left: int  # steps of a side card or uses of a centre effect not yet taken


class View(Record):
    """The whole table as one reader may see it."""

    seat: Seat | None
    phase: Phase
    to_act: frozenset[Seat]
    active: Seat
    first: Seat  # who holds the first player card
    market: tuple[Tile | None, ...]  # zones A to E
    stacks: tuple[StackView, StackView]
    pile: int  # order cards left to draw
    discards: tuple[Card, ...]
    reserve: int
    coins: tuple[int, int]
    fleets: tuple[FleetView, FleetView]
    warehouses: tuple[WarehouseView, ...]
    hand_sizes: tuple[int, int]
    hand: tuple[Card, ...] | None  # the reader's own, left to right
    uses: tuple[int, ...] | None  # how often each hand card's centre effect could be used, reader's own
    drawn: Card | None  # drawn by the reader, not yet placed
    in_play: CardInPlay | None
    extra_turn: bool  # bought by the active player for after his upkeep
    last_turn: bool  # the end is triggered; only the second player's action phase remains
    points: tuple[int, int]  # power points if the game ended now
