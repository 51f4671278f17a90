"""The pieces of Lofoten: goods, order cards, goods tiles, longships."""

from typing import Literal, NamedTuple, get_args

Good = Literal["mead", "fish", "sheep", "coffer"]
ShipKey = Literal["a", "b", "c", "d"]
Hand = Literal["left", "centre", "right"]
Side = Literal["left", "right"]
Zone = Literal["a", "b", "c", "d", "e"]
Effect = Literal["steal", "remove", "wheel", "row"]

GOODS: tuple[Good, ...] = get_args(Good)
SHIPS: tuple[ShipKey, ...] = get_args(ShipKey)
SIDES: tuple[Side, ...] = get_args(Side)
ZONES: tuple[Zone, ...] = get_args(Zone)


class Card(NamedTuple):
    """An order card: a good, and how many steps it gives when played from the side."""

    good: Good
    value: int


class Tile(NamedTuple):
    """A goods tile: its type on the back, type and amount on the front."""

    good: Good
    amount: int
