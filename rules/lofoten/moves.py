"""The moves of Lofoten, one decision each. All instances are built once."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from rules.game import Move
from rules.lofoten.pieces import JARLS, SHIPS, SIDES, ZONES, Jarl, ShipKey, Side, Zone

WarehouseNumber = Annotated[int, Field(ge=1, le=4)]
TileNumber = Annotated[int, Field(ge=1, le=8)]


class PlaySide(Move, kind="side"):
    """Play the left or the right card: it gives steps in its own direction."""

    card: Side


class Slide(Move):
    """A step: the fleet slides one zone in the direction of the side card."""


class Turn(Move):
    """A step: the fleet makes a quarter turn in the direction of the side card."""


class BuyStep(Move, kind="coin"):
    """Pay for a further step of the side card."""

    is_side_action = True


class Stop(Move):
    """Nothing more: end the action phase and draw, or end the turn."""


class PlayCentre(Move, kind="centre"):
    """Play the middle card: it becomes the order of the ship at the dock, and has an effect."""

    shown_after = "side left"


class Steal(Move):
    """Effect: take a coin from the reserve, or from the rival when it is empty."""


class Wheel(Move):
    """Effect: a quarter turn either way; right is clockwise."""

    way: Side


class Row(Move):
    """Effect: slide one zone either way."""

    way: Side


class Remove(Move):
    """Effect: put a tile of the market into the box."""

    zone: Zone


class Store(Move):
    """Choose the warehouse of a good that is not stored yet."""

    warehouse: WarehouseNumber


class BuyHand(Move, kind="new_hand"):
    """Pay to discard the three cards and draw three others."""

    is_side_action = True


class BuyTurn(Move, kind="extra_turn"):
    """Pay for another turn after the upkeep of this one."""

    is_side_action = True


class NothingMore(Move):
    """Decline further purchases and gains: the turn ends as soon as card and tiles are placed."""

    is_side_action = True


class Place(Move):
    """Put the drawn card at one end of the hand."""

    end: Side


class Fill(Move):
    """Put the top tile of a stack on an empty space of the market."""

    stack: Side
    zone: Zone


class Unload(Move):
    """After the last turn: deliver the goods of one ship at any position, or of none."""

    ship: Literal["a", "b", "c", "d", "none"]


class Load(Move):
    """Decide whether the better longship C takes a tile that its order does not name."""

    aboard: Literal["yes", "no"]


class Upgrade(Move):
    """At the end of a turn: turn a longship to its dark side, and flip a stored tile for it.

    `tile` is the position on the player's own side of that warehouse, from 1.
    """

    ship: ShipKey
    warehouse: WarehouseNumber
    tile: TileNumber


class Claim(Move):
    """At the end of a turn: ally with a Jarl whose demand is met."""

    jarl: Jarl


class Bind(Move):
    """Tie the Jarl just gained to a warehouse."""

    warehouse: WarehouseNumber


class Take(Move):
    """The Jarl just gained stores a tile of the market."""

    zone: Zone


LofotenMove = (
    PlaySide | PlayCentre | Slide | Turn | BuyStep | Steal | Remove | Wheel | Row | Load | Store | Place
    | Fill | Unload | Upgrade | Claim | Bind | Take | BuyHand | BuyTurn | NothingMore | Stop
)  # fmt: skip
"""In the order of the buttons: the purpose of a phase, then purchases, then the end."""
MOVES: tuple[type[Move], ...] = get_args(LofotenMove)


PLAY_SIDE = tuple(PlaySide(card=side) for side in SIDES)
SLIDE = Slide()
TURN = Turn()
BUY_STEP = BuyStep()
STOP = Stop()
PLAY_CENTRE = PlayCentre()
STEAL = Steal()
WHEEL = tuple(Wheel(way=side) for side in SIDES)
ROW = {side: Row(way=side) for side in SIDES}
REMOVE = tuple(Remove(zone=zone) for zone in ZONES)
STORE = tuple(Store(warehouse=number) for number in (1, 2, 3, 4))
BUY_HAND = BuyHand()
BUY_TURN = BuyTurn()
NOTHING_MORE = NothingMore()
PLACE = tuple(Place(end=side) for side in SIDES)
FILL = tuple(tuple(Fill(stack=side, zone=zone) for zone in ZONES) for side in SIDES)
UNLOAD = {ship: Unload(ship=ship) for ship in SHIPS}
UNLOAD_NONE = Unload(ship="none")
LOAD = (Load(aboard="yes"), Load(aboard="no"))
UPGRADE = {
    ship: tuple(
        tuple(Upgrade(ship=ship, warehouse=number, tile=tile) for tile in range(1, 9))
        for number in (1, 2, 3, 4)
    )
    for ship in SHIPS
}
CLAIM = {jarl: Claim(jarl=jarl) for jarl in JARLS}
BIND = tuple(Bind(warehouse=number) for number in (1, 2, 3, 4))
TAKE = tuple(Take(zone=zone) for zone in ZONES)
