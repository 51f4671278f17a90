"""The events of Shipwrights: typed facts in the words of the rulebook."""

from rules.game import Event, PlayerEvent, Seat, defined_in
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


class _Attack(PlayerEvent):
    """A player called a villager against another one."""

    loser_field = "player"
    player: Seat


class StockChosen(PlayerEvent):
    """A player chose their starting resources, which are revealed when all have."""


class StockShown(PlayerEvent):
    first: Good
    second: Good


class DayBegan(Event):
    day: int
    seat: Seat


class DeckShuffled(Event):
    """The deck ran out: the discards were shuffled into a new one."""

    cards: int


class DraftDone(PlayerEvent):
    """A player kept a card of each set, face down."""

    cards: int


class CardKept(PlayerEvent):
    """The card a player kept and the rest they passed on, visible to them only."""

    card: Card
    rest: tuple[Card, ...]


class WorkBegan(Event):
    """The draft is over; a purchase gives these amounts today."""

    oak: int
    wool: int
    iron: int


class PriceChanged(Event):
    """The top card of the deck changed: a purchase now gives these amounts."""

    oak: int
    wool: int
    iron: int


class WatchmanLeft(PlayerEvent): ...


class GoodsBought(PlayerEvent):
    good: Good
    amount: int
    gold: int
    workers: int


class CartUnloaded(PlayerEvent):
    good: Good


class CartEmpty(PlayerEvent):
    """The last resource left the cart, which is discarded."""


class ToolBought(PlayerEvent):
    tool: Tool
    gold: int


class ToolGivenUp(PlayerEvent):
    tool: Tool


class CraftsmanHired(PlayerEvent):
    craftsman: Craftsman


class ShipLaid(PlayerEvent):
    ship: ShipKey
    workshop: Workshop


class ToolUsed(PlayerEvent):
    tool: Tool
    ship: ShipKey


class ShipFinished(PlayerEvent):
    """A ship joined the fleet, with the craftsmen who were discarded for it."""

    ship: ShipKey
    craftsmen: tuple[Craftsman, ...]
    points: int
    ships: int


class LastDay(PlayerEvent):
    """A player has enough ships: the game ends with this day."""

    ships: int


class BuildingBuilt(PlayerEvent):
    building: Building


class CraftsmanKilled(_Attack):
    craftsman: Craftsman


class ShipDestroyed(_Attack):
    ship: ShipKey


class CraftsmanLured(_Attack):
    craftsman: Craftsman


class PioneerPlayed(PlayerEvent): ...


class WatchmanPosted(PlayerEvent): ...


class GoldGained(PlayerEvent):
    villager: Villager
    gold: int


class GoldLost(PlayerEvent):
    loser_field = "seat"
    gold: int


class Protected(PlayerEvent):
    """A Watchman protected a player's gold from a Mercenary."""


class Raided(_Attack):
    gold: int


class ToolDestroyed(_Attack):
    tool: Tool
    gold: int


class Robbed(_Attack):
    good: Good
    amount: int


class ChieftainCalled(PlayerEvent):
    cards: int


class SageCalled(PlayerEvent):
    """A player discarded these cards for a Sage and draws as many."""

    cards: tuple[Card, ...]


class CardDrawn(PlayerEvent):
    """A card that a player drew, visible to them only."""

    card: Card


class CardDiscarded(PlayerEvent):
    card: Card


class WorkersReceived(PlayerEvent):
    villager: Villager
    workers: int


class GoodsReceived(PlayerEvent):
    villager: Villager
    good: Good
    amount: int


class TraderCalled(PlayerEvent): ...


class Swapped(PlayerEvent):
    give: Tradable
    take: Tradable


class HandDiscarded(PlayerEvent):
    """The cards a player left unplayed at the end of their turn."""

    cards: tuple[Card, ...]


class TurnEnded(PlayerEvent):
    is_routine = True


class Passed(PlayerEvent):
    """A player could do nothing, so their turn ended automatically."""

    is_pass = True


class Rested(PlayerEvent):
    """Gold and workers that a player got in the evening."""

    gold: int
    workers: int


class WorkersReturned(PlayerEvent):
    workers: int


class GoodsSetAside(PlayerEvent):
    """The goods a player chose to return at night, visible to them only."""

    good: Good
    amount: int


class GoodsReturned(PlayerEvent):
    """Resources beyond the capacity of the mill went back to the supply."""

    good: Good
    amount: int


class MilitaryBonus(PlayerEvent):
    military: int
    points: int


class Scored(PlayerEvent):
    points: int


EVENTS = defined_in(globals(), Event)
