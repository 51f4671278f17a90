"""A long run of the contract checks: `python -m tests.contract.soak --games 10000`, per seat count.

Options are random. `--game` plays one title only; `--from` continues an earlier run. `--thorough` makes every
check at every ply. A game that fails is printed as a record that can be replayed.
"""

from argparse import ArgumentParser
from collections import Counter
from random import Random

from rules import GAMES
from tests.contract.contract_checks import (
    GameRecord,
    check_game,
    check_outcome,
    play_random,
    random_options,
    seed_from,
)


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
                seed = seed_from("soak", key, seats, number)
                log = GameRecord(game, seats, random_options(game, Random(seed)), seed)
                try:
                    if arguments.thorough:
                        check_game(log)
                    else:
                        for ply in play_random(log, Random(log.seed)):
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
