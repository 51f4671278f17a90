"""The events of Lofoten: typed facts in the words of the rulebook."""

from typing import Literal

from rules.game import Event, PlayerEvent, Seat, defined_in
from rules.lofoten.moves import WarehouseNumber
from rules.lofoten.pieces import Effect, Good, Jarl, LevelTwo, Measure, ShipKey, Side, Zone


class SideCardPlayed(PlayerEvent):
    card: Side
    good: Good
    value: int
    steps: int


class CentreCardPlayed(PlayerEvent):
    """An order was placed on the ship at the dock; its effect may be used `uses` times."""

    good: Good
    value: int
    ship: ShipKey
    effect: Effect
    uses: int


class FleetSlid(PlayerEvent):
    """The fleet slid from one zone to the next."""

    origin: Zone
    zone: Zone


class FleetTurned(PlayerEvent):
    """The fleet made a quarter turn; right is clockwise."""

    is_routine = True
    turning: Side


class TileLoaded(PlayerEvent):
    ship: ShipKey
    zone: Zone
    good: Good
    amount: int


class TileStored(PlayerEvent):
    ship: ShipKey
    warehouse: WarehouseNumber
    good: Good
    amount: int


class CoinStolen(PlayerEvent):
    source: Literal["reserve", "rival"]

    def is_loss_for(self, seat: Seat) -> bool:
        return self.source == "rival" and seat != self.seat


class CoinsSpent(PlayerEvent):
    coins: int
    purchase: Literal["step", "new_hand", "extra_turn"]


class CoinsRefunded(PlayerEvent):
    """A bought turn will not take place: its price was refunded."""

    coins: int


class TileRemoved(PlayerEvent):
    """A tile went from the market to the box."""

    zone: Zone
    good: Good
    amount: int


class NewHand(PlayerEvent):
    """A hand was discarded, and three cards drawn in its place."""


class CardDrawn(PlayerEvent):
    """A player drew a card, face down."""

    is_routine = True


class CardSeen(PlayerEvent):
    """The card that a player drew, visible to them only."""

    good: Good
    value: int


class PileShuffled(Event):
    """The order pile was empty: the discards were shuffled into a new one."""

    cards: int


class CardPlaced(PlayerEvent):
    is_routine = True
    end: Side


class MarketFilled(PlayerEvent):
    stack: Side
    zone: Zone
    good: Good
    amount: int


class FourAlike(PlayerEvent):
    """Four or five tiles of a good fill the market: the two between the others go to the box."""

    good: Good
    tiles: int


class ExtraTurn(PlayerEvent):
    """A bought turn begins."""


class EndTriggered(PlayerEvent):
    """Too few tiles are left to fill the market; `remaining` is still to be played."""

    remaining: Literal["nothing", "last_turn", "one_more_round"]


class Locked(Event):
    """No ship can ever load or take an order again: the game ends."""


class NothingUnloaded(PlayerEvent):
    """A player declined their last unloading."""

    is_pass = True


class WarehouseScored(PlayerEvent):
    """A warehouse gave a player points for their total of a good."""

    warehouse: WarehouseNumber
    good: Good
    total: int
    points: int


class WarehouseUnscored(Event):
    """A warehouse without a larger total gave no points."""

    warehouse: WarehouseNumber
    points: int


class Scored(PlayerEvent):
    """A player's power points at the end."""

    points: int


class TileLeft(PlayerEvent):
    """A better longship C left a tile that its order does not name."""

    ship: ShipKey
    zone: Zone
    good: Good
    amount: int


class ShipUpgraded(PlayerEvent):
    """A longship was turned to its dark side, and a stored tile flipped for it."""

    ship: ShipKey
    warehouse: WarehouseNumber
    good: Good
    amount: int


class JarlGained(PlayerEvent):
    """A player met a Jarl's demand and is now their ally."""

    jarl: Jarl


class CoinsGiven(PlayerEvent):
    """A player paid their rival for an alliance."""

    coins: int


class CoinsTaken(PlayerEvent):
    """A Jarl brought coins, from the reserve and then from the rival."""

    jarl: Jarl
    coins: int


class JarlBound(PlayerEvent):
    """A Jarl was tied to a warehouse."""

    jarl: Jarl
    warehouse: WarehouseNumber


class TileTaken(PlayerEvent):
    """A Jarl took a tile of the market for their ally."""

    jarl: Jarl
    zone: Zone
    good: Good
    amount: int


class TileGiven(PlayerEvent):
    """The tile a Jarl took was stored in a warehouse."""

    warehouse: WarehouseNumber
    good: Good
    amount: int


class NewWarehouseScored(PlayerEvent):
    """A level 2 warehouse gave a player points for what they have there."""

    warehouse: WarehouseNumber
    card: LevelTwo
    measure: Measure
    count: int
    points: int


class NewWarehouseUnscored(Event):
    """A level 2 warehouse gave no points."""

    warehouse: WarehouseNumber
    card: LevelTwo


class BonusScored(PlayerEvent):
    """A player scored points outside of the warehouses."""

    bonus: Literal["upgrades", "ship_a", "knut"]
    points: int


EVENTS = defined_in(globals(), Event)
