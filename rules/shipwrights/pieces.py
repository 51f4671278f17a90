"""The pieces of Shipwrights: goods, the 46 cards by kind, and counts of goods."""

from typing import Literal, NamedTuple, get_args

Good = Literal["oak", "wool", "iron"]
ShipKey = Literal["ferje", "byrding", "knarr", "skute", "karve", "snekke", "skeid", "busse", "sud", "drakkar"]
Craftsman = Literal[
    "carpenter", "oarmaker", "ropemaker", "tar_burner", "sailmaker", "blacksmith", "woodcarver"
]
Villager = Literal[
    "assassin", "barbarian", "conspirator", "pioneer", "mercenary", "raider", "berserker", "thief",
    "watchman", "chieftain", "sage", "beggar", "labourer", "merchant", "trader", "king", "queen",
    "navigator",
]  # fmt: skip
Tool = Literal["bow_saw", "spindle_whorl", "smelting_furnace", "trade_cart"]
Building = Literal["long_house", "mining_camp", "church", "fortress", "treasury", "boat_house", "market_hall"]
Card = Literal[ShipKey, Craftsman, Villager, Tool, Building]
CardKind = Literal["ship", "craftsman", "villager", "tool", "building"]
Tradable = Literal["oak", "wool", "iron", "worker"]
Workshop = Literal["a", "b"]
Source = Literal["hand", "board"]

GOODS: tuple[Good, ...] = get_args(Good)
SHIPS: tuple[ShipKey, ...] = get_args(ShipKey)
CRAFTSMEN: tuple[Craftsman, ...] = get_args(Craftsman)
VILLAGERS: tuple[Villager, ...] = get_args(Villager)
TOOLS: tuple[Tool, ...] = get_args(Tool)
BUILDINGS: tuple[Building, ...] = get_args(Building)
CARDS: tuple[Card, ...] = get_args(Card)
TRADABLES: tuple[Tradable, ...] = get_args(Tradable)
WORKSHOPS: tuple[Workshop, ...] = get_args(Workshop)

TRADE_CART: Tool = "trade_cart"
WATCHMAN: Villager = "watchman"
PIONEER: Villager = "pioneer"
MAX_CRAFTSMEN = 4
SETS = 3
"""Sets of cards drafted each morning; equals the cards in hand after it."""

KINDS: dict[Card, CardKind] = {
    **dict.fromkeys(SHIPS, "ship"),
    **dict.fromkeys(CRAFTSMEN, "craftsman"),
    **dict.fromkeys(VILLAGERS, "villager"),
    **dict.fromkeys(TOOLS, "tool"),
    **dict.fromkeys(BUILDINGS, "building"),
}


class Goods(NamedTuple):
    """Amounts of each resource: in a mill, of a purchase, or needed by a ship."""

    oak: int = 0
    wool: int = 0
    iron: int = 0

    @property
    def total(self) -> int:
        return self.oak + self.wool + self.iron

    def of(self, good: Good) -> int:
        amount: int = getattr(self, good)
        return amount

    def plus(self, good: Good, amount: int) -> "Goods":
        oak, wool, iron = self
        if good == "oak":
            return Goods(oak + amount, wool, iron)
        if good == "wool":
            return Goods(oak, wool + amount, iron)
        return Goods(oak, wool, iron + amount)

    def without(self, good: Good) -> "Goods":
        return self.plus(good, -self.of(good))

    def minus(self, others: "Goods") -> "Goods":
        return Goods(self.oak - others.oak, self.wool - others.wool, self.iron - others.iron)

    def covers(self, others: "Goods") -> bool:
        return self.oak >= others.oak and self.wool >= others.wool and self.iron >= others.iron
