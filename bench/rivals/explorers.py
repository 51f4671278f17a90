"""A greedy player of Explorers that looks one ply ahead at points and at the distance to further points.

Frozen: the computer players of Explorers are measured against it.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from bench.rivals.steps import steps_from
from rules import GAMES
from rules.explorers.chart import Chart, chart
from rules.explorers.game import Explorers
from rules.explorers.pieces import OUTPOSTS_PER_PLAYER
from rules.explorers.state import MAINLAND, SHORE, Player, State
from rules.game import Move, Seat

DISCOUNT_PER_STEP = 0.85
"""Discount of a prospect per step or action."""
ANIMAL_VALUE = 2.0
ENEMY_VALUE = 1.5
ASHORE_VALUE = 0.25
"""Value of a Viking on an island."""
CREW_VALUE = 0.4
"""Value of a crew on the ship."""
DELIVERED_VALUE = 1.2
"""Value of a delivered animal for its set, beside its points."""
RANK_DISCOUNT = 0.6
"""Discount of each further prospect."""
UNSPENT_COST = 0.6
"""Penalty for ending a turn with actions left."""
UNREACHABLE_STEPS = 30


def choose(state: Any, seat: Seat, random: Random) -> Move:
    game = GAMES["explorers"]
    assert isinstance(game, Explorers)
    moves = game.legal(state, seat)
    if len(moves) == 1 or state.stage == "captains":
        return random.choice(moves)
    scores = []
    for move in moves:
        if move.kind == "end":
            scores.append(_evaluate(game, state, seat) - UNSPENT_COST)
        else:
            scores.append(_evaluate(game, game.apply(state, seat, move).state, seat))
    best = max(scores)
    return random.choice([move for move, score in zip(moves, scores, strict=True) if score == best])


def _evaluate(game: Explorers, state: State, seat: Seat) -> float:
    player, map_ = state.players[seat], chart(state.laid)
    ship = player.ship
    sails = steps_from((ship.sea,), map_.sea_steps)
    home = steps_from((SHORE,), map_.sea_steps)
    prospects = [ANIMAL_VALUE * DISCOUNT_PER_STEP ** (home.get(ship.sea, UNREACHABLE_STEPS) + 1)] * len(
        ship.livestock
    )
    for land, _ in state.livestock:
        away = min(
            sails.get(sea, UNREACHABLE_STEPS) + home.get(sea, UNREACHABLE_STEPS)
            for sea in map_.seas_of(land // 3)
        )
        prospects.append(ANIMAL_VALUE * DISCOUNT_PER_STEP ** (away + (2 if player.vikings_on(land) else 3)))
    for land, strength in state.settlements:
        prospects.append(
            strength * DISCOUNT_PER_STEP ** _gathering_steps(player, (land,), strength, map_, sails)
        )
    if len(player.outposts) < OUTPOSTS_PER_PLAYER:
        taken = {
            land // 3 for each in state.players for point in each.outposts for land in map_.points[point]
        }
        for lands in map_.points.values():
            if not any(land // 3 in taken for land in lands):
                away = 2 + _gathering_steps(player, lands, 2, map_, sails)
                prospects.append((2 + len(player.outposts)) * DISCOUNT_PER_STEP**away)
    if ship.vikings > 1:
        prospects += [
            ENEMY_VALUE * DISCOUNT_PER_STEP ** sails.get(sea, UNREACHABLE_STEPS) for sea, _ in state.enemies
        ]
    on_islands = sum(count for land, count in player.ashore if land != MAINLAND)
    score = game.current_scores(state)[seat] + ASHORE_VALUE * on_islands + CREW_VALUE * (ship.vikings > 0)
    score += DELIVERED_VALUE * len(player.delivered)
    return score + sum(
        prospect * RANK_DISCOUNT**rank for rank, prospect in enumerate(sorted(prospects, reverse=True))
    )


def _gathering_steps(
    player: Player, lands: Iterable[int], wanted: int, map_: Chart, sails: dict[int, int]
) -> int:
    """Steps needed to bring `wanted` Vikings there, the nearest first."""
    ways = []
    lands = tuple(lands)
    by_ship = 1 + min(sails.get(sea, UNREACHABLE_STEPS) for land in lands for sea in map_.seas_of(land // 3))
    ways += [by_ship + number for number in range(player.ship.vikings)]
    marches = [steps_from((land,), map_.land_steps) for land in lands]
    for land, count in player.ashore:
        away = min(steps.get(land, UNREACHABLE_STEPS) for steps in marches)
        ways += [away] * count
    ways.sort()
    return sum(ways[:wanted])
