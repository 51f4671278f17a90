"""The events of Lofoten: typed facts in the words of the rulebook."""

from typing import Literal

from rules.game import Event, Seat
from rules.lofoten.moves import WarehouseNumber
from rules.lofoten.pieces import Effect, Good, Jarl, LevelTwo, Measure, ShipKey, Side, Zone


class SideCardPlayed(Event):
    kind: Literal["side_card_played"] = "side_card_played"
    seat: Seat
    card: Side
    good: Good
    value: int
    steps: int


class CentreCardPlayed(Event):
    """An order was placed on the ship at the dock; its effect may be used `uses` times."""

    kind: Literal["centre_card_played"] = "centre_card_played"
    seat: Seat
    good: Good
    value: int
    ship: ShipKey
    effect: Effect
    uses: int


class FleetSlid(Event):
    """The fleet slid from one zone to the next."""

    kind: Literal["fleet_slid"] = "fleet_slid"
    seat: Seat
    origin: Zone
    zone: Zone


class FleetTurned(Event):
    """The fleet made a quarter turn; right is clockwise."""

    kind: Literal["fleet_turned"] = "fleet_turned"
    seat: Seat
    turning: Side


class TileLoaded(Event):
    kind: Literal["tile_loaded"] = "tile_loaded"
    seat: Seat
    ship: ShipKey
    zone: Zone
    good: Good
    amount: int


class TileStored(Event):
    kind: Literal["tile_stored"] = "tile_stored"
    seat: Seat
    ship: ShipKey
    warehouse: WarehouseNumber
    good: Good
    amount: int


class CoinStolen(Event):
    kind: Literal["coin_stolen"] = "coin_stolen"
    seat: Seat
    source: Literal["reserve", "rival"]

    def is_loss_for(self, seat: Seat) -> bool:
        return self.source == "rival" and seat != self.seat


class CoinsSpent(Event):
    kind: Literal["coins_spent"] = "coins_spent"
    seat: Seat
    coins: int
    purchase: Literal["step", "new_hand", "extra_turn"]


class CoinsRefunded(Event):
    """A bought turn will not take place: its price was refunded."""

    kind: Literal["coins_refunded"] = "coins_refunded"
    seat: Seat
    coins: int


class TileRemoved(Event):
    """A tile went from the market to the box."""

    kind: Literal["tile_removed"] = "tile_removed"
    seat: Seat
    zone: Zone
    good: Good
    amount: int


class NewHand(Event):
    """A hand was discarded, and three cards drawn in its place."""

    kind: Literal["new_hand"] = "new_hand"
    seat: Seat


class CardDrawn(Event):
    """A player drew a card, face down."""

    kind: Literal["card_drawn"] = "card_drawn"
    seat: Seat


class CardSeen(Event):
    """The card that a player drew, visible to them only."""

    kind: Literal["card_seen"] = "card_seen"
    seat: Seat
    good: Good
    value: int


class PileShuffled(Event):
    """The order pile was empty: the discards were shuffled into a new one."""

    kind: Literal["pile_shuffled"] = "pile_shuffled"
    cards: int


class CardPlaced(Event):
    kind: Literal["card_placed"] = "card_placed"
    seat: Seat
    end: Side


class MarketFilled(Event):
    kind: Literal["market_filled"] = "market_filled"
    seat: Seat
    stack: Side
    zone: Zone
    good: Good
    amount: int


class FourAlike(Event):
    """Four or five tiles of a good fill the market: the two between the others go to the box."""

    kind: Literal["four_alike"] = "four_alike"
    seat: Seat
    good: Good
    tiles: int


class ExtraTurn(Event):
    """A bought turn begins."""

    kind: Literal["extra_turn"] = "extra_turn"
    seat: Seat


class EndTriggered(Event):
    """Too few tiles are left to fill the market; `remaining` is still to be played."""

    kind: Literal["end_triggered"] = "end_triggered"
    seat: Seat
    remaining: Literal["nothing", "last_turn", "one_more_round"]


class Locked(Event):
    """No ship can ever load or take an order again: the game ends."""

    kind: Literal["locked"] = "locked"


class NothingUnloaded(Event):
    """A player declined their last unloading."""

    is_pass = True
    kind: Literal["nothing_unloaded"] = "nothing_unloaded"
    seat: Seat


class WarehouseScored(Event):
    """A warehouse gave a player points for their total of a good."""

    kind: Literal["warehouse_scored"] = "warehouse_scored"
    seat: Seat
    warehouse: WarehouseNumber
    good: Good
    total: int
    points: int


class WarehouseUnscored(Event):
    """A warehouse without a larger total gave no points."""

    kind: Literal["warehouse_unscored"] = "warehouse_unscored"
    warehouse: WarehouseNumber
    points: int


class TileLeft(Event):
    """A better longship C left a tile that its order does not name."""

    kind: Literal["tile_left"] = "tile_left"
    seat: Seat
    ship: ShipKey
    zone: Zone
    good: Good
    amount: int


class ShipUpgraded(Event):
    """A longship was turned to its dark side, and a stored tile flipped for it."""

    kind: Literal["ship_upgraded"] = "ship_upgraded"
    seat: Seat
    ship: ShipKey
    warehouse: WarehouseNumber
    good: Good
    amount: int


class JarlGained(Event):
    """A player met a Jarl's demand and is now their ally."""

    kind: Literal["jarl_gained"] = "jarl_gained"
    seat: Seat
    jarl: Jarl


class CoinsGiven(Event):
    """A player paid their rival for an alliance."""

    kind: Literal["coins_given"] = "coins_given"
    seat: Seat
    coins: int


class CoinsTaken(Event):
    """A Jarl brought coins, from the reserve and then from the rival."""

    kind: Literal["coins_taken"] = "coins_taken"
    seat: Seat
    jarl: Jarl
    coins: int


class JarlBound(Event):
    """A Jarl was tied to a warehouse."""

    kind: Literal["jarl_bound"] = "jarl_bound"
    seat: Seat
    jarl: Jarl
    warehouse: WarehouseNumber


class TileTaken(Event):
    """A Jarl took a tile of the market for their ally."""

    kind: Literal["tile_taken"] = "tile_taken"
    seat: Seat
    jarl: Jarl
    zone: Zone
    good: Good
    amount: int


class TileGiven(Event):
    """The tile a Jarl took was stored in a warehouse."""

    kind: Literal["tile_given"] = "tile_given"
    seat: Seat
    warehouse: WarehouseNumber
    good: Good
    amount: int


class NewWarehouseScored(Event):
    """A level 2 warehouse gave a player points for what they have there."""

    kind: Literal["new_warehouse_scored"] = "new_warehouse_scored"
    seat: Seat
    warehouse: WarehouseNumber
    card: LevelTwo
    measure: Measure
    count: int
    points: int


class NewWarehouseUnscored(Event):
    """A level 2 warehouse gave no points."""

    kind: Literal["new_warehouse_unscored"] = "new_warehouse_unscored"
    warehouse: WarehouseNumber
    card: LevelTwo


class BonusScored(Event):
    """A player scored points outside of the warehouses."""

    kind: Literal["bonus_scored"] = "bonus_scored"
    seat: Seat
    bonus: Literal["upgrades", "ship_a", "knut"]
    points: int


class Scored(Event):
    """A player's power points at the end."""

    kind: Literal["scored"] = "scored"
    seat: Seat
    points: int


EVENTS: tuple[type[Event], ...] = (
    SideCardPlayed,
    CentreCardPlayed,
    FleetSlid,
    FleetTurned,
    TileLoaded,
    TileStored,
    CoinStolen,
    CoinsSpent,
    CoinsRefunded,
    TileRemoved,
    NewHand,
    CardDrawn,
    CardSeen,
    PileShuffled,
    CardPlaced,
    MarketFilled,
    FourAlike,
    ExtraTurn,
    EndTriggered,
    Locked,
    NothingUnloaded,
    WarehouseScored,
    WarehouseUnscored,
    Scored,
    TileLeft,
    ShipUpgraded,
    JarlGained,
    CoinsGiven,
    CoinsTaken,
    JarlBound,
    TileTaken,
    TileGiven,
    NewWarehouseScored,
    NewWarehouseUnscored,
    BonusScored,
)
