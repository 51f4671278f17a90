"""Measures length, built ships and winners of Shipwrights among greedy players.

Run with `python -m bench.shipwrights_balance`; `--games` is the number of games for each number of seats.
Every seat is played by the same greedy player, who uses no hidden information. It picks and plays what brings
its next ships closer, attacks the leader where that is free, and builds with spare resources.
"""

from argparse import ArgumentParser
from collections import Counter
from random import Random
from statistics import median

from rules import GAMES
from rules.game import Seat
from rules.shipwrights.components import Components, Face
from rules.shipwrights.fleet import mill_capacity
from rules.shipwrights.game import Shipwrights
from rules.shipwrights.moves import (
    Assassin,
    Barbarian,
    Beggar,
    Berserker,
    Build,
    Buy,
    BuyTool,
    Call,
    Conspirator,
    Finish,
    Hire,
    Keep,
    Lay,
    Merchant,
    Pick,
    Raider,
    Return,
    Sage,
    ShipwrightsMove,
    Stock,
    Swap,
    Thief,
)
from rules.shipwrights.pieces import CRAFTSMEN, GOODS, SHIPS, Card, Craftsman, Goods
from rules.shipwrights.scoring import points_now
from rules.shipwrights.state import Player, State

MAX_DAYS, MIN_DAYS = 14, 8
"""Four games in five should last between these numbers of days."""


class GreedyPlayer:
    """Values a legal move by what it brings closer; ends the turn if no value is positive."""

    def __init__(self, components: Components, random: Random) -> None:
        self.faces = components.faces
        self.components = components
        self.random = random

    def choose(self, game: Shipwrights, state: State, seat: Seat) -> ShipwrightsMove:
        moves = game.legal(state, seat)
        if len(moves) == 1:
            return moves[0]
        valued = [(self.value(state, seat, move), self.random.random(), move) for move in moves]
        return max(valued, key=lambda entry: entry[:2])[2]

    def value(self, state: State, seat: Seat, move: ShipwrightsMove) -> float:
        player = state.players[seat]
        match move:
            case Stock():
                return float(move.first == "oak") + float(move.second in ("wool", "iron"))
            case Pick() | Keep():
                return self.draft_value(state, seat, move.card)
            case Finish():
                return 100 + self.faces[self._ship(player, move.workshop)].points - 2 * move.tool
            case Return():
                return -self._missing_goods(player, player.mill.plus(move.good, -move.amount))
            case Lay() | Hire() | BuyTool() | Build():
                return self._play(state, player, move)
            case Buy():
                return self._buy(player, move, self.components.price(state.backs[-1]).of(move.good))
            case Merchant() | Beggar() | Swap() | Call() | Sage():
                return self._gain(player, move)
            case Assassin() | Barbarian() | Conspirator() | Raider() | Berserker() | Thief():
                return self._attack_value(state, seat, move)
            case _:
                return 0.0 if move.kind in ("end", "enough") else -1.0

    # Needs

    def _ship(self, player: Player, workshop: str) -> Card:
        ship = player.workshops[0 if workshop == "a" else 1]
        assert ship is not None
        return ship

    def _ships_in_workshops(self, player: Player) -> list[Face]:
        return [self.faces[ship] for ship in player.workshops if ship is not None]

    def _missing_craftsmen(self, player: Player) -> Counter[Craftsman]:
        """Craftsmen that the ships in the workshops lack."""
        wanted: Counter[Craftsman] = Counter()
        for ship in self._ships_in_workshops(player):
            wanted.update(ship.craftsmen)
        wanted.subtract(Counter(player.craftsmen))
        return +wanted

    def _missing_goods(self, player: Player, mill: Goods) -> float:
        """Resources that the ships lack with this mill; a tool replaces its own."""
        spares = None if player.tool is None else self.faces[player.tool].spares
        needed = [sum(ship.goods.of(good) for ship in self._ships_in_workshops(player)) for good in GOODS]
        lacks = 0.0
        for good, need in zip(GOODS, needed, strict=True):
            weight = 0.4 if good == spares else 1.0
            lacks += weight * max(0, need - mill.of(good))
        return lacks

    def _goods_value(self, player: Player, goods: Goods) -> float:
        """Value of these resources for the ships."""
        more = Goods(*(has + new for has, new in zip(player.mill, goods, strict=True)))
        room = mill_capacity(player, self.components) - player.mill.total
        useful = self._missing_goods(player, player.mill) - self._missing_goods(player, more)
        return useful if goods.total <= room else useful - 0.3 * (goods.total - room)

    # Moves

    def draft_value(self, state: State, seat: Seat, card: Card) -> float:
        """Value of a card in the draft."""
        player, face = state.players[seat], self.faces[card]
        held = [each.card for each in player.hand]
        match face.kind:
            case "ship":
                free = player.workshops.count(None) - sum(other in SHIPS for other in held)
                return (4.0 + self._fits(player, face, held)) if free > 0 else 0.2
            case "craftsman":
                wanted = self._missing_craftsmen(player)
                for other in held:
                    if other in SHIPS:
                        wanted.update(self.faces[other].craftsmen)
                    elif other in CRAFTSMEN:
                        wanted.subtract([other])  # type: ignore[list-item]
                if wanted[card] > 0:  # type: ignore[index]
                    return 6.0
                places = 4 - len(player.craftsmen) - sum(other in CRAFTSMEN for other in held)
                return 2.8 if places > sum((+wanted).values()) else 0.4
            case "tool":
                spares = [
                    ship.goods.of(face.spares) for ship in self._ships_in_workshops(player) if face.spares
                ]
                worth = 1.0 + 0.8 * max(spares, default=0 if face.spares else 1)
                return worth if player.tool is None and player.gold >= face.gold else 0.3
            case "building":
                if card in player.buildings or player.gold < face.gold - 3:
                    return 0.1
                return 1.0 + 1.4 * self._building(player, face) - 0.2 * face.workers
            case _:
                return self._villager(state, seat, card)

    def _fits(self, player: Player, ship: Face, held: list[Card]) -> float:
        """Value of a ship: points for its cost, and craftsmen at hand."""
        there = Counter(player.craftsmen) + Counter(card for card in held if card in CRAFTSMEN)
        found = sum((Counter(ship.craftsmen) & there).values())
        cost = ship.goods.total + ship.workers + 0.5 * ship.gold + 4 * (len(ship.craftsmen) - found)
        return (
            1.2 * ship.points + 0.5 * ship.military - 0.35 * cost + ship.daily_workers + 0.5 * ship.daily_gold
        )

    def _building(self, player: Player, building: Face) -> float:
        match building.counts:
            case "gold":
                return 1.5
            case "trade_ships":
                return 2.0 * sum(self.faces[ship].military == 0 for ship in player.fleet) + 1.0
            case "mill":
                return float(max(0, mill_capacity(player, self.components) - 8))
            case _:
                return float(building.points)

    def _villager(self, state: State, seat: Seat, card: Card) -> float:
        player, face = state.players[seat], self.faces[card]
        rivals = [other for owner, other in enumerate(state.players) if owner != seat]
        match card:
            case "labourer" | "beggar" | "merchant":
                return 1.6 * face.gains_workers + 1.2 * face.gains_goods
            case "king" | "queen" | "navigator" | "mercenary":
                return 0.7 * min(face.gains_gold + 1, 12 - player.gold)
            case "conspirator":
                wanted = self._missing_craftsmen(player)
                lure = any(craftsman in wanted for rival in rivals for craftsman in rival.craftsmen)
                return 5.0 if lure and len(player.craftsmen) < 4 else 1.0
            case "thief":
                return max(0.8 * rival.mill.of(good) for rival in rivals for good in GOODS)
            case "assassin":
                return 1.8 if any(rival.craftsmen for rival in rivals) else 0.4
            case "barbarian":
                return 1.6 if self._stuck(player) or max(len(rival.fleet) for rival in rivals) == 3 else 0.6
            case "trader" | "chieftain" | "sage" | "watchman" | "pioneer":
                return 1.5
            case _:
                return 0.7

    def _stuck(self, player: Player) -> bool:
        return (
            None not in player.workshops
            and len(player.craftsmen) == 4
            and bool(self._missing_craftsmen(player))
        )

    def _play(self, state: State, player: Player, move: Lay | Hire | BuyTool | Build) -> float:
        face = self.faces[move.card]
        match move:
            case Lay():
                return 50 + self._fits(player, face, [held.card for held in player.hand])
            case Hire():
                wanted = self._missing_craftsmen(player)
                free = 4 - len(player.craftsmen)
                if wanted[move.card] > 0:
                    return 45.0
                return 1.0 if free > sum(wanted.values()) else -1.0
            case BuyTool():
                spared = max(
                    (ship.goods.of(face.spares) for ship in self._ships_in_workshops(player) if face.spares),
                    default=1,
                )
                spare_gold = (
                    player.gold
                    - face.gold
                    - min((ship.gold for ship in self._ships_in_workshops(player)), default=0)
                )
                return 3.0 if player.tool is None and spared > 1 and spare_gold >= 0 else -1.0
            case Build():
                worth = self._building(player, face)
                ending = max(len(each.fleet) for each in state.players) >= 3
                spare = player.gold - face.gold >= 2 and player.workers - face.workers >= 1
                return worth if worth >= 1 and (spare or ending) else -1.0

    def _buy(self, player: Player, move: Buy, amount: int) -> float:
        """Value of a purchase: good if two of the goods are needed, or one if rich; never with a ship's own
        pay."""
        lacking = self._missing_goods(player, player.mill)
        useful = self._goods_value(player, Goods().plus(move.good, amount + move.cart))
        nearest = min(
            self._ships_in_workshops(player), key=lambda ship: ship.gold + ship.workers, default=None
        )
        rich = player.workers >= 4 or player.gold >= 8
        if nearest is None or useful < min(1.0 if rich else 2.0, lacking) or useful <= 0:
            return -1.0
        ready = not self._missing_craftsmen(player) and lacking == 0
        keeps = player.workers - 2 >= nearest.workers and player.gold - 2 >= nearest.gold
        return useful if keeps or not ready else -1.0

    def _gain(self, player: Player, move: Merchant | Beggar | Swap | Call | Sage) -> float:
        match move:
            case Merchant():
                return 30 + self._goods_value(player, Goods().plus(move.first, 1).plus(move.second, 1))
            case Beggar():
                return 30 + self._goods_value(player, Goods().plus(move.good, 1))
            case Swap():
                return self._swap_value(player, move) - 0.1
            case Sage():
                given = [card for card in (move.first, move.second) if card != "none"]
                return sum(
                    5.0 if self.faces[card].kind in ("ship", "building", "villager") else -9 for card in given
                )
            case Call():
                return 1.0 if move.card == "trader" else 40.0

    def _swap_value(self, player: Player, move: Swap) -> float:
        mill, worth = player.mill, 0.0
        if move.give == "worker":
            worth -= 1.2
        else:
            mill = mill.plus(move.give, -1)
        if move.take == "worker":
            worth += 1.2 if player.workers < 4 else 0.2
        else:
            mill = mill.plus(move.take, 1)
        return worth + self._missing_goods(player, player.mill) - self._missing_goods(player, mill)

    def _attack_value(
        self, state: State, seat: Seat, move: Assassin | Barbarian | Conspirator | Raider | Berserker | Thief
    ) -> float:
        if move.player == seat:
            return self._own_board_value(state.players[seat], move)
        points = points_now(state, self.components)
        leading = 0.2 * points[move.player] + 0.5 * len(state.players[move.player].fleet)
        target, player = state.players[move.player], state.players[seat]
        match move:
            case Conspirator():
                return leading + (25.0 if self._missing_craftsmen(player)[move.craftsman] > 0 else 0.5)
            case Assassin():
                return leading + (
                    2.0
                    if any(move.craftsman in ship.craftsmen for ship in self._ships_in_workshops(target))
                    else 0.5
                )
            case Barbarian():
                return leading + 0.5
            case Thief():
                amount = target.mill.of(move.good)
                return 5 + amount + self._goods_value(player, Goods().plus(move.good, amount))
            case Raider():
                return leading + min(target.gold, target.mill.total)
            case Berserker():
                return leading if player.gold >= 9 else -1.0

    def _own_board_value(self, player: Player, move: ShipwrightsMove) -> float:
        """Value of attacking one's own board: only if nothing else can free it."""
        if not self._stuck(player):
            return -1.0
        if isinstance(move, Assassin):
            needed = any(move.craftsman in ship.craftsmen for ship in self._ships_in_workshops(player))
            return -1.0 if needed else 4.0
        return -1.0


class Tally:
    """Counts over the games of one number of seats."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.days: list[int] = []
        self.wins: Counter[int] = Counter()
        self.built_in: Counter[Card] = Counter()
        self.points: list[int] = []

    def add(self, game: Shipwrights, state: State, first: Seat) -> None:
        outcome = game.outcome(state)
        assert outcome is not None
        self.days.append(state.day)
        self.points.append(max(outcome.totals))
        for seat in outcome.ranking[0]:
            self.wins[(seat - first) % self.seats] += 1 / len(outcome.ranking[0])  # type: ignore[assignment]
        self.built_in.update({ship for player in state.players for ship in player.fleet})

    def __str__(self) -> str:
        games = len(self.days)
        within = sum(MIN_DAYS <= days <= MAX_DAYS for days in self.days) / games
        rarest = min(SHIPS, key=lambda ship: self.built_in[ship])
        luckiest = max(self.wins.values()) * self.seats / games
        return (
            f"{self.seats} seats: {median(self.days):.0f} days (from {min(self.days)} to {max(self.days)}), "
            f"{within:.0%} within {MIN_DAYS}–{MAX_DAYS}; winner {median(self.points):.0f} points; "
            f"rarest ship {rarest} in {self.built_in[rarest] / games:.0%} of games; "
            f"luckiest place {luckiest:.2f} × its share"
        )


def play(game: Shipwrights, seats: int, random: Random, tally: Tally) -> None:
    state = game.setup(seats, game.info.options(), random.randbytes(32))
    first = state.first
    player = GreedyPlayer(game.components, random)
    while owing := game.to_act(state):
        seat = min(owing)
        state = game.apply(state, seat, player.choose(game, state, seat)).state
    tally.add(game, state, first)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4, 5])
    arguments = parser.parse_args()
    game = GAMES["shipwrights"]
    assert isinstance(game, Shipwrights)
    for seats in arguments.seats:
        tally = Tally(seats)
        for number in range(arguments.games):
            play(game, seats, Random(f"{seats} {number}"), tally)
        print(tally)


if __name__ == "__main__":
    main()
