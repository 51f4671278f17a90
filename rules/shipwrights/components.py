"""The components of Shipwrights: the model of `components.toml`, with the totals it must meet."""

from functools import cached_property
from itertools import chain
from typing import Annotated, Literal, Self

from pydantic import Field, NonNegativeInt, PositiveInt, model_validator

from rules.components import Data, GameComponents, Name, Provenance, check_totals
from rules.game import FrozenModel
from rules.shipwrights.pieces import (
    BUILDINGS,
    CARDS,
    CRAFTSMEN,
    KINDS,
    SHIPS,
    TOOLS,
    TRADE_CART,
    VILLAGERS,
    Building,
    Card,
    CardKind,
    Craftsman,
    Good,
    Goods,
    ShipKey,
    Tool,
    Villager,
)

DECK = 128
MERCHANT_GOODS = 2
"""Resources named when a Merchant is called; a pack cannot change it."""
CARDS_BY_KIND: dict[str, tuple[Card, ...]] = {
    "ships": SHIPS,
    "craftsmen": CRAFTSMEN,
    "villagers": VILLAGERS,
    "tools": TOOLS,
    "buildings": BUILDINGS,
}
Modifier = Annotated[int, Field(ge=-1, le=1)]
Counts = Literal["gold", "trade_ships", "mill"]
"""Measure of a building without fixed points: gold, ships without military points, mill capacity above 8."""


class Marked(Data):
    """Values with a provenance each: `known` overrides `provenance` for single values."""

    provenance: Provenance
    known: dict[str, Provenance] = Field(default_factory=dict)

    @model_validator(mode="after")
    def marks_are_of_values(self) -> Self:
        unknown = self.known.keys() - set(self.values())
        if unknown:
            raise ValueError(f"{sorted(unknown)[0]} is marked but not given")
        return self

    def values(self) -> tuple[str, ...]:
        """Return the names of the values given."""
        return tuple(sorted(self.model_fields_set - {"provenance", "known"}))

    def mark(self, value: str) -> Provenance:
        return self.known.get(value, self.provenance)


class Start(Marked):
    gold: NonNegativeInt
    workers: NonNegativeInt
    resources: Literal[2]


class Purchase(Marked):
    gold: NonNegativeInt
    workers: NonNegativeInt


class Board(Marked):
    gold: PositiveInt
    workers: PositiveInt
    resources: PositiveInt


class Evening(Marked):
    workers: NonNegativeInt
    fewest_workers: NonNegativeInt
    gold_per_worker: NonNegativeInt


class End(Marked):
    ships: PositiveInt
    military_bonus: NonNegativeInt


class Back(Marked):
    oak: PositiveInt
    wool: PositiveInt
    iron: PositiveInt
    cards: PositiveInt

    @property
    def gives(self) -> Goods:
        return Goods(self.oak, self.wool, self.iron)


class Totals(Marked):
    """How many cards of each kind are in the full deck."""

    ships: PositiveInt
    craftsmen: PositiveInt
    villagers: PositiveInt
    tools: PositiveInt
    buildings: PositiveInt


class CardData(Marked):
    name: Name
    cards: PositiveInt
    short: PositiveInt | None = None  # copies in the deck of the short game, if not the same number

    @property
    def in_short_deck(self) -> int:
        return self.short or self.cards


class ShipData(CardData):
    gold: NonNegativeInt
    workers: NonNegativeInt
    goods: Goods
    craftsmen: Annotated[tuple[Craftsman, ...], Field(min_length=1, max_length=3)]
    points: NonNegativeInt
    military: NonNegativeInt
    mill: Modifier = 0
    daily_workers: Modifier = 0
    daily_gold: Annotated[int, Field(ge=0, le=1)] = 0


class CraftsmanData(CardData):
    """A craftsman has no further values."""


class VillagerData(CardData):
    price: NonNegativeInt = 0
    gold: NonNegativeInt = 0
    gold_per_turn: NonNegativeInt = 0
    loss: NonNegativeInt = 0
    workers: NonNegativeInt = 0
    goods: NonNegativeInt = 0
    exchanges: NonNegativeInt = 0
    draws: NonNegativeInt = 0


class ToolData(CardData):
    gold: NonNegativeInt
    spares: Good | None = None
    goods: Goods = Goods()


class BuildingData(CardData):
    gold: NonNegativeInt
    workers: NonNegativeInt
    points: PositiveInt
    counts: Counts | None = None
    each: PositiveInt = 1


class Face(FrozenModel):
    """The face of a card: all printed values. Values that a kind of card does not have are 0 or empty."""

    card: Card
    kind: CardKind
    gold: int = 0  # to pay: for finishing a ship, a tool, a building, or for calling a Berserker
    workers: int = 0  # to pay: for finishing a ship or a building
    goods: Goods = Goods()  # to pay for finishing a ship; what lies on a Trade Cart when it is bought
    craftsmen: tuple[Craftsman, ...] = ()  # a ship needs
    points: int = 0  # of a ship or a building; per counted thing if the building counts something
    counts: Counts | None = None  # what a building counts
    each: int = 1  # counted things per `points`
    military: int = 0  # of a ship; none is the blue marker of a ship for trade
    mill: int = 0  # modifiers of a ship: +1, −1 or 0
    daily_workers: int = 0
    daily_gold: int = 0
    spares: Good | None = None  # the resource a ship is finished without, of a tool
    gains_gold: int = 0  # of a villager
    gains_gold_per_turn: int = 0  # for each player who has already played today
    gains_workers: int = 0
    gains_goods: int = 0  # of the player's choice
    exchanges: int = 0
    draws: int = 0
    loss: int = 0  # gold an opponent loses (Mercenary), or loses for each resource in their mill (Raider)


class Components(GameComponents):
    names: dict[str, Name]
    start: Start
    purchase: Purchase
    board: Board
    evening: Evening
    end: End
    totals: Totals | None = None  # games dealt before the totals were known have none
    backs: Annotated[tuple[Back, ...], Field(min_length=1)]
    ships: dict[ShipKey, ShipData]
    craftsmen: dict[Craftsman, CraftsmanData]
    villagers: dict[Villager, VillagerData]
    tools: dict[Tool, ToolData]
    buildings: dict[Building, BuildingData]

    @model_validator(mode="after")
    def add_up(self) -> Self:
        for what, wanted in CARDS_BY_KIND.items():
            found: dict[Card, CardData] = getattr(self, what)
            if set(found) != set(wanted):
                raise ValueError(f"{what}: not the cards of the rulebook")
            if self.totals:
                count = sum(data.cards for data in found.values())
                check_totals((what, count, getattr(self.totals, what)))
        check_totals(
            ("cards", len(self.deck()), DECK),
            ("cards in the short game", len(self.deck(short=True)), DECK),
            ("card backs", len(self.deck_backs()), DECK),
        )
        for key, ship in self.ships.items():
            if ship.gold > self.board.gold or ship.workers > self.board.workers:
                raise ValueError(f"{key}: no board holds what it costs")
        for name, tool in self.tools.items():
            if (tool.spares is None) != (name == TRADE_CART):
                raise ValueError(f"{name}: all tools but the cart spare a resource")
        if self.villagers["merchant"].goods != MERCHANT_GOODS:
            raise ValueError(f"merchant: exactly {MERCHANT_GOODS} resources are asked for")
        return self

    @cached_property
    def card_data(self) -> dict[Card, CardData]:
        return dict(
            chain[tuple[Card, CardData]](
                self.ships.items(),
                self.craftsmen.items(),
                self.villagers.items(),
                self.tools.items(),
                self.buildings.items(),
            )
        )

    def deck(self, *, short: bool = False) -> tuple[Card, ...]:
        data = self.card_data
        return tuple(
            card for card in CARDS for _ in range(data[card].in_short_deck if short else data[card].cards)
        )

    def deck_backs(self) -> tuple[int, ...]:
        """Return the backs of all cards, by their number in the list of backs."""
        return tuple(number for number, back in enumerate(self.backs) for _ in range(back.cards))

    def price(self, back: int) -> Goods:
        return self._prices[back]

    @cached_property
    def _prices(self) -> tuple[Goods, ...]:
        return tuple(back.gives for back in self.backs)

    @cached_property
    def faces(self) -> dict[Card, Face]:
        return {card: self._face(card) for card in CARDS}

    def _face(self, card: Card) -> Face:
        data, kind = self.card_data[card], KINDS[card]
        printed = {
            name: getattr(data, name) for name in type(data).model_fields if name not in CardData.model_fields
        }
        if isinstance(data, VillagerData):
            printed = {
                "gold": data.price,
                "gains_gold": data.gold,
                "gains_gold_per_turn": data.gold_per_turn,
                "gains_workers": data.workers,
                "gains_goods": data.goods,
                "exchanges": data.exchanges,
                "draws": data.draws,
                "loss": data.loss,
            }
        return Face(card=card, kind=kind, **printed)

    @cached_property
    def all_names(self) -> dict[str, Name]:
        return self.names | {card: data.name for card, data in self.card_data.items()}
