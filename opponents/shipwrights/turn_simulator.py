"""Simulator of one player's turn: a mutable copy of a board, and the moves made.

It is equal to the rules (tested), without events or validation.
"""

from opponents.shipwrights.evaluation import Workshops
from rules.shipwrights.components import Components
from rules.shipwrights.moves import (
    BEGGAR,
    BUILD,
    BUY,
    BUY_TOOL,
    BUY_WITH_CART,
    CALL,
    ENOUGH,
    HIRE,
    LAY,
    MERCHANT,
    SWAP,
    Merchant,
    ShipwrightsMove,
    finish,
)
from rules.shipwrights.pieces import (
    GOODS,
    TRADABLES,
    TRADE_CART,
    WORKSHOPS,
    Building,
    Card,
    Craftsman,
    Goods,
    ShipKey,
    Source,
    Tool,
)
from rules.shipwrights.state import Player

NOTHING = Goods()
GOLD_VILLAGERS: tuple[Card, ...] = ("king", "queen", "navigator", "mercenary")
WORKER = 3
"""Index of workers among what a Trader exchanges, after the three resources."""
_BEGGAR = dict(enumerate(BEGGAR))
_MERCHANT: dict[tuple[int, int], Merchant] = {
    (GOODS.index(move.first), GOODS.index(move.second)): move for move in MERCHANT
}
_SWAP = {
    (give, take): next(move for move in SWAP[TRADABLES[give]] if move.take == TRADABLES[take])
    for give in range(4)
    for take in range(4)
    if give != take
}


class TurnSimulator:
    """A board during a turn. Villagers who bring gold are called only when it is needed, or at the end: so
    little is lost to the limit of the shoreline."""

    __slots__ = (
        "buildings", "cart", "components", "craftsmen", "exchanges", "fleet", "gold", "goods", "hand",
        "moves", "place", "player", "tool", "workers", "workshops",
    )  # fmt: skip

    def __init__(
        self, player: Player, components: Components, place: int, exchanges: int | None = None
    ) -> None:
        self.player = player
        self.components = components
        self.place = place
        self.exchanges = components.faces["trader"].exchanges if exchanges is None else exchanges
        """Exchanges that a Trader allows."""
        self.gold = player.gold
        self.workers = player.workers
        self.goods: list[int] = list(player.mill)
        self.hand: list[Card] = [held.card for held in player.hand]
        self.craftsmen: list[Craftsman] = list(player.craftsmen)
        self.workshops: Workshops = player.workshops
        self.fleet: tuple[ShipKey, ...] = player.fleet
        self.tool: Tool | None = player.tool
        self.cart: Goods = player.cart
        self.buildings: tuple[Building, ...] = player.buildings
        self.moves: list[ShipwrightsMove] = []

    def copy(self) -> "TurnSimulator":
        new = TurnSimulator.__new__(TurnSimulator)
        new.player = self.player
        new.components = self.components
        new.place = self.place
        new.exchanges = self.exchanges
        new.gold = self.gold
        new.workers = self.workers
        new.goods = self.goods[:]
        new.hand = self.hand[:]
        new.craftsmen = self.craftsmen[:]
        new.workshops = self.workshops
        new.fleet = self.fleet
        new.tool = self.tool
        new.cart = self.cart
        new.buildings = self.buildings
        new.moves = self.moves[:]
        return new

    def board(self) -> Player:
        """Return the board; the rest of the hand is discarded."""
        return self.player._replace(
            gold=self.gold,
            workers=self.workers,
            mill=Goods(*self.goods),
            hand=(),
            craftsmen=tuple(self.craftsmen),
            workshops=self.workshops,
            fleet=self.fleet,
            tool=self.tool,
            cart=self.cart,
            buildings=self.buildings,
        )

    # Villagers

    def gold_of(self, card: Card) -> int:
        face = self.components.faces[card]
        return face.gains_gold + face.gains_gold_per_turn * self.place

    def raise_gold(self, amount: int) -> bool:
        """Call villagers for gold until there is `amount`. Returns False if they do not suffice."""
        for card in GOLD_VILLAGERS:
            while self.gold < amount and card in self.hand:
                self.call_gold(card)
        return self.gold >= amount

    def call_gold(self, card: Card) -> None:
        self.hand.remove(card)
        self.gold = min(self.components.board.gold, self.gold + self.gold_of(card))
        self.moves.append(CALL[card])

    def call_workers(self) -> None:
        while "labourer" in self.hand:
            self.hand.remove("labourer")
            self.workers += self.components.faces["labourer"].gains_workers
            self.moves.append(CALL["labourer"])

    def beg(self, good: int) -> None:
        face = self.components.faces["beggar"]
        self.hand.remove("beggar")
        self.workers += face.gains_workers
        self.goods[good] += face.gains_goods
        self.moves.append(_BEGGAR[good])

    def trade_with_merchant(self, first: int, second: int) -> None:
        self.hand.remove("merchant")
        self.goods[first] += 1
        self.goods[second] += 1
        self.moves.append(_MERCHANT[(first, second) if first <= second else (second, first)])

    def exchange(self, swaps: list[tuple[int, int]]) -> None:
        """Call the Trader for these exchanges, each (given, taken)."""
        self.hand.remove("trader")
        self.moves.append(CALL["trader"])
        for give, take in swaps:
            for what, change in ((give, -1), (take, 1)):
                if what == WORKER:
                    self.workers += change
                else:
                    self.goods[what] += change
            self.moves.append(_SWAP[give, take])
        if len(swaps) < self.exchanges:
            self.moves.append(ENOUGH)

    # Purchases

    def buy(self, good: int, amount: int) -> bool:
        purchase = self.components.purchase
        if self.workers < purchase.workers or not self.raise_gold(purchase.gold):
            return False
        self.gold -= purchase.gold
        self.workers -= purchase.workers
        self.goods[good] += amount
        name = GOODS[good]
        if self.cart[good]:
            self.goods[good] += 1
            self.cart = self.cart.plus(name, -1)
            if not self.cart.total:
                self.tool = None
            self.moves.append(BUY_WITH_CART[name])
        else:
            self.moves.append(BUY[name])
        return True

    def buy_tool(self, tool: Tool) -> bool:
        face = self.components.faces[tool]
        if not self.raise_gold(face.gold):
            return False
        self.gold -= face.gold
        self.hand.remove(tool)
        self.tool = tool
        self.cart = face.goods if tool == TRADE_CART else NOTHING
        self.moves.append(BUY_TOOL[tool])
        return True

    def build(self, building: Building) -> bool:
        face = self.components.faces[building]
        if self.workers < face.workers or building in self.buildings or not self.raise_gold(face.gold):
            return False
        self.gold -= face.gold
        self.workers -= face.workers
        self.hand.remove(building)
        self.buildings = (*self.buildings, building)
        self.moves.append(BUILD[building])
        return True

    # Ships

    def lay(self, ship: ShipKey) -> bool:
        if None not in self.workshops:
            return False
        first, second = self.workshops
        self.hand.remove(ship)
        self.workshops = (ship, second) if first is None else (first, ship)
        self.moves.append(LAY[ship])
        return True

    def finish(self, ship: ShipKey, *, with_tool: bool) -> bool:
        """Finish a ship of a workshop, with craftsmen of the hand first. Returns False if impossible."""
        face = self.components.faces[ship]
        place = self.workshops.index(ship)
        need = face.goods
        if with_tool:
            spares = None if self.tool is None else self.components.faces[self.tool].spares
            if spares is None or not need.of(spares):
                return False
            need = need.without(spares)
        if self.workers < face.workers or not self.raise_gold(face.gold):
            return False
        goods = self.goods
        if goods[0] < need[0] or goods[1] < need[1] or goods[2] < need[2]:
            return False
        sources = self._take_craftsmen(face.craftsmen)
        if sources is None:
            return False
        if with_tool:
            self.tool, self.cart = None, NOTHING
        self.gold -= face.gold
        self.workers -= face.workers
        self.goods = [has - used for has, used in zip(goods, need, strict=True)]
        self.fleet = (*self.fleet, ship)
        self.workshops = (None, self.workshops[1]) if place == 0 else (self.workshops[0], None)
        self.moves.append(finish(WORKSHOPS[place], with_tool, sources))
        return True

    def _take_craftsmen(self, craftsmen: tuple[Craftsman, ...]) -> tuple[Source, ...] | None:
        """Take craftsmen from the hand first, then from the board. Returns None if one is missing."""
        sources: list[Source] = []
        for craftsman in craftsmen:
            if craftsman in self.hand:
                self.hand.remove(craftsman)
                sources.append("hand")
            elif craftsman in self.craftsmen:
                self.craftsmen.remove(craftsman)
                sources.append("board")
            else:
                return None
        return tuple(sources)

    def hire(self, craftsman: Craftsman) -> None:
        self.hand.remove(craftsman)
        self.craftsmen.append(craftsman)
        self.moves.append(HIRE[craftsman])
