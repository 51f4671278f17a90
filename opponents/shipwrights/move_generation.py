"""Ways to use an afternoon: which ships to finish, what to buy and build for it, what to lay down and hire.

They are made of decisions rather than of moves: which ships shall be finished, with which tool, which are
laid down, what is built, how often each resource is bought. All else follows from these, in the cheapest
order.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

from opponents.shipwrights.card_kinds import is_building, is_craftsman, is_ship, is_tool
from opponents.shipwrights.evaluation import Appraiser
from opponents.shipwrights.turn_simulator import GOLD_GIVERS, WORKER, Work
from rules.shipwrights.pieces import (
    GOODS,
    MAX_CRAFTSMEN,
    WORKSHOPS,
    Building,
    Craftsman,
    Goods,
    ShipKey,
    Tool,
)

MOST_PURCHASES = 4
MOST_FINISHED = 3
"""More purchases, or more ships finished, in one afternoon are not thought of."""
MOST_BUILT = 2
C = TypeVar("C")


class Goal(NamedTuple):
    """Ships to finish today, the tool to buy, the ship it or the own one is used for; what that needs."""

    ships: tuple[ShipKey, ...]
    tool: Tool | None
    used: ShipKey | None
    need: tuple[int, ...]


class Decisions(NamedTuple):
    """All that makes up an afternoon."""

    goal: Goal
    laid: tuple[ShipKey, ...]
    later: tuple[int, ...]
    """What the ships need that stay in the workshops."""
    built: tuple[Building, ...]
    bought: tuple[int, ...]


class Foreman:
    """Finds what can be done with a board and a hand, and does it."""

    def __init__(self, appraiser: Appraiser) -> None:
        self._appraiser = appraiser
        self._components = appraiser.components
        self._faces = appraiser.faces

    def works(self, start: Work, price: Goods | None) -> Iterator[Work]:
        """Afternoons done, in no order. Attackers, and cards that draw others, are left in the hand."""
        start.call_workers()
        buildings = [card for card in start.hand if is_building(card) and card not in start.buildings]
        for goal in self._goals(start):
            remaining = [ship for ship in start.workshops if ship is not None]
            in_hand = [card for card in start.hand if is_ship(card)]
            for ship in goal.ships:
                (remaining if ship in remaining else in_hand).remove(ship)
            for laid in _some_of(in_hand, len(WORKSHOPS) - len(remaining)):
                later = self._goods((*remaining, *laid))
                purchases = [*self._purchases(start, price, goal.need, later)]
                for built in _some_of(buildings, MOST_BUILT):
                    for bought in purchases:
                        work = self._done(start, Decisions(goal, laid, later, built, bought), price)
                        if work is not None:
                            yield work

    # Decisions

    def _goods(self, ships: Sequence[ShipKey]) -> tuple[int, ...]:
        return tuple(sum(self._faces[ship].goods[good] for ship in ships) for good in range(3))

    def _goals(self, start: Work) -> Iterator[Goal]:
        tools: list[Tool | None] = [None, *(card for card in dict.fromkeys(start.hand) if is_tool(card))]
        for ships in self._crews(start):
            need = self._goods(ships)
            for tool in tools:
                yield Goal(ships, tool, None, need)
                owned = start.tool if tool is None else tool
                spares = None if owned is None else self._faces[owned].spares
                if spares is None:
                    continue
                for ship in dict.fromkeys(ships):
                    spared = self._faces[ship].goods.of(spares)
                    if spared:
                        place = GOODS.index(spares)
                        less = tuple(amount - spared * (good == place) for good, amount in enumerate(need))
                        yield Goal(ships, tool, ship, less)

    def _crews(self, start: Work) -> Iterator[tuple[ShipKey, ...]]:
        """Ships for which there are craftsmen, those of the workshops first; no ship is the first answer."""
        yield ()
        there = Counter([*start.craftsmen, *(card for card in start.hand if is_craftsman(card))])
        laid = [ship for ship in start.workshops if ship is not None]
        ships = [
            ship
            for ship in (*laid, *(card for card in start.hand if is_ship(card)))
            if not Counter(self._faces[ship].craftsmen) - there
        ]
        for some in _some_of(ships, MOST_FINISHED):
            wanted = Counter[Craftsman]()
            for ship in some:
                wanted.update(self._faces[ship].craftsmen)
            # With both workshops full for good, a ship in hand finds no place.
            if some and not wanted - there and (Counter(laid) - Counter(some)).total() < len(WORKSHOPS):
                yield some

    def _purchases(
        self, start: Work, price: Goods | None, need: Sequence[int], later: Sequence[int]
    ) -> Iterator[tuple[int, ...]]:
        """How often each resource is bought: none of which there is enough for all ships."""
        yield 0, 0, 0
        if price is None:
            return
        purchase = self._components.purchase
        gold = start.gold + sum(start.gold_of(card) for card in start.hand if card in GOLD_GIVERS)
        most = min(MOST_PURCHASES, gold // max(1, purchase.gold), _workers(start) // max(1, purchase.workers))
        tops = [
            min(most, max(0, -(-(need[good] + later[good] - start.goods[good]) // price[good])))
            for good in range(3)
        ]
        for oak in range(tops[0] + 1):
            for wool in range(min(tops[1], most - oak) + 1):
                for iron in range(min(tops[2], most - oak - wool) + 1):
                    if oak + wool + iron:
                        yield oak, wool, iron

    # Doing it

    def _done(self, start: Work, decisions: Decisions, price: Goods | None) -> Work | None:
        """The work these decisions make, if it can be done."""
        goal, laid, later, built, bought = decisions
        workers = sum(bought) * self._components.purchase.workers
        workers += sum(self._faces[card].workers for card in (*goal.ships, *built))
        if _workers(start) < workers:
            return None
        work = start.copy()
        if goal.tool is not None and not work.buy_tool(goal.tool):
            return None
        if not self._supplied(work, goal, later, bought, price, workers):
            return None
        used = goal.used
        for ship in goal.ships:
            if ship not in work.workshops and not work.lay(ship):
                return None
            if not work.finish(ship, with_tool=ship == used):
                return None
            used = None if ship == used else used
        if not all(work.build(building) for building in built):
            return None
        if not all(work.lay(ship) for ship in laid):
            return None
        self._hire(work)
        for card in GOLD_GIVERS:
            while card in work.hand:
                work.call_gold(card)
        return work

    def _supplied(
        self,
        work: Work,
        goal: Goal,
        later: Sequence[int],
        bought: Sequence[int],
        price: Goods | None,
        workers: int,
    ) -> bool:
        """Villagers give, the Trader exchanges, the rest is bought; whether all of it can be."""
        after = work.goods[:]
        if price is not None:
            for good, times in enumerate(bought):
                after[good] += times * price[good] + (times > 0 and work.cart[good] > 0)
        self._receive(work, after, goal.need, later)
        if "trader" in work.hand:
            self._trade(work, after, goal.need, later, workers)
        if price is not None:
            for good, times in enumerate(bought):
                for _ in range(times):
                    if not work.buy(good, price[good]):
                        return False
        return True

    def _receive(self, work: Work, after: list[int], need: Sequence[int], later: Sequence[int]) -> None:
        """Call those who bring resources of choice: what is needed today, then what will be, iron first."""

        def wanted() -> int:
            good = max(range(3), key=lambda g: need[g] - after[g])
            if need[good] <= after[good]:
                good = max((2, 0, 1), key=lambda g: need[g] + later[g] - after[g])
            after[good] += 1
            return good

        while "merchant" in work.hand:
            work.trade_with_merchant(wanted(), wanted())
        while "beggar" in work.hand:
            work.beg(wanted())

    def _trade(
        self, work: Work, after: Sequence[int], need: Sequence[int], later: Sequence[int], workers: int
    ) -> None:
        """Exchange what nobody needs for what is missing, today's ships first.

        `after` are the resources there will be when all is bought; only what is there already can be given.
        """
        has, will = [*work.goods, work.workers], [*after, work.workers]
        in_all = [*(today + then for today, then in zip(need, later, strict=True)), workers + 2]
        swaps: list[tuple[int, int]] = []
        for wanted in ([*need, workers], [*in_all[:3], workers]):
            while len(swaps) < work.exchanges:
                lacks = [amount - there for amount, there in zip(wanted, will, strict=True)]
                take = lacks.index(max(lacks))
                given = [what for what in range(4) if has[what] and lacks[what] < 0]
                if lacks[take] <= 0 or not given:
                    break
                over = [there - amount for there, amount in zip(will, in_all, strict=True)]
                give = max(given, key=lambda what: (what != WORKER, over[what]))
                for tally in (has, will):
                    tally[give] -= 1
                    tally[take] += 1
                swaps.append((give, take))
        if swaps:
            work.exchange(swaps)

    def _hire(self, work: Work) -> None:
        """Craftsmen the ships wait for, and others while places are left for those still missing."""
        waiting = [card for card in work.hand if is_craftsman(card)]
        for for_a_ship in (True, False):
            for craftsman in waiting[:]:
                free = MAX_CRAFTSMEN - len(work.craftsmen)
                yard = self._appraiser.yard(work.workshops, tuple(work.craftsmen))
                room = yard.missing.total() < free and (yard.ships < len(WORKSHOPS) or free > 1)
                if free and (yard.missing[craftsman] > 0 if for_a_ship else room):
                    work.hire(craftsman)
                    waiting.remove(craftsman)


def _workers(work: Work) -> int:
    """The most workers there can be for today."""
    return work.workers + work.hand.count("beggar") + work.exchanges * ("trader" in work.hand)


def _some_of(cards: Sequence[C], most: int) -> Iterator[tuple[C, ...]]:
    """No card, and every few of these."""
    seen = set()
    for count in range(min(most, len(cards)) + 1):
        for some in combinations(cards, count):
            if some not in seen:
                seen.add(some)
                yield some
