"""AIs know no more than their seat: their ideas are equal in every determinization.

`python -m tests.contract.opponent_checks --positions 1000` checks 1000 positions of every game and level;
`--game` restricts it to one game.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random
from typing import Any

from opponents import LEVELS, Level, choose, rank_moves
from rules import GAMES
from rules.game import AnyGame, Seat
from tests.contract.contract_checks import random_options, seed_from


def sample_positions(game: AnyGame, number: int) -> Iterator[tuple[Any, Seat]]:
    """Yield positions with a choice, from games at all numbers of seats and with random options, played
    partly at random and partly by an AI."""
    counts = game.info.seat_counts()[::-1]  # with most players most is hidden
    found = played = 0
    while True:
        seats, random = counts[played % len(counts)], Random(f"{game.info.key} {played}")
        state = game.setup(seats, random_options(game, random), seed_from("company", game.info.key, played))
        played += 1
        ply = 0
        while owing := game.to_act(state):
            seat, ply = min(owing), ply + 1
            moves = game.legal(state, seat)
            if len(moves) > 1 and random.random() < 0.1:
                yield state, seat
                found += 1
                if found == number:
                    return
            by_chance = random.random() < 0.3
            move = random.choice(moves) if by_chance else _good_move(game, state, seat, ply)
            state = game.apply(state, seat, move).state


def _good_move(game: AnyGame, state: Any, seat: Seat, ply: int) -> Any:
    return choose(game, state, seat, level="apprentice", salt=str(ply)).move


def check_ideas(game: AnyGame, level: Level, number: int) -> None:
    """Compare the ideas in `number` positions with those in a determinization of each."""
    for count, (state, seat) in enumerate(sample_positions(game, number)):
        other = game.reshuffle(state, seat, seed_from("another world", count))
        salt = f"company {count}"
        ideas = rank_moves(game, state, seat, level=level, salt=salt)
        assert rank_moves(game, other, seat, level=level, salt=salt) == ideas
        assert ideas[0].move in game.legal(state, seat)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--game", choices=GAMES, help="this title only")
    given = parser.parse_args()
    for key in GAMES if given.game is None else [given.game]:
        for level in LEVELS:
            check_ideas(GAMES[key], level, given.positions)
            print(f"{key}, {level}: equal in {given.positions} positions", flush=True)


if __name__ == "__main__":
    main()
