"""Plies per second of random games, beside random games of python-chess in the same run.

Run with `python -m bench.random_plies`. Seconds are of CPU time and the rounds alternate, so that a busy
machine slows both alike.
"""

from collections.abc import Callable
from itertools import count
from random import Random
from time import process_time

import chess

from rules import GAMES

ROUND_SECONDS = 1.0
ROUNDS = 5
MODULES = {"new_warehouses": "four", "alliances": "yes", "better_longships": "yes"}


def game_plies(key: str, **chosen: str) -> Callable[[Random], int]:
    """Returns a function that plays a random game and returns its number of plies."""
    game = GAMES[key]
    options = game.info.options(**chosen)

    def play(random: Random) -> int:
        state = game.setup(game.info.seats[0], options, random.randbytes(32))
        for ply in count():
            owing = game.to_act(state)
            if not owing:
                return ply
            seat = min(owing)
            state = game.apply(state, seat, random.choice(game.legal(state, seat))).state
        raise AssertionError("unreachable")

    return play


def chess_plies(random: Random) -> int:
    """Play a random game of chess. Returns its number of plies."""
    board = chess.Board()
    while not board.is_game_over():
        board.push(random.choice(list(board.legal_moves)))
    return len(board.move_stack)


def rate(play: Callable[[Random], int], random: Random) -> float:
    plies, started = 0, process_time()
    while process_time() - started < ROUND_SECONDS:
        plies += play(random)
    return plies / (process_time() - started)


def main() -> None:
    random = Random(1)
    contestants = {"chess": chess_plies} | {key: game_plies(key) for key in GAMES}
    contestants["lofoten whole"] = game_plies("lofoten", **MODULES)
    best = dict.fromkeys(contestants, 0.0)
    for _ in range(ROUNDS):
        for name, play in contestants.items():
            best[name] = max(best[name], rate(play, random))
    for name, plies in best.items():
        print(f"{name:13} {plies:10,.0f} plies/s   {plies / best['chess']:.2f} × chess")


if __name__ == "__main__":
    main()
