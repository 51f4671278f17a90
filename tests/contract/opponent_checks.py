"""That computer players know no more than their seat: their ideas are the same in every world it cannot tell
apart from the real one.

Run with `python -m tests.contract.opponent_checks --positions 1000` for so many of every game and level;
`--game` looks at one game only.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random
from typing import Any

from opponents import LEVELS, Level, choose, rank_moves
from rules import GAMES
from rules.game import AnyGame, Seat
from tests.contract.contract_checks import any_options, seed_of


def positions(game: AnyGame, number: int) -> Iterator[tuple[Any, Seat]]:
    """Positions with something to choose, out of games at all numbers of seats and with all kinds of options,
    played well and by chance."""
    counts = game.info.seat_counts()[::-1]  # most is hidden at the fullest
    found = played = 0
    while True:
        seats, random = counts[played % len(counts)], Random(f"{game.info.key} {played}")
        state = game.setup(seats, any_options(game, random), seed_of("company", game.info.key, played))
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
            move = random.choice(moves) if by_chance else _good(game, state, seat, ply)
            state = game.apply(state, seat, move).state


def _good(game: AnyGame, state: Any, seat: Seat, ply: int) -> Any:
    return choose(game, state, seat, level="apprentice", salt=str(ply)).move


def check_ideas(game: AnyGame, level: Level, number: int) -> None:
    """So many positions, each in two worlds."""
    for count, (state, seat) in enumerate(positions(game, number)):
        other = game.reshuffle(state, seat, seed_of("another world", count))
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
            print(f"{key}, {level}: the same in {given.positions} positions", flush=True)


if __name__ == "__main__":
    main()
