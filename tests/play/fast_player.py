"""A greedy Lofoten player that fetches what it can each turn, so that test games end soon."""

from random import Random
from typing import Any

from bot.play.core.snapshot import GameSnapshot
from rules import GAMES
from rules.game import Move, Seat

GAME = GAMES["lofoten"]
MAX_LOOKAHEAD = 5
MANUAL_MOVES = 25
"""Moves at either end of a game that tests make through the chat; the rest is written directly."""


class FastPlayer:
    """Searches a few steps ahead within its own turn, for goods fetched and stored."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def choose_move(self, state: Any, seat: Seat) -> Move:
        scored = [
            (self._search(state, seat, move, MAX_LOOKAHEAD), self._chance.random(), move)
            for move in GAME.legal(state, seat)
            if move.kind not in ("extra_turn", "new_hand")
        ]
        return max(scored, key=lambda entry: entry[:2])[2]

    def _search(self, state: Any, seat: Seat, move: Move, depth: int) -> float:
        step = GAME.apply(state, seat, move)
        value = _evaluate(step.state, seat)
        if step.barrier or depth == 0:
            return value
        return max(
            self._search(step.state, seat, further, depth - 1)
            for further in GAME.legal(step.state, seat)
            if further.kind not in ("extra_turn", "new_hand")
        )


def choose_whole_game(snapshot: GameSnapshot, player: FastPlayer) -> list[Move]:
    """All moves of a game that has just started, up to its end."""
    game, state = snapshot.game, snapshot.state
    moves: list[Move] = []
    while game.to_act(state):
        (seat,) = game.to_act(state)
        moves.append(player.choose_move(state, seat))
        state = game.apply(state, seat, moves[-1]).state
    return moves


def _evaluate(state: Any, seat: Seat) -> float:
    view = GAME.view(state, None)
    fleet = view.fleets[seat]
    ships = (fleet.market, fleet.right, fleet.dock, fleet.left)
    stored = sum(len(warehouse.sides[seat]) for warehouse in view.warehouses)
    loaded = sum(len(ship.load) for ship in ships)
    orders = sum(ship.order is not None for ship in ships)
    fetched = sum(tile is None for tile in view.market)
    return 10 * stored + 6 * loaded + 4 * fetched + orders
