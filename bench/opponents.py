"""How strong the opponents are: a matrix of levels against fixed players and against each other.

Run with `python -m bench.opponents`, or for one pairing: `--game lofoten --seats 2 --level captain --against
greedy --games 100`. Every deal is played once with the level in each of the seats, all others taken by those
it is measured against; `--options alliances=yes better_longships=yes` sets up a table with modules. A shared
first place counts as its part of a victory. The interval is Wilson's, at 95 %.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from math import sqrt
from random import Random
from time import process_time

from bench.rivals import GREEDY, Player, old_caretaker
from opponents import LEVELS, Level, choose
from rules import GAMES

AGAINST = ("greedy", "caretaker", *LEVELS)
MOST_PLIES = 20_000


@dataclass(frozen=True, slots=True)
class Played:
    """One game: what the level won of it, its points and the best of the others', and its decisions."""

    won: float
    points: int
    others: int
    plies: int
    thought: tuple[float, ...]


def opponent(key: str, level: Level) -> Player:
    return lambda state, seat, random: (
        choose(GAMES[key], state, seat, level=level, salt=str(random.random())).move
    )


def rival(key: str, name: str) -> Player:
    match name:
        case "greedy":
            return GREEDY[key]
        case "caretaker":
            return old_caretaker(key)
        case _:
            return opponent(key, next(level for level in LEVELS if level == name))


def play(key: str, seats: int, options: dict[str, str], level: Level, against: str, number: int) -> Played:
    """The game of that number: deal `number // seats`, the level in seat `number % seats`."""
    game, own = GAMES[key], number % seats
    strong, others = opponent(key, level), rival(key, against)
    random = Random(f"{key} {number}")
    seed = sha256(f"{key} {number // seats}".encode()).digest()
    state = game.setup(seats, game.info.options.model_validate(options), seed)
    thought: list[float] = []
    for plies in range(MOST_PLIES):  # noqa: B007 - told at the end
        owing = game.to_act(state)
        if not owing:
            break
        seat = min(owing)
        start = process_time()
        move = (strong if seat == own else others)(state, seat, random)
        if seat == own and len(game.legal(state, seat)) > 1:
            thought.append(process_time() - start)
        state = game.apply(state, seat, move).state
    outcome = game.outcome(state)
    if outcome is None:
        raise RuntimeError(f"{key} {number} does not end")
    first = outcome.ranking[0]
    points = outcome.totals
    best = max((p for other, p in enumerate(points) if other != own), default=0)
    return Played(
        1 / len(first) if own in first else 0, points[own] if points else 0, best, plies, tuple(thought)
    )


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's, at 95 %."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    wide = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - wide, middle + wide


def tell(row: str, games: Sequence[Played]) -> None:
    won, count = sum(game.won for game in games), len(games)
    low, high = interval(won, count)
    thought = sorted(t * 1000 for game in games for t in game.thought) or [0.0]
    points = sum(game.points for game in games) / count
    others = sum(game.others for game in games) / count
    plies = sum(game.plies for game in games) / count
    print(
        f"{row}: won {won / count:5.1%} of {count} ({low:.0%}-{high:.0%}), points {points:.1f}:{others:.1f}, "
        f"{plies:.0f} plies; CPU a decision: median {thought[len(thought) // 2]:.0f} ms, "
        f"99 % {thought[len(thought) * 99 // 100]:.0f}, most {thought[-1]:.0f}",
        flush=True,
    )


MODULES = {"new_warehouses": "random", "alliances": "yes", "better_longships": "yes"}


def matrix() -> Iterator[tuple[str, int, dict[str, str], Level, str]]:
    """Every pairing that is promised something of."""
    for key, game in GAMES.items():
        tables = [(seats, dict[str, str]()) for seats in game.info.seat_counts()]
        tables += [(2, MODULES)] if key == "lofoten" else []
        for seats, options in tables:
            yield key, seats, options, "captain", "greedy"
        yield key, 2, {}, "captain", "caretaker"
        yield key, 2, {}, "sailor", "apprentice"
        yield key, 2, {}, "captain", "sailor"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--level", choices=LEVELS, default="captain")
    parser.add_argument("--against", choices=AGAINST, default="greedy")
    parser.add_argument("--options", nargs="*", default=[])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--from", type=int, default=0, dest="start")
    parser.add_argument("--processes", type=int, default=1)
    given: Namespace = parser.parse_args()
    rows = [row for row in matrix() if given.game is None] or [
        (given.game, given.seats, dict(o.split("=") for o in given.options), given.level, given.against)
    ]
    with ProcessPoolExecutor(given.processes) as pool:
        for key, seats, options, level, against in rows:
            numbers = range(given.start, given.start + given.games)
            games = list(pool.map(partial(play, key, seats, options, level, against), numbers))
            named = " ".join(options.values())
            tell(f"{key} {seats} {named}: {level} - {against}", games)


if __name__ == "__main__":
    main()
