"""The moves of Shipwrights, one decision each. Equal moves are built once."""

from functools import cache
from typing import Annotated, Literal, cast, get_args

from pydantic import Field

from rules.game import Move, Seat, kind_of
from rules.shipwrights.pieces import (
    BUILDINGS,
    CARDS,
    CRAFTSMEN,
    GOODS,
    KINDS,
    SHIPS,
    TOOLS,
    TRADABLES,
    Building,
    Card,
    Craftsman,
    Good,
    ShipKey,
    Source,
    Tool,
    Tradable,
    Workshop,
)

Called = Literal[
    "pioneer", "mercenary", "watchman", "chieftain", "labourer", "trader", "king", "queen", "navigator"
]
Amount = Annotated[int, Field(ge=1, le=60)]


class Stock(Move):
    """Choose two starting resources."""

    first: Good
    second: Good


class Pick(Move):
    """Keep a card of the current set and pass the rest on."""

    card: Card


class Buy(Move):
    """Buy a resource at the day's price; the cart may add one of that kind."""

    good: Good
    cart: bool


class BuyTool(Move, kind="tool"):
    """Buy a tool from the hand; the old one is dropped."""

    offered_singly = True
    card: Tool


class Drop(Move):
    """Discard the own tool without using it."""

    is_side_action = True


class Hire(Move):
    """Place a craftsman from the hand below the board."""

    offered_singly = True
    card: Craftsman


class Lay(Move):
    """Put a ship from the hand into a free workshop."""

    offered_singly = True
    card: ShipKey


class Finish(Move):
    """Finish the ship of a workshop, with or without the tool; each craftsman from the hand or the board."""

    offered_whole = True
    workshop: Workshop
    tool: bool
    first: Source
    second: Literal[Source, "none"] = "none"
    third: Literal[Source, "none"] = "none"


class Build(Move):
    """Build a building from the hand."""

    offered_singly = True
    card: Building


class Call(Move):
    """Call a villager who needs no further choice."""

    offered_singly = True
    card: Called


class Assassin(Move):
    """Discard a placed craftsman of any player."""

    offered_whole = True
    player: Seat
    craftsman: Craftsman


class Barbarian(Move):
    """Discard a ship under construction of any player."""

    offered_whole = True
    player: Seat
    workshop: Workshop


class Conspirator(Move):
    """Move a placed craftsman of another player to the own board."""

    offered_whole = True
    player: Seat
    craftsman: Craftsman


class Raider(Move):
    """Let an opponent lose a gold for each resource in their mill."""

    player: Seat


class Berserker(Move):
    """Pay to discard an opponent's tool."""

    player: Seat


class Thief(Move):
    """Take all of one resource from an opponent's mill."""

    offered_whole = True
    player: Seat
    good: Good


class Sage(Move):
    """Discard one or two other cards of the hand, and draw as many."""

    offered_whole = True
    first: Card
    second: Literal[Card, "none"] = "none"


class Beggar(Move):
    """Receive a worker and a resource of choice."""

    good: Good


class Merchant(Move):
    """Receive two resources of choice."""

    offered_whole = True
    first: Good
    second: Good


class Keep(Move):
    """Keep one of the Chieftain's two cards; the other is discarded."""

    card: Card


class Swap(Move):
    """Use the Trader: give one resource or worker, take another."""

    offered_singly = True
    give: Tradable
    take: Tradable


class Enough(Move):
    """Decline the Trader's remaining exchanges."""

    is_side_action = True


class End(Move):
    """End the turn and discard the rest of the hand."""

    is_side_action = True


class Return(Move):
    """Return resources that exceed the capacity of the mill at night."""

    good: Good
    amount: Amount


Attack = Assassin | Barbarian | Conspirator | Raider | Berserker | Thief
ShipwrightsMove = (
    Stock | Pick | Buy | Finish | Lay | Hire | BuyTool | Build | Call | Assassin | Barbarian | Conspirator
    | Raider | Berserker | Thief | Sage | Beggar | Merchant | Keep | Swap | Enough | End | Return | Drop
)  # fmt: skip
"""In the order of the buttons: the table, the cards of the hand, the end of the turn, a loss."""
MOVES: tuple[type[Move], ...] = get_args(ShipwrightsMove)


_PAIRS = tuple((first, second) for place, first in enumerate(GOODS) for second in GOODS[place:])

STOCK = tuple(Stock(first=first, second=second) for first, second in _PAIRS)
PICK: dict[Card, Pick] = {card: Pick(card=card) for card in CARDS}
BUY = {good: Buy(good=good, cart=False) for good in GOODS}
BUY_WITH_CART = {good: Buy(good=good, cart=True) for good in GOODS}
BUY_TOOL: dict[Card, BuyTool] = {card: BuyTool(card=card) for card in TOOLS}
DROP = Drop()
HIRE: dict[Card, Hire] = {card: Hire(card=card) for card in CRAFTSMEN}
LAY: dict[Card, Lay] = {card: Lay(card=card) for card in SHIPS}
BUILD: dict[Card, Build] = {card: Build(card=card) for card in BUILDINGS}
CALL: dict[Card, Call] = {card: Call(card=card) for card in get_args(Called)}
BEGGAR = tuple(Beggar(good=good) for good in GOODS)
MERCHANT = tuple(Merchant(first=first, second=second) for first, second in _PAIRS)
KEEP = {card: Keep(card=card) for card in CARDS}
SWAP = {give: tuple(Swap(give=give, take=take) for take in TRADABLES if take != give) for give in TRADABLES}
ENOUGH = Enough()
END = End()
assassin = Assassin.memoized()
barbarian = Barbarian.memoized()
conspirator = Conspirator.memoized()
raider = Raider.memoized()
berserker = Berserker.memoized()
thief = Thief.memoized()
sage = Sage.memoized()
return_move = Return.memoized()


@cache
def finish(workshop: Workshop, tool: bool, sources: tuple[Source, ...]) -> Finish:
    given = dict(zip(("first", "second", "third"), sources, strict=False))
    return Finish(workshop=workshop, tool=tool, **given)


def card_of(move: ShipwrightsMove) -> Card | None:
    """Return the hand card that a move plays. The craftsmen of a finished ship do not count."""
    match move:
        case BuyTool() | Hire() | Lay() | Build() | Call():
            return move.card
        case Stock() | Pick() | Buy() | Drop() | Finish() | Keep() | Swap() | Enough() | End() | Return():
            return None
        case _:
            return cast(Card, move.kind)


_PLAYED_BY = {"ship": "lay", "craftsman": "hire", "tool": "tool", "building": "build", "villager": "call"}
_MOVE_KINDS = tuple(map(kind_of, MOVES))
HAND_ORDER: dict[Card, int] = {
    card: _MOVE_KINDS.index(card if card in _MOVE_KINDS else _PLAYED_BY[KINDS[card]]) for card in CARDS
}
"""Sort key of a hand: in the order of its moves."""
