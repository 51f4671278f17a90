"""A sensible beginner of Explorers, who looks one ply ahead: the points of the table after the move, and how
near everything is that could bring points.

Frozen: the opponents of Explorers are measured against it.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from rules import GAMES
from rules.explorers.chart import Chart, chart
from rules.explorers.game import Explorers
from rules.explorers.pieces import OUTPOSTS_PER_PLAYER
from rules.explorers.state import MAINLAND, SHORE, Player, State
from rules.game import Move, Seat

NEARER = 0.85
"""What is left of something for each step, or each action, that it is away."""
ANIMAL = 2.0
ENEMY = 1.5
ASHORE = 0.25
"""What an animal, an enemy ship and a Viking on an island are worth."""
CREW = 0.4
"""What it is worth that the ship has somebody to sail it."""
DELIVERED = 1.2
"""What a delivered animal is worth for the set it belongs to, beside its points."""
NEXT = 0.6
"""What each further hope counts beside the one before."""
UNSPENT = 0.6
"""What one would rather give up than end a turn with actions left."""
FAR = 30


def choose(state: Any, seat: Seat, random: Random) -> Move:
    game = GAMES["explorers"]
    assert isinstance(game, Explorers)
    moves = game.legal(state, seat)
    if len(moves) == 1 or state.stage == "captains":
        return random.choice(moves)
    worths = []
    for move in moves:
        if move.kind == "end":
            worths.append(_worth(game, state, seat) - UNSPENT)
        else:
            worths.append(_worth(game, game.apply(state, seat, move).state, seat))
    best = max(worths)
    return random.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best])


def _worth(game: Explorers, state: State, seat: Seat) -> float:
    player, map_ = state.players[seat], chart(state.laid)
    ship = player.ship
    sails = _steps(ship.sea, map_.sea_steps)
    home = _steps(SHORE, map_.sea_steps)
    hopes = [ANIMAL * NEARER ** (home.get(ship.sea, FAR) + 1)] * len(ship.livestock)
    for land, _ in state.livestock:
        away = min(sails.get(sea, FAR) + home.get(sea, FAR) for sea in map_.seas_of(land // 3))
        hopes.append(ANIMAL * NEARER ** (away + (2 if player.vikings_on(land) else 3)))
    for land, strength in state.settlements:
        hopes.append(strength * NEARER ** _gather(player, (land,), strength, map_, sails))
    if len(player.outposts) < OUTPOSTS_PER_PLAYER:
        taken = {
            land // 3 for each in state.players for point in each.outposts for land in map_.points[point]
        }
        for lands in map_.points.values():
            if not any(land // 3 in taken for land in lands):
                away = 2 + _gather(player, lands, 2, map_, sails)
                hopes.append((2 + len(player.outposts)) * NEARER**away)
    if ship.vikings > 1:
        hopes += [ENEMY * NEARER ** sails.get(sea, FAR) for sea, _ in state.enemies]
    on_islands = sum(count for land, count in player.ashore if land != MAINLAND)
    worth = game.current_scores(state)[seat] + ASHORE * on_islands + CREW * (ship.vikings > 0)
    worth += DELIVERED * len(player.delivered)
    return worth + sum(hope * NEXT**rank for rank, hope in enumerate(sorted(hopes, reverse=True)))


def _gather(player: Player, lands: Iterable[int], wanted: int, map_: Chart, sails: dict[int, int]) -> int:
    """How many steps it takes to bring so many Vikings there, the nearest first."""
    ways = []
    lands = tuple(lands)
    by_ship = 1 + min(sails.get(sea, FAR) for land in lands for sea in map_.seas_of(land // 3))
    ways += [by_ship + number for number in range(player.ship.vikings)]
    marches = [_steps(land, map_.land_steps) for land in lands]
    for land, count in player.ashore:
        away = min(steps.get(land, FAR) for steps in marches)
        ways += [away] * count
    ways.sort()
    return sum(ways[:wanted])


def _steps(start: int, steps: dict[int, tuple[int, ...]]) -> dict[int, int]:
    found = {start: 0}
    way = [start]
    for place in way:
        for beyond in steps[place]:
            if beyond not in found:
                found[beyond] = found[place] + 1
                way.append(beyond)
    return found
