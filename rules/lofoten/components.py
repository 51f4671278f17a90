"""The components of Lofoten: the model of `components.toml`, with the totals it must meet."""

from collections import Counter
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, NonNegativeInt, PositiveInt, model_validator

from rules.components import ByKey, Data, GameComponents, MarkedByKey, Name, Provenance, check_totals
from rules.lofoten.pieces import (
    GOODS,
    JARLS,
    LEVEL_TWO,
    SHIELDS,
    Card,
    Demand,
    DemandKind,
    Effect,
    Good,
    Jarl,
    LevelTwo,
    Tile,
)
from rules.lofoten.state import Warehouse

Counts = tuple[NonNegativeInt, NonNegativeInt, NonNegativeInt]
"""Number of pieces with a 1, a 2 and a 3."""

ORDERS = 36
TILES = 32
GOODS_ON_TILES = 64
WAREHOUSES = 8
COINS = 8
DEMANDS = 7

ShieldsOfATile = Annotated[str, Field(pattern=r"^[rby]{0,2}$")]
"""A letter for each shield: red, blue, yellow."""


class GoodNames(MarkedByKey[Good, Name]): ...


class CentreEffect(Data):
    good: Good
    provenance: Provenance


class CentreEffects(Data):
    """The good whose order has each effect; the fourth good's effect is to row."""

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


class PieceCounts(MarkedByKey[Good, Counts]):
    def pieces(self) -> tuple[tuple[Good, int], ...]:
        """Return every piece: its good and its number."""
        return tuple(
            (good, number)
            for good in GOODS
            for number, count in enumerate(self.of(good), start=1)
            for _ in range(count)
        )


class Warehouses(Data):
    provenance: Provenance
    points: tuple[PositiveInt, ...]
    name: Name


class ShieldNames(ByKey[Literal["red", "blue", "yellow"], Name]): ...


class Shields(MarkedByKey[Good, tuple[ShieldsOfATile, ...]]):
    """The shields on the tiles of each good, from the smallest amount to the largest."""

    names: ShieldNames

    def on_all(self) -> tuple[str, ...]:
        return tuple(shields for good in GOODS for shields in self.of(good))


class NewWarehouse(Data):
    """A level 2 warehouse: its name, then its numbers in the order in which its scoring reads them."""

    name: Name

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(number for field, number in self if field != "name")


class WideGap(NewWarehouse):
    """The larger total scores for each good of the difference."""

    for_each: PositiveInt
    most: PositiveInt


class Hall(NewWarehouse):
    """The player with more of what is counted takes the points."""

    points: PositiveInt


class FairShare(NewWarehouse):
    """The larger total takes the larger share, the other the smaller."""

    larger: PositiveInt
    other: PositiveInt


class SmallTrade(NewWarehouse):
    """Each player scores for each of their tiles."""

    for_each: PositiveInt
    most: PositiveInt


class Kinds(NewWarehouse):
    """Each player scores for one, two or three different kinds of something."""

    one: PositiveInt
    two: PositiveInt
    three: PositiveInt


class Threshold(NewWarehouse):
    """Each player who reaches the total scores; more if only one does."""

    total: PositiveInt
    points: PositiveInt
    alone: PositiveInt


class LevelTwoWarehouses(Data):
    provenance: Provenance
    wide_gap: WideGap
    long_hall: Hall
    shield_hall: Hall
    fair_share: FairShare
    small_trade: SmallTrade
    three_crests: Kinds
    threshold: Threshold
    assortment: Kinds

    def of(self, card: LevelTwo) -> NewWarehouse:
        found: NewWarehouse = getattr(self, card)
        return found

    def warehouse(self, card: LevelTwo) -> Warehouse:
        numbers = self.of(card).numbers
        most = numbers[0] if card == "fair_share" else numbers[-1]
        return Warehouse(card, most, numbers=numbers)


class JarlCard(Data):
    """A Jarl, and the number their power prints: coins, tiles, steps, a price, uses, goods or points."""

    name: Name
    strength: PositiveInt


class Jarls(MarkedByKey[Jarl, JarlCard]):
    def strength(self, jarl: Jarl) -> int:
        return self.of(jarl).strength


class Face(Data):
    """One face of a demand card."""

    kind: DemandKind
    number: PositiveInt
    good: Good | None = None

    @model_validator(mode="after")
    def a_good_where_one_is_shown(self) -> Self:
        if (self.good is None) == (self.kind in ("tiles_of", "goods_of")):
            raise ValueError("a good is shown for tiles_of and goods_of, and for nothing else")
        return self

    def demand(self) -> Demand:
        return Demand(self.kind, self.number, self.good)


class DemandCard(Data):
    front: Face
    back: Face

    def face(self, side: int) -> Demand:
        return (self.back if side else self.front).demand()


class Demands(Data):
    provenance: Provenance
    names: dict[DemandKind, Name]
    cards: tuple[DemandCard, ...]

    def faces(self) -> tuple[Demand, ...]:
        return tuple(card.face(side) for card in self.cards for side in (0, 1))


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


class Components(GameComponents):
    names: dict[str, Name]
    goods: GoodNames
    effects: CentreEffects
    orders: PieceCounts
    tiles: PieceCounts
    warehouses: Warehouses
    coins: Coins
    prices: Prices
    shields: Shields
    level_2: LevelTwoWarehouses
    jarls: Jarls
    demands: Demands

    @model_validator(mode="after")
    def totals(self) -> Self:
        coins = self.coins.first_player + self.coins.second_player + self.coins.reserve
        check_totals(
            ("order cards", len(self.orders.pieces()), ORDERS),
            ("goods tiles", len(self.tiles.pieces()), TILES),
            ("goods on the tiles", sum(amount for _, amount in self.tiles.pieces()), GOODS_ON_TILES),
            ("level 1 warehouses", len(self.warehouses.points), WAREHOUSES),
            ("coins", coins, COINS),
            ("tiles with shields or without", len(self.shields.on_all()), TILES),
            ("demand cards", len(self.demands.cards), DEMANDS),
            ("different demands", len({face.key for face in self.demands.faces()}), 2 * DEMANDS),
        )
        return self

    @model_validator(mode="after")
    def every_demand_can_be_met(self) -> Self:
        """Check that no demand asks for more than the box contains."""
        shields = Counter(shield for tile in self.shields.on_all() for shield in tile)
        most = {
            "each_type": min(sum(self.tiles.of(good)) for good in GOODS),
            "goods": GOODS_ON_TILES,
            "each_shield": min(shields[shield] for shield in SHIELDS),
            "shields_alike": max(shields[shield] for shield in SHIELDS),
            "give_coins": COINS,
            "own_coins": COINS,
        }
        for face in self.demands.faces():
            tiles = self.tiles.of(face.good) if face.good else ()
            if face.kind == "tiles_of":
                limit = sum(tiles)
            elif face.kind == "goods_of":
                limit = sum(amount * count for amount, count in enumerate(tiles, 1))
            else:
                limit = most[face.kind]
            if face.number > limit:
                raise ValueError(f"{face.key} asks for {face.number}, and there are {limit}")
        return self

    def order_cards(self) -> tuple[Card, ...]:
        return tuple(Card(good, value) for good, value in self.orders.pieces())

    def goods_tiles(self, *, shields: bool = False) -> tuple[Tile, ...]:
        """Return every tile, with its shields if a module in play uses them."""
        pieces = self.tiles.pieces()
        printed = self.shields.on_all() if shields else ("",) * len(pieces)
        return tuple(
            Tile(good, amount, "".join(sorted(shown, key=SHIELDS.index)))
            for (good, amount), shown in zip(pieces, printed, strict=True)
        )

    @cached_property
    def warehouse_cards(self) -> dict[str, int]:
        """Points of the level 1 warehouse cards by key."""
        return {f"warehouse_{number}": points for number, points in enumerate(self.warehouses.points, 1)}

    @cached_property
    def all_names(self) -> dict[str, Name]:
        return {
            **self.names,
            **{str(good): self.goods.of(good) for good in GOODS},
            **{key: self._warehouse_name(points) for key, points in self.warehouse_cards.items()},
            **dict(self.shields.names),
            **{str(card): self.level_2.of(card).name for card in LEVEL_TWO},
            **{str(jarl): self.jarls.of(jarl).name for jarl in JARLS},
            **{face.key: self._demand_name(face) for face in self.demands.faces()},
        }

    def _demand_name(self, face: Demand) -> Name:
        name = self.demands.names[face.kind]
        one = face.kind == "tiles_of" or face.number == 1

        def in_language(language: str) -> str:
            good = self.goods.of(face.good).text(language, one=one) if face.good else ""
            return name.text(language).format(number=face.number, good=good)

        return Name.compose(name.languages, in_language)

    def _warehouse_name(self, points: int) -> Name:
        name = self.warehouses.name
        return Name.compose(name.languages, lambda language: name.text(language).format(points=points))
