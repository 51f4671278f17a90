"""How the caretaker fares against players who move at random, and how long it thinks.

Run with `python -m bench.caretaker --games 4`: whole games of every title with two players, seats changed
from one deal to the next.
"""

from argparse import ArgumentParser
from hashlib import sha256
from random import Random
from time import process_time

from opponents.caretaker import choose
from rules import GAMES
from rules.game import AnyGame

SEATS = 2


def match(game: AnyGame, deal: int) -> tuple[bool, list[float]]:
    """Whether the caretaker alone won one game, and how long each of its choices took."""
    own, chance, thought = deal % SEATS, Random(deal), list[float]()
    state = game.setup(SEATS, game.info.options(), sha256(f"deal {deal}".encode()).digest())
    ply = 0
    while owing := game.to_act(state):
        seat = min(owing)
        moves = game.legal(state, seat)
        move = chance.choice(moves)
        if seat == own and len(moves) > 1:
            start = process_time()
            move = choose(game, state, seat, f"deal {deal} {ply}")
            thought.append(process_time() - start)
        state = game.apply(state, seat, move).state
        ply += 1
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.ranking[0] == (own,), thought


def main() -> None:
    parser = ArgumentParser(description="The caretaker against chance.")
    parser.add_argument("--games", type=int, default=4)
    games = parser.parse_args().games
    for key, game in GAMES.items():
        played = [match(game, deal) for deal in range(games)]
        won, thought = sum(won for won, _ in played), sorted(t for _, each in played for t in each)
        median, longest = thought[len(thought) // 2] * 1000, thought[-1] * 1000
        print(f"{key}: won {won} of {games}; a choice takes {median:.0f} ms, {longest:.0f} ms at most")


if __name__ == "__main__":
    main()
