"""The pieces of Lofoten: goods, order cards, goods tiles, longships, Jarls and their demands."""

from typing import Literal, NamedTuple, get_args

Good = Literal["mead", "fish", "sheep", "coffer"]
ShipKey = Literal["a", "b", "c", "d"]
Hand = Literal["left", "centre", "right"]
Side = Literal["left", "right"]
Zone = Literal["a", "b", "c", "d", "e"]
Effect = Literal["steal", "remove", "wheel", "row"]
Shield = Literal["r", "b", "y"]
Jarl = Literal["asbjorn", "bergljot", "eirik", "frida", "gunnar", "helga", "ingrid", "knut"]
DemandKind = Literal[
    "each_type", "goods", "tiles_of", "goods_of", "each_shield", "shields_alike", "give_coins",
    "own_coins",
]  # fmt: skip
LevelTwo = Literal[
    "wide_gap", "long_hall", "shield_hall", "fair_share", "small_trade", "three_crests", "threshold",
    "assortment",
]  # fmt: skip
Measure = Literal["total", "tiles", "shields", "shield_types", "tile_values"]
"""The measure that a warehouse counts on each side."""

GOODS: tuple[Good, ...] = get_args(Good)
SHIPS: tuple[ShipKey, ...] = get_args(ShipKey)
SIDES: tuple[Side, ...] = get_args(Side)
ZONES: tuple[Zone, ...] = get_args(Zone)
SHIELDS: tuple[Shield, ...] = get_args(Shield)
JARLS: tuple[Jarl, ...] = get_args(Jarl)
LEVEL_TWO: tuple[LevelTwo, ...] = get_args(LevelTwo)


class Card(NamedTuple):
    """An order card: a good, and the steps it gives when played from the side."""

    good: Good
    value: int


class Tile(NamedTuple):
    """A goods tile: its type on the back, type, amount and shields on the front.

    A tile flipped to pay for a better longship shows its back: one good, no shield.
    """

    good: Good
    amount: int
    shields: str = ""
    flipped: bool = False

    @property
    def goods(self) -> int:
        """Number of goods it counts for."""
        return 1 if self.flipped else self.amount

    @property
    def shown(self) -> str:
        """Visible shields, one letter each."""
        return "" if self.flipped else self.shields


class Demand(NamedTuple):
    """The condition of an alliance with a Jarl: kind and number."""

    kind: DemandKind
    number: int
    good: Good | None = None

    @property
    def key(self) -> str:
        """Key of this face's name."""
        return f"demand_{self.kind}_{self.good}" if self.good else f"demand_{self.kind}"
