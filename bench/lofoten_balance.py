"""Measures the balance of Lofoten, with or without modules, between two sensible greedy players.

Run with `python -m bench.lofoten_balance --games 400`. The players compare the tables that each way of
playing an action could lead to; hidden cards are ignored. They buy an extra turn if they can, unless a Jarl
wants their coins; players who also buy single steps lose more often. They upgrade a longship where that gains
more than the flipped tile is worth, and ally with the first Jarl whose demand they meet. A few choices are
random, so that games differ. Each deal is played twice, once with either seat as the first player.
"""

from argparse import ArgumentParser
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from rules import GAMES
from rules.lofoten.alliances import is_met, progress
from rules.lofoten.counting import counts
from rules.lofoten.moves import LofotenMove
from rules.lofoten.options import LofotenOptions
from rules.lofoten.scoring import power_points
from rules.lofoten.state import State

GAME = GAMES["lofoten"]
RANDOM_MOVE_SHARE = 0.04
"""Share of choices that are random."""


def evaluate(state: State, seat: int) -> float:
    """Evaluate a state for a seat: points, leads, cargo, ships, and Jarls in reach."""
    points = power_points(state)
    value = 1.0 * (points[seat] - points[1 - seat])
    for index in range(len(state.warehouses)):
        first, second = counts(state, index)
        value += 0.35 * max(-6, min(6, first - second if seat == 0 else second - first))
    value += _cargo_value(state, seat) - 0.6 * _cargo_value(state, 1 - seat)
    value += 0.35 * (state.players[seat].coins - state.players[1 - seat].coins)
    for alliance in state.alliances:
        if alliance.owner == seat:
            value += 3
        elif alliance.owner is None:
            value += 2 * min(1, progress(state, seat, alliance.demand) / alliance.demand.number)
            value += 0.5 * is_met(state, seat, alliance.demand)
    return value


def _cargo_value(state: State, seat: int) -> float:
    """Value of cargo, higher near the dock, and of orders that the market can fill."""
    fleet = state.players[seat].fleet
    wanted = [tile for tile in state.market if tile is not None]
    value = 0.0
    for turns, ship in zip((2, 1, 0, 1), fleet.ships, strict=True):
        if ship.load:
            value += (1.0 - 0.12 * turns) * (0.8 + sum(tile.amount for tile in ship.load))
        elif ship.order:
            near = [
                tile.amount / (1.5 + abs(zone - fleet.zone) + (2 - turns))
                for zone, tile in enumerate(state.market)
                if tile is not None and tile.good == ship.order.good
            ]
            value += 0.35 + (0.9 * max(near) if near else 0)
        value += 0.5 * ship.upgraded
    return value if wanted else value * 0.5


def choose(state: State, seat: int, random: Random) -> LofotenMove:
    moves = GAME.legal(state, seat)
    if len(moves) == 1:
        return moves[0]
    sensible = [move for move in moves if move.kind not in ("new_hand", "extra_turn", "coin")]
    turn = [move for move in moves if move.kind == "extra_turn"]
    if turn and not _saves_coins(state, seat):
        return turn[0]
    if random.random() < RANDOM_MOVE_SHARE:
        return random.choice(sensible)
    if state.phase == "turn_end":
        return _at_turn_end(state, sensible)
    return max(sensible, key=lambda move: _best_after(state, seat, move, random))


def _saves_coins(state: State, seat: int) -> bool:
    """True if the player can still gain a Jarl that demands coins."""
    return all(alliance.owner != seat for alliance in state.alliances) and any(
        alliance.owner is None and alliance.demand.kind in ("own_coins", "give_coins")
        for alliance in state.alliances
    )


def _at_turn_end(state: State, moves: list[LofotenMove]) -> LofotenMove:
    """Claim a Jarl if possible; otherwise make the cheapest upgrade if it gains anything."""
    claims = [move for move in moves if move.kind == "claim"]
    if claims:
        return claims[0]
    upgrades = [move for move in moves if move.kind == "upgrade"]
    if upgrades:
        best = max(upgrades, key=lambda move: evaluate(_after(state, state.active, move), state.active))
        if evaluate(_after(state, state.active, best), state.active) >= evaluate(state, state.active):
            return best
    return moves[-1]


def _after(state: State, seat: int, move: LofotenMove) -> State:
    after: State = GAME.apply(state, seat, move).state
    return after


def _best_after(state: State, seat: int, move: LofotenMove, random: Random, depth: int = 3) -> float:
    """The best evaluation within the action phase after this move, with random tie-breaking."""
    after = _after(state, seat, move)
    playing = after.active == seat and after.phase in ("steps", "effect", "load", "store")
    if not playing or depth == 0:
        return evaluate(after, seat) + random.random() * 1e-3
    moves = [each for each in GAME.legal(after, seat) if each.kind not in ("new_hand", "extra_turn", "coin")]
    if len(moves) > 6:
        moves = random.sample(moves, 6)
    return max(_best_after(after, seat, each, random, depth - 1) for each in moves)


@dataclass
class Tally:
    """Counts over many games."""

    games: int = 0
    first_player: float = 0
    draws: int = 0
    offered: Counter[str] = field(default_factory=Counter)
    gained: Counter[str] = field(default_factory=Counter)
    won_with: Counter[str] = field(default_factory=Counter)
    upgrades: int = 0
    dealt: Counter[str] = field(default_factory=Counter)
    paid: Counter[str] = field(default_factory=Counter)

    def add(self, state: State) -> None:
        outcome = GAME.outcome(state)
        assert outcome is not None
        self.games += 1
        winners = outcome.ranking[0]
        self.draws += len(winners) == 2
        self.first_player += 0.5 if len(winners) == 2 else state.first in winners
        for alliance in state.alliances:
            self.offered[alliance.jarl] += 1
            if alliance.owner is not None:
                self.gained[alliance.jarl] += 1
                self.won_with[alliance.jarl] += 2 if winners == (alliance.owner,) else len(winners) == 2
        self.upgrades += sum(ship.upgraded for player in state.players for ship in player.fleet.ships)
        for row in outcome.sheet:
            self.dealt[row.about or row.category] += 1
            self.paid[row.about or row.category] += sum(row.points)

    def print_report(self) -> None:
        print(f"games {self.games}")
        print(
            f"first player's share {self.first_player / self.games:.1%}, draws {self.draws / self.games:.1%}"
        )
        print(f"upgrades a game {self.upgrades / self.games:.2f}")
        for jarl in sorted(self.offered):
            taken = self.gained[jarl]
            share = self.won_with[jarl] / 2 / taken if taken else 0
            games = self.offered[jarl]
            print(f"  {jarl:10} gained in {taken / games:6.1%} of {games:4} games, then wins {share:.1%}")
        for card in sorted(self.dealt):
            print(f"  {card:14} pays {self.paid[card] / self.dealt[card]:5.2f} to both together")


def play(options: LofotenOptions, number: int) -> State:
    """Play one game. Two numbers share a deal, once for each first player."""
    random = Random(number)
    agreed = options.model_copy(update={"begins": "guest" if number % 2 else "host"})
    state: State = GAME.setup(2, agreed, Random(number // 2).randbytes(32))
    while owing := GAME.to_act(state):
        (seat,) = owing
        state = _after(state, seat, choose(state, seat, random))
    return state


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--from", type=int, default=0, dest="start")
    parser.add_argument("--new-warehouses", default="random")
    parser.add_argument("--alliances", default="yes")
    parser.add_argument("--better-longships", default="yes")
    given = parser.parse_args()
    options = LofotenOptions(
        new_warehouses=given.new_warehouses,
        alliances=given.alliances,
        better_longships=given.better_longships,
    )
    tally = Tally()
    for number in range(given.start, given.start + given.games):
        tally.add(play(options, number))
    tally.print_report()


if __name__ == "__main__":
    main()
