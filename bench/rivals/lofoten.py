"""A greedy player of Lofoten, with or without modules.

Compares the tables that each way of playing an action could lead to; hidden cards are ignored. Buys an extra
turn if it can, unless a Jarl wants its coins; players who also buy single steps lose more often. Upgrades a
longship where that gains more than the flipped tile is worth, and allies with the first Jarl whose demand it
meets. A few choices are random, so that games differ.

Frozen: the computer players of Lofoten are measured against it.
"""

from random import Random

from rules import GAMES
from rules.lofoten.alliances import is_met, progress
from rules.lofoten.counting import counts
from rules.lofoten.moves import LofotenMove
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
