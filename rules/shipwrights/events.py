"""The events of Shipwrights: typed facts in the words of the rulebook."""

from typing import Literal

from rules.game import Event, Seat
from rules.shipwrights.pieces import (
    Building,
    Card,
    Craftsman,
    Good,
    ShipKey,
    Tool,
    Tradable,
    Villager,
    Workshop,
)


class StockChosen(Event):
    """A player chose their starting resources, which are revealed when all have."""

    kind: Literal["stock_chosen"] = "stock_chosen"
    seat: Seat


class StockShown(Event):
    kind: Literal["stock_shown"] = "stock_shown"
    seat: Seat
    first: Good
    second: Good


class DayBegan(Event):
    kind: Literal["day_began"] = "day_began"
    day: int
    seat: Seat


class DeckShuffled(Event):
    """The deck ran out: the discards were shuffled into a new one."""

    kind: Literal["deck_shuffled"] = "deck_shuffled"
    cards: int


class DraftDone(Event):
    """A player kept a card of each set, face down."""

    kind: Literal["draft_done"] = "draft_done"
    seat: Seat
    cards: int


class CardKept(Event):
    """The card a player kept and the rest they passed on, visible to them only."""

    kind: Literal["card_kept"] = "card_kept"
    seat: Seat
    card: Card
    rest: tuple[Card, ...]


class WorkBegan(Event):
    """The draft is over; a purchase gives these amounts today."""

    kind: Literal["work_began"] = "work_began"
    oak: int
    wool: int
    iron: int


class PriceChanged(Event):
    """The top card of the deck changed: a purchase now gives these amounts."""

    kind: Literal["price_changed"] = "price_changed"
    oak: int
    wool: int
    iron: int


class WatchmanLeft(Event):
    kind: Literal["watchman_left"] = "watchman_left"
    seat: Seat


class GoodsBought(Event):
    kind: Literal["goods_bought"] = "goods_bought"
    seat: Seat
    good: Good
    amount: int
    gold: int
    workers: int


class CartUnloaded(Event):
    kind: Literal["cart_unloaded"] = "cart_unloaded"
    seat: Seat
    good: Good


class CartEmpty(Event):
    """The last resource left the cart, which is discarded."""

    kind: Literal["cart_empty"] = "cart_empty"
    seat: Seat


class ToolBought(Event):
    kind: Literal["tool_bought"] = "tool_bought"
    seat: Seat
    tool: Tool
    gold: int


class ToolGivenUp(Event):
    kind: Literal["tool_given_up"] = "tool_given_up"
    seat: Seat
    tool: Tool


class CraftsmanHired(Event):
    kind: Literal["craftsman_hired"] = "craftsman_hired"
    seat: Seat
    craftsman: Craftsman


class ShipLaid(Event):
    kind: Literal["ship_laid"] = "ship_laid"
    seat: Seat
    ship: ShipKey
    workshop: Workshop


class ToolUsed(Event):
    kind: Literal["tool_used"] = "tool_used"
    seat: Seat
    tool: Tool
    ship: ShipKey


class ShipFinished(Event):
    """A ship joined the fleet, with the craftsmen who were discarded for it."""

    kind: Literal["ship_finished"] = "ship_finished"
    seat: Seat
    ship: ShipKey
    craftsmen: tuple[Craftsman, ...]
    points: int
    ships: int


class LastDay(Event):
    """A player has enough ships: the game ends with this day."""

    kind: Literal["last_day"] = "last_day"
    seat: Seat
    ships: int


class BuildingBuilt(Event):
    kind: Literal["building_built"] = "building_built"
    seat: Seat
    building: Building


class CraftsmanKilled(Event):
    loser_field = "player"
    kind: Literal["craftsman_killed"] = "craftsman_killed"
    seat: Seat
    player: Seat
    craftsman: Craftsman


class ShipDestroyed(Event):
    loser_field = "player"
    kind: Literal["ship_destroyed"] = "ship_destroyed"
    seat: Seat
    player: Seat
    ship: ShipKey


class CraftsmanLured(Event):
    loser_field = "player"
    kind: Literal["craftsman_lured"] = "craftsman_lured"
    seat: Seat
    player: Seat
    craftsman: Craftsman


class PioneerPlayed(Event):
    kind: Literal["pioneer_played"] = "pioneer_played"
    seat: Seat


class WatchmanPosted(Event):
    kind: Literal["watchman_posted"] = "watchman_posted"
    seat: Seat


class GoldGained(Event):
    kind: Literal["gold_gained"] = "gold_gained"
    seat: Seat
    villager: Villager
    gold: int


class GoldLost(Event):
    loser_field = "seat"
    kind: Literal["gold_lost"] = "gold_lost"
    seat: Seat
    gold: int


class Protected(Event):
    """A Watchman protected a player's gold from a Mercenary."""

    kind: Literal["protected"] = "protected"
    seat: Seat


class Raided(Event):
    loser_field = "player"
    kind: Literal["raided"] = "raided"
    seat: Seat
    player: Seat
    gold: int


class ToolDestroyed(Event):
    loser_field = "player"
    kind: Literal["tool_destroyed"] = "tool_destroyed"
    seat: Seat
    player: Seat
    tool: Tool
    gold: int


class Robbed(Event):
    loser_field = "player"
    kind: Literal["robbed"] = "robbed"
    seat: Seat
    player: Seat
    good: Good
    amount: int


class ChieftainCalled(Event):
    kind: Literal["chieftain_called"] = "chieftain_called"
    seat: Seat
    cards: int


class SageCalled(Event):
    """A player discarded these cards for a Sage and draws as many."""

    kind: Literal["sage_called"] = "sage_called"
    seat: Seat
    cards: tuple[Card, ...]


class CardDrawn(Event):
    """A card that a player drew, visible to them only."""

    kind: Literal["card_drawn"] = "card_drawn"
    seat: Seat
    card: Card


class CardDiscarded(Event):
    kind: Literal["card_discarded"] = "card_discarded"
    seat: Seat
    card: Card


class WorkersReceived(Event):
    kind: Literal["workers_received"] = "workers_received"
    seat: Seat
    villager: Villager
    workers: int


class GoodsReceived(Event):
    kind: Literal["goods_received"] = "goods_received"
    seat: Seat
    villager: Villager
    good: Good
    amount: int


class TraderCalled(Event):
    kind: Literal["trader_called"] = "trader_called"
    seat: Seat


class Swapped(Event):
    kind: Literal["swapped"] = "swapped"
    seat: Seat
    give: Tradable
    take: Tradable


class HandDiscarded(Event):
    """The cards a player left unplayed at the end of their turn."""

    kind: Literal["hand_discarded"] = "hand_discarded"
    seat: Seat
    cards: tuple[Card, ...]


class TurnEnded(Event):
    kind: Literal["turn_ended"] = "turn_ended"
    seat: Seat


class Passed(Event):
    """A player could do nothing, so their turn ended automatically."""

    is_pass = True
    kind: Literal["passed"] = "passed"
    seat: Seat


class Rested(Event):
    """Gold and workers that a player got in the evening."""

    kind: Literal["rested"] = "rested"
    seat: Seat
    gold: int
    workers: int


class WorkersReturned(Event):
    kind: Literal["workers_returned"] = "workers_returned"
    seat: Seat
    workers: int


class GoodsSetAside(Event):
    """The goods a player chose to return at night, visible to them only."""

    kind: Literal["goods_set_aside"] = "goods_set_aside"
    seat: Seat
    good: Good
    amount: int


class GoodsReturned(Event):
    """Resources beyond the capacity of the mill went back to the supply."""

    kind: Literal["goods_returned"] = "goods_returned"
    seat: Seat
    good: Good
    amount: int


class MilitaryBonus(Event):
    kind: Literal["military_bonus"] = "military_bonus"
    seat: Seat
    military: int
    points: int


class Scored(Event):
    kind: Literal["scored"] = "scored"
    seat: Seat
    points: int


EVENTS: tuple[type[Event], ...] = (
    StockChosen,
    StockShown,
    DayBegan,
    DeckShuffled,
    DraftDone,
    CardKept,
    WorkBegan,
    PriceChanged,
    WatchmanLeft,
    GoodsBought,
    CartUnloaded,
    CartEmpty,
    ToolBought,
    ToolGivenUp,
    CraftsmanHired,
    ShipLaid,
    ToolUsed,
    ShipFinished,
    LastDay,
    BuildingBuilt,
    CraftsmanKilled,
    ShipDestroyed,
    CraftsmanLured,
    PioneerPlayed,
    WatchmanPosted,
    GoldGained,
    GoldLost,
    Protected,
    Raided,
    ToolDestroyed,
    Robbed,
    ChieftainCalled,
    SageCalled,
    CardDrawn,
    CardDiscarded,
    WorkersReceived,
    GoodsReceived,
    TraderCalled,
    Swapped,
    HandDiscarded,
    TurnEnded,
    Passed,
    Rested,
    WorkersReturned,
    GoodsSetAside,
    GoodsReturned,
    MilitaryBonus,
    Scored,
)
