"""The pieces of Lofoten: goods, order cards, goods tiles, longships."""

from typing import Literal, NamedTuple

Good = Literal["mead", "fish", "sheep", "coffer"]
ShipKey = Literal["a", "b", "c", "d"]
Hand = Literal["left", "centre", "right"]


class Card(NamedTuple):
    """An order card: a good, and how many steps it gives when played from the side."""

    good: Good
    value: int


class Tile(NamedTuple):
    """A goods tile: its type on the back, type and amount on the front."""

    good: Good
    amount: int
