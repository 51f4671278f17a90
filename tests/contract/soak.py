"""A long run of the contract: `python -m tests.contract.soak --games 10000`, so many at each number of seats.

Options are drawn at random. `--game` plays one title only; `--from` goes on where an earlier run ended.
`--thorough` makes every check at every ply. A game that fails is printed as a log that replays.
"""

from argparse import ArgumentParser
from collections import Counter
from random import Random

from rules import GAMES
from tests.contract.contract_checks import Log, any_options, check_game, check_outcome, plies, seed_of


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--thorough", action="store_true")
    parser.add_argument("--from", type=int, default=0, dest="start")
    parser.add_argument("--game", choices=GAMES, help="this title only")
    arguments = parser.parse_args()
    chosen = GAMES if arguments.game is None else {arguments.game: GAMES[arguments.game]}
    for key, game in chosen.items():
        reasons: Counter[str] = Counter()
        longest = 0
        for number in range(arguments.start, arguments.start + arguments.games):
            for seats in game.info.seat_counts():
                seed = seed_of("soak", key, seats, number)
                log = Log(game, seats, any_options(game, Random(seed)), seed)
                try:
                    if arguments.thorough:
                        check_game(log)
                    else:
                        for ply in plies(log, Random(log.seed)):
                            state = ply.step.state
                        check_outcome(log, state)
                        reasons[game.outcome(state).reason] += 1
                except BaseException:
                    print(log)
                    raise
                longest = max(longest, len(log.moves))
        print(f"{key}: {arguments.games} games, the longest of {longest} moves, {dict(reasons)}")


if __name__ == "__main__":
    main()
