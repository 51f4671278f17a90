"""The components of Lofoten as its data file, or a pack, gives them, with the totals they must meet."""

from functools import cached_property
from typing import Self

from pydantic import NonNegativeInt, PositiveInt, model_validator

from rules.components import Data, Name, Provenance
from rules.lofoten.pieces import GOODS, Card, Effect, Good, Tile

Counts = tuple[NonNegativeInt, NonNegativeInt, NonNegativeInt]
"""How many pieces carry a 1, a 2 and a 3."""

ORDERS = 36
TILES = 32
GOODS_ON_TILES = 64
WAREHOUSES = 8
COINS = 8


class GoodNames(Data):
    provenance: Provenance
    mead: Name
    fish: Name
    sheep: Name
    coffer: Name


class CentreEffect(Data):
    good: Good
    provenance: Provenance


class CentreEffects(Data):
    """The good whose order has each effect; the fourth good slides the fleet."""

    steal: CentreEffect
    remove: CentreEffect
    wheel: CentreEffect

    @model_validator(mode="after")
    def one_good_each(self) -> Self:
        if len({self.steal.good, self.remove.good, self.wheel.good}) != 3:
            raise ValueError("three different goods steal, remove and wheel")
        return self

    def of(self, good: Good) -> Effect:
        if good == self.steal.good:
            return "steal"
        if good == self.remove.good:
            return "remove"
        return "wheel" if good == self.wheel.good else "row"


class PieceCounts(Data):
    provenance: Provenance
    mead: Counts
    fish: Counts
    sheep: Counts
    coffer: Counts

    def pieces(self) -> tuple[tuple[Good, int], ...]:
        """Every single piece: its good and its number."""
        return tuple(
            (good, number)
            for good in GOODS
            for number, count in enumerate(self.of(good), start=1)
            for _ in range(count)
        )

    def of(self, good: Good) -> Counts:
        counts: Counts = getattr(self, good)
        return counts


class Warehouses(Data):
    provenance: Provenance
    points: tuple[PositiveInt, ...]
    name: Name


class Coins(Data):
    provenance: Provenance
    first_player: NonNegativeInt
    second_player: NonNegativeInt
    reserve: NonNegativeInt


class Prices(Data):
    provenance: Provenance
    step: PositiveInt
    new_hand: PositiveInt
    extra_turn: PositiveInt


class Components(Data):
    """Everything in the box, and the chapters of its help."""

    names: dict[str, Name]
    goods: GoodNames
    effects: CentreEffects
    orders: PieceCounts
    tiles: PieceCounts
    warehouses: Warehouses
    coins: Coins
    prices: Prices
    topics: dict[str, tuple[str, ...]]

    @model_validator(mode="after")
    def totals(self) -> Self:
        coins = self.coins.first_player + self.coins.second_player + self.coins.reserve
        for what, found, wanted in (
            ("order cards", len(self.orders.pieces()), ORDERS),
            ("goods tiles", len(self.tiles.pieces()), TILES),
            ("goods on the tiles", sum(amount for _, amount in self.tiles.pieces()), GOODS_ON_TILES),
            ("level 1 warehouses", len(self.warehouses.points), WAREHOUSES),
            ("coins", coins, COINS),
        ):
            if found != wanted:
                raise ValueError(f"{found} {what} instead of {wanted}")
        return self

    def order_cards(self) -> tuple[Card, ...]:
        return tuple(Card(good, value) for good, value in self.orders.pieces())

    def goods_tiles(self) -> tuple[Tile, ...]:
        return tuple(Tile(good, amount) for good, amount in self.tiles.pieces())

    @cached_property
    def warehouse_cards(self) -> dict[str, int]:
        """The points of each level 1 warehouse card, by its key."""
        return {f"warehouse_{number}": points for number, points in enumerate(self.warehouses.points, 1)}

    @cached_property
    def all_names(self) -> dict[str, Name]:
        warehouses = {key: self._warehouse_name(points) for key, points in self.warehouse_cards.items()}
        goods = {good: getattr(self.goods, good) for good in GOODS}
        return self.names | goods | warehouses

    def _warehouse_name(self, points: int) -> Name:
        name = self.warehouses.name
        return Name(en=name.say("en").format(points=points), fr=name.say("fr").format(points=points))
