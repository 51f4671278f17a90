"""Move generation: whole turns of an afternoon, composed of decisions.

The decisions are: ships to finish, with which tool, ships to lay, buildings, and purchases of each resource.
All moves follow from them, in the cheapest order.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

from opponents.shipwrights.card_kinds import is_building, is_craftsman, is_ship, is_tool
from opponents.shipwrights.evaluation import Evaluator
from opponents.shipwrights.turn_simulator import GOLD_VILLAGERS, WORKER, TurnSimulator
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

MAX_PURCHASES = 4
MAX_FINISHED = 3
MAX_BUILT = 2
C = TypeVar("C")


class Goal(NamedTuple):
    """Ships to finish today, the tool to buy, the ship for which a tool is used, and the goods needed."""

    ships: tuple[ShipKey, ...]
    tool: Tool | None
    used: ShipKey | None
    need: tuple[int, ...]


class Decisions(NamedTuple):
    """All decisions of an afternoon."""

    goal: Goal
    laid: tuple[ShipKey, ...]
    later: tuple[int, ...]
    """Goods needed by the ships that stay in the workshops."""
    built: tuple[Building, ...]
    bought: tuple[int, ...]


class TurnGenerator:
    """Generates the turns that are possible with a board and a hand."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._components = evaluator.components
        self._faces = evaluator.faces

    def turns(self, start: TurnSimulator, price: Goods | None) -> Iterator[TurnSimulator]:
        """Yield complete turns, unsorted. Attackers and cards that draw others stay in the hand."""
        start.call_workers()
        buildings = [card for card in start.hand if is_building(card) and card not in start.buildings]
        for goal in self._goals(start):
            remaining = [ship for ship in start.workshops if ship is not None]
            in_hand = [card for card in start.hand if is_ship(card)]
            for ship in goal.ships:
                (remaining if ship in remaining else in_hand).remove(ship)
            for laid in _subsets(in_hand, len(WORKSHOPS) - len(remaining)):
                later = self._goods_needed((*remaining, *laid))
                purchases = [*self._purchases(start, price, goal.need, later)]
                for built in _subsets(buildings, MAX_BUILT):
                    for bought in purchases:
                        turn = self._play(start, Decisions(goal, laid, later, built, bought), price)
                        if turn is not None:
                            yield turn

    # Decisions

    def _goods_needed(self, ships: Sequence[ShipKey]) -> tuple[int, ...]:
        return tuple(sum(self._faces[ship].goods[good] for ship in ships) for good in range(3))

    def _goals(self, start: TurnSimulator) -> Iterator[Goal]:
        tools: list[Tool | None] = [None, *(card for card in dict.fromkeys(start.hand) if is_tool(card))]
        for ships in self._finishable_ships(start):
            need = self._goods_needed(ships)
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

    def _finishable_ships(self, start: TurnSimulator) -> Iterator[tuple[ShipKey, ...]]:
        """Yield sets of ships that have all craftsmen, the empty set first."""
        yield ()
        there = Counter([*start.craftsmen, *(card for card in start.hand if is_craftsman(card))])
        laid = [ship for ship in start.workshops if ship is not None]
        ships = [
            ship
            for ship in (*laid, *(card for card in start.hand if is_ship(card)))
            if not Counter(self._faces[ship].craftsmen) - there
        ]
        for some in _subsets(ships, MAX_FINISHED):
            wanted = Counter[Craftsman]()
            for ship in some:
                wanted.update(self._faces[ship].craftsmen)
            # With both workshops occupied by other ships, a ship in hand cannot be laid.
            if some and not wanted - there and (Counter(laid) - Counter(some)).total() < len(WORKSHOPS):
                yield some

    def _purchases(
        self, start: TurnSimulator, price: Goods | None, need: Sequence[int], later: Sequence[int]
    ) -> Iterator[tuple[int, ...]]:
        """Yield how often each resource is bought, up to what all ships need."""
        yield 0, 0, 0
        if price is None:
            return
        purchase = self._components.purchase
        gold = start.gold + sum(start.gold_of(card) for card in start.hand if card in GOLD_VILLAGERS)
        most = min(
            MAX_PURCHASES, gold // max(1, purchase.gold), _max_workers(start) // max(1, purchase.workers)
        )
        tops = [
            min(most, max(0, -(-(need[good] + later[good] - start.goods[good]) // price[good])))
            for good in range(3)
        ]
        for oak in range(tops[0] + 1):
            for wool in range(min(tops[1], most - oak) + 1):
                for iron in range(min(tops[2], most - oak - wool) + 1):
                    if oak + wool + iron:
                        yield oak, wool, iron

    # Playing the decisions

    def _play(self, start: TurnSimulator, decisions: Decisions, price: Goods | None) -> TurnSimulator | None:
        """Return the turn that results from these decisions, or None if it is impossible."""
        goal, laid, later, built, bought = decisions
        workers = sum(bought) * self._components.purchase.workers
        workers += sum(self._faces[card].workers for card in (*goal.ships, *built))
        if _max_workers(start) < workers:
            return None
        turn = start.copy()
        if goal.tool is not None and not turn.buy_tool(goal.tool):
            return None
        if not self._supply(turn, goal, later, bought, price, workers):
            return None
        if not _finish_ships(turn, goal):
            return None
        if not all(map(turn.build, built)) or not all(map(turn.lay, laid)):
            return None
        self._hire(turn)
        for card in GOLD_VILLAGERS:
            while card in turn.hand:
                turn.call_gold(card)
        return turn

    def _supply(
        self,
        turn: TurnSimulator,
        goal: Goal,
        later: Sequence[int],
        bought: Sequence[int],
        price: Goods | None,
        workers: int,
    ) -> bool:
        """Get resources from villagers, by trade and by purchases. Returns False if that is impossible."""
        after = turn.goods[:]
        if price is not None:
            for good, times in enumerate(bought):
                after[good] += times * price[good] + (times > 0 and turn.cart[good] > 0)
        self._receive(turn, after, goal.need, later)
        if "trader" in turn.hand:
            self._trade(turn, after, goal.need, later, workers)
        if price is not None:
            for good, times in enumerate(bought):
                for _ in range(times):
                    if not turn.buy(good, price[good]):
                        return False
        return True

    def _receive(
        self, turn: TurnSimulator, after: list[int], need: Sequence[int], later: Sequence[int]
    ) -> None:
        """Call villagers who bring resources: those needed today, then later ones, iron first."""

        def wanted() -> int:
            good = max(range(3), key=lambda g: need[g] - after[g])
            if need[good] <= after[good]:
                good = max((2, 0, 1), key=lambda g: need[g] + later[g] - after[g])
            after[good] += 1
            return good

        while "merchant" in turn.hand:
            turn.trade_with_merchant(wanted(), wanted())
        while "beggar" in turn.hand:
            turn.beg(wanted())

    def _trade(
        self,
        turn: TurnSimulator,
        after: Sequence[int],
        need: Sequence[int],
        later: Sequence[int],
        workers: int,
    ) -> None:
        """Exchange surplus for missing resources, for today's ships first.

        `after` are the resources after all purchases; only resources already there can be given.
        """
        has, will = [*turn.goods, turn.workers], [*after, turn.workers]
        in_all = [*(today + then for today, then in zip(need, later, strict=True)), workers + 2]
        swaps: list[tuple[int, int]] = []
        for wanted in ([*need, workers], [*in_all[:3], workers]):
            while len(swaps) < turn.exchanges:
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
            turn.exchange(swaps)

    def _hire(self, turn: TurnSimulator) -> None:
        """Hire craftsmen that the ships need, and others while enough places are left."""
        waiting = [card for card in turn.hand if is_craftsman(card)]
        for for_a_ship in (True, False):
            for craftsman in waiting[:]:
                free = MAX_CRAFTSMEN - len(turn.craftsmen)
                yard = self._evaluator.yard(turn.workshops, tuple(turn.craftsmen))
                room = yard.missing.total() < free and (yard.ships < len(WORKSHOPS) or free > 1)
                if free and (yard.missing[craftsman] > 0 if for_a_ship else room):
                    turn.hire(craftsman)
                    waiting.remove(craftsman)


def _finish_ships(turn: TurnSimulator, goal: Goal) -> bool:
    used = goal.used
    for ship in goal.ships:
        if ship not in turn.workshops and not turn.lay(ship):
            return False
        if not turn.finish(ship, with_tool=ship == used):
            return False
        used = None if ship == used else used
    return True


def _max_workers(turn: TurnSimulator) -> int:
    """Return the maximum number of workers for today."""
    return turn.workers + turn.hand.count("beggar") + turn.exchanges * ("trader" in turn.hand)


def _subsets(cards: Sequence[C], most: int) -> Iterator[tuple[C, ...]]:
    """Yield all different subsets with at most `most` cards, the empty one first."""
    seen = set()
    for count in range(min(most, len(cards)) + 1):
        for some in combinations(cards, count):
            if some not in seen:
                seen.add(some)
                yield some
