"""Static evaluation of Shipwrights: a weighted sum of features of each board, in log-odds of winning.

Boards are evaluated as they will be after tonight's rest. Weights depend on the size of the largest fleet.
"""

from collections import Counter
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from opponents.shipwrights.weights import WIN_WEIGHTS, Weights
from rules.game import Seat
from rules.shipwrights.components import Components
from rules.shipwrights.pieces import GOODS, MAX_CRAFTSMEN, Craftsman, Goods, ShipKey
from rules.shipwrights.scoring import building_points
from rules.shipwrights.state import Player

Workshops = tuple[ShipKey | None, ShipKey | None]


class FleetSummary(NamedTuple):
    """Summary of finished ships."""

    points: int
    military: int
    mill: int
    workers: int
    gold: int


class YardSummary(NamedTuple):
    """Summary of the workshops: requirements of the ships, given the craftsmen."""

    ships: int
    points: int
    military: int
    income: int  # of the ships each evening; a worker counts twice
    matched: int  # craftsmen there that are needed
    missing: Counter[Craftsman]
    spare: int  # craftsmen there that are not needed
    crowded: int  # craftsmen missing for whom no place is free
    manned: tuple[ShipKey, ...]  # ships with all their craftsmen
    goods: Goods  # needed by all together
    most: Goods  # needed by one of them


class Evaluator:
    """Evaluates boards for one set of components; summaries are cached."""

    def __init__(self, components: Components, weights: Weights) -> None:
        self.components = components
        self.weights = weights
        self.faces = components.faces
        self._fleets: dict[tuple[ShipKey, ...], FleetSummary] = {}
        self._yards: dict[tuple[Workshops, tuple[Craftsman, ...]], YardSummary] = {}

    def fleet(self, ships: tuple[ShipKey, ...]) -> FleetSummary:
        known = self._fleets.get(ships)
        if known is None:
            faces = [self.faces[ship] for ship in ships]
            evening = self.components.evening
            known = self._fleets[ships] = FleetSummary(
                sum(face.points for face in faces),
                sum(face.military for face in faces),
                max(0, self.components.board.resources + sum(face.mill for face in faces)),
                max(evening.fewest_workers, evening.workers + sum(face.daily_workers for face in faces)),
                sum(face.daily_gold for face in faces),
            )
        return known

    def yard(self, workshops: Workshops, craftsmen: tuple[Craftsman, ...]) -> YardSummary:
        key = (workshops, craftsmen)
        known = self._yards.get(key)
        if known is None:
            if len(self._yards) > 50_000:
                self._yards.clear()
            known = self._yards[key] = self._summarize_yard(workshops, craftsmen)
        return known

    def _summarize_yard(self, workshops: Workshops, craftsmen: tuple[Craftsman, ...]) -> YardSummary:
        ships = [ship for ship in workshops if ship is not None]
        faces = [self.faces[ship] for ship in ships]
        there = Counter(craftsmen)
        wanted: Counter[Craftsman] = Counter()
        for face in faces:
            wanted.update(face.craftsmen)
        missing = wanted - there
        matched = sum((wanted & there).values())
        lacks = sum(missing.values())
        free = MAX_CRAFTSMEN - len(craftsmen)
        goods = Goods(*(sum(face.goods[place] for face in faces) for place in range(3)))
        return YardSummary(
            len(ships),
            sum(face.points for face in faces),
            sum(face.military for face in faces),
            sum(2 * face.daily_workers + face.daily_gold for face in faces),
            matched,
            missing,
            len(craftsmen) - matched,
            max(0, lacks - free),
            tuple(
                ship for ship, face in zip(ships, faces, strict=True) if not Counter(face.craftsmen) - there
            ),
            goods,
            Goods(*(max((face.goods[place] for face in faces), default=0) for place in range(3))),
        )

    def features(self, player: Player, *, first: bool, waits: bool, rivals: int) -> tuple[float, ...]:
        """Return the amount of each of `FEATURES` that a player has after tonight.

        `rivals`: the most military points of another player. `first`: the player begins tomorrow. `waits`:
        they still have a turn today.
        """
        board = self.components.board
        fleet = self.fleet(player.fleet)
        yard = self.yard(player.workshops, player.craftsmen)
        gold = min(board.gold, player.gold + player.workers + fleet.gold)
        workers = min(board.workers, player.workers + fleet.workers)
        oak, wool, iron = need = yard.goods
        spared, tool = 0, 0
        if player.tool is not None:
            tool = 1
            spares = self.faces[player.tool].spares
            if spares is not None:
                place = GOODS.index(spares)
                spared = yard.most[place]
                need = Goods(*(n - spared * (p == place) for p, n in enumerate(need)))
                oak, wool, iron = need
        mill = player.mill
        useful = min(mill[0], oak) + min(mill[1], wool) + min(mill[2], iron)
        total = mill[0] + mill[1] + mill[2]
        spare = max(0, min(total, fleet.mill) - useful)
        ready = 0
        for ship in yard.manned:
            face = self.faces[ship]
            if gold >= face.gold and workers >= face.workers and mill.covers(face.goods):
                ready = 1
        points = float(fleet.points)
        counting = 0
        for building in player.buildings:
            face = self.faces[building]
            if face.counts == "gold":
                points += face.points * (gold // face.each)
            else:
                points += building_points(player, building, self.components)
            counting += face.counts is not None
        bonus = self.components.end.military_bonus
        return (
            points,
            len(player.fleet),
            len(player.fleet) >= self.components.end.ships - 1,
            fleet.military,
            float(
                bonus
                * (fleet.military > 0)
                * (1 if fleet.military > rivals else 0.7 * (fleet.military == rivals))
            ),
            workers,
            gold,
            min(gold, 5),
            fleet.workers,
            fleet.gold,
            useful,
            min(spare, 3),
            yard.matched,
            yard.spare,
            yard.crowded,
            yard.ships,
            yard.points,
            yard.military,
            yard.income,
            len(yard.manned),
            ready,
            tool,
            spared + player.cart[0] + player.cart[1] + player.cart[2],
            counting,
            first,
            waits,
        )

    def phase(self, players: Sequence[Player]) -> int:
        """Return the size of the largest fleet. The game ends with the day that completes one."""
        return min(self.components.end.ships, max(len(player.fleet) for player in players))

    def evaluate_board(self, player: Player, phase: int, *, first: bool, waits: bool, rivals: int) -> float:
        """Return the value of a board in log-odds; only differences between boards matter."""
        return _dot(self.weights[phase], self.features(player, first=first, waits=waits, rivals=rivals))

    def win_probabilities(
        self, players: Sequence[Player], first: Seat, waiting: Sequence[bool]
    ) -> list[float]:
        """Return each seat's win probability.

        `first`: the first player of tomorrow. `waiting`: True for seats that still have a turn today.
        """
        weights = WIN_WEIGHTS[self.phase(players)]
        military = [self.fleet(player.fleet).military for player in players]
        values = []
        for seat, player in enumerate(players):
            rivals = max(strength for other, strength in enumerate(military) if other != seat)
            features = self.features(player, first=seat == first, waits=waiting[seat], rivals=rivals)
            values.append(_dot(weights, features))
        most = max(values)
        odds = [exp(value - most) for value in values]
        return [odd / sum(odds) for odd in odds]


def _dot(weights: Sequence[float], features: Sequence[float]) -> float:
    value = 0.0
    for weight, part in zip(weights, features, strict=True):
        value += weight * part
    return value


def probability(odds: float) -> float:
    """Return the probability for log-odds (logistic function)."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))
