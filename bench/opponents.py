"""Measures the strength of computer players, by level against fixed players and each other.

Run with `python -m bench.opponents`, or for one pairing `--game lofoten --seats 2 --level captain --against
greedy --games 100`. Every deal is played once with the level in each seat, all others taken by the rival;
`--options alliances=yes better_longships=yes` sets up a table with modules. A shared first place counts as a
share of a victory. Intervals are Wilson's at 95 %. The level `advice` follows the first idea of the coach.

All pairings take hours: with `--keep FILE` every game is written as it ends and a later run continues, and
`--tell` prints the stored results. `--enough` stops a pairing once its interval lies on one side of the
target.
"""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from bench.rivals import BEAM, GREEDY, Player, Thinker, old_caretaker
from opponents import LEVELS, Level, choose, play_idea
from opponents.review import ADVISER_LEVEL, advice
from rules import GAMES
from rules.explorers.moves import End
from rules.game import Move, Seat

RIVALS = ("greedy", "beam", "caretaker", *LEVELS)
MAX_PLIES = 20_000


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game: the measured player's share of the victory and points, the best other points, CPU seconds."""

    won: float
    points: int
    others: int
    plies: int
    unspent: int
    """Actions left at the ends of turns, in a game that counts them."""
    thought: tuple[float, ...]


def opponent_thinker(key: str, level: Level) -> Thinker:
    game = GAMES[key]

    def think(state: Any, seat: Seat, random: Random) -> Sequence[Move]:
        return play_idea(
            game, state, seat, choose(game, state, seat, level=level, salt=str(random.random()))
        )[0]

    return think


def advised_thinker(key: str) -> Thinker:
    """Return a player who follows the first idea of the coach."""
    game = GAMES[key]

    def think(state: Any, seat: Seat, random: Random) -> Sequence[Move]:
        return advice(game, state, seat, salt=str(random.random()))[0].moves

    return think


def single_move_thinker(player: Player) -> Thinker:
    return lambda state, seat, random: (player(state, seat, random),)


def named_thinker(key: str, name: str) -> Thinker:
    match name:
        case "greedy":
            return single_move_thinker(GREEDY[key])
        case "beam":
            return BEAM[key]
        case "caretaker":
            return single_move_thinker(old_caretaker(key))
        case "advice":
            return advised_thinker(key)
        case _:
            return opponent_thinker(key, next(level for level in LEVELS if level == name))


def play(key: str, seats: int, options: dict[str, str], player: str, against: str, number: int) -> GameResult:
    """Play game `number` of a player against a rival."""
    return play_between(key, seats, options, named_thinker(key, player), named_thinker(key, against), number)


def play_between(
    key: str, seats: int, options: dict[str, str], measured: Thinker, others: Thinker, number: int
) -> GameResult:
    """Play game `number`: deal `number // seats`, the measured player in seat `number % seats`."""
    game, own = GAMES[key], number % seats
    random = Random(f"{key} {number}")
    seed = sha256(f"{key} {number // seats}".encode()).digest()
    state = game.setup(seats, game.info.options.model_validate(options), seed)
    thought: list[float] = []
    unspent = 0
    ahead: list[list[Move]] = [[] for _ in range(seats)]
    for plies in range(MAX_PLIES):  # noqa: B007 - reported at the end
        owing = game.to_act(state)
        if not owing:
            break
        seat = min(owing)
        if not ahead[seat]:
            start = process_time()
            ahead[seat] = [*(measured if seat == own else others)(state, seat, random)]
            if seat == own and len(game.legal(state, seat)) > 1:
                thought.append(process_time() - start)
        move = ahead[seat].pop(0)
        if seat == own and isinstance(move, End):
            unspent += state.actions
        state = game.apply(state, seat, move).state
    outcome = game.outcome(state)
    if outcome is None:
        raise RuntimeError(f"{key} {number} does not end")
    first = outcome.ranking[0]
    points = outcome.totals
    best = max((p for other, p in enumerate(points) if other != own), default=0)
    return GameResult(
        won=1 / len(first) if own in first else 0,
        points=points[own] if points else 0,
        others=best,
        plies=plies,
        unspent=unspent,
        thought=tuple(round(each, 5) for each in thought),
    )


def wilson_interval(won: float, games: int) -> tuple[float, float]:
    """Wilson score interval at 95 %."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    wide = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - wide, middle + wide


@dataclass(frozen=True, slots=True)
class Pairing:
    """A pairing, and the target share of victories."""

    key: str
    seats: int
    options: tuple[tuple[str, str], ...]
    level: str
    against: str
    target: float = 0.0

    @property
    def name(self) -> str:
        modules = " ".join(value for _, value in self.options)
        return " ".join(filter(None, [self.key, str(self.seats), modules, self.level, self.against]))

    def play(self, number: int) -> GameResult:
        return play(self.key, self.seats, dict(self.options), self.level, self.against, number)

    def is_decided(self, games: Sequence[GameResult]) -> bool:
        if not games:
            return False
        low, high = wilson_interval(sum(game.won for game in games), len(games))
        return low >= self.target or high < self.target


def print_summary(pairing: Pairing, games: Sequence[GameResult]) -> None:
    won, count = sum(game.won for game in games), len(games)
    low, high = wilson_interval(won, count)
    thought = sorted(t * 1000 for game in games for t in game.thought) or [0.0]
    points = sum(game.points for game in games) / count
    others = sum(game.others for game in games) / count
    plies, longest = sum(game.plies for game in games) / count, max(game.plies for game in games)
    unspent = sum(game.unspent for game in games) / count
    print(
        f"{pairing.name}: won {won / count:5.1%} of {count} "
        f"({low:.0%}-{high:.0%}, wanted {pairing.target:.0%}), "
        f"points {points:.1f}:{others:.1f}, {plies:.0f} plies (at most {longest}), {unspent:.1f} unspent; "
        f"CPU a decision: median {thought[len(thought) // 2]:.0f} ms, "
        f"99 % {thought[len(thought) * 99 // 100]:.0f}, most {thought[-1]:.0f}",
        flush=True,
    )


MODULES = (("new_warehouses", "random"), ("alliances", "yes"), ("better_longships", "yes"))
DUEL_TARGETS = {"borealis": 0.85, "explorers": 0.8, "lofoten": 0.8, "shipwrights": 0.8}
FOUR_SEAT_TARGETS = {"borealis": 0.6, "explorers": 0.45, "shipwrights": 0.6}
"""Target shares of the captain against greedy players."""


def matrix() -> Iterator[Pairing]:
    """All pairings, with their targets."""
    for key, game in GAMES.items():
        tables: list[tuple[int, tuple[tuple[str, str], ...]]] = [
            (seats, ()) for seats in game.info.seat_counts()
        ]
        tables += [(2, MODULES)] if key == "lofoten" else []
        for seats, options in tables:
            target = DUEL_TARGETS[key] if seats == 2 else FOUR_SEAT_TARGETS[key] if seats == 4 else 0.0
            yield Pairing(key, seats, options, "captain", "greedy", target)
        if key in BEAM:
            yield Pairing(key, 2, (), "captain", "beam", 0.75)
        yield Pairing(key, 2, (), "captain", "caretaker", 0.95)
        yield Pairing(key, 2, (), "sailor", "apprentice", 0.7)
        yield Pairing(key, 2, (), "captain", "sailor", 0.7)
        yield Pairing(key, 2, (), "advice", ADVISER_LEVEL, 0.5)


class ResultFile:
    """Results by pairing, in a file of JSON lines."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._games: dict[str, dict[int, GameResult]] = {}
        for line in path.read_text().splitlines() if path is not None and path.exists() else ():
            pairing, number, result = json.loads(line)
            self._games.setdefault(pairing, {})[number] = GameResult(
                **{**result, "thought": tuple(result["thought"])}
            )

    def of(self, pairing: Pairing) -> dict[int, GameResult]:
        return self._games.setdefault(pairing.name, {})

    def add(self, pairing: Pairing, number: int, result: GameResult) -> None:
        self.of(pairing)[number] = result
        if self._path is not None:
            with self._path.open("a") as file:
                file.write(json.dumps([pairing.name, number, asdict(result)]) + "\n")


def run(
    pairings: Sequence[Pairing], results: ResultFile, numbers: range, processes: int, *, enough: bool
) -> None:
    with ProcessPoolExecutor(processes) as pool:
        for pairing in pairings:
            games = results.of(pairing)
            missing = [number for number in numbers if number not in games]
            # A few at a time, so that a pairing can be stopped when it is decided.
            while missing and not (enough and pairing.is_decided([*games.values()])):
                batch, missing = missing[: pairing.seats * processes], missing[pairing.seats * processes :]
                for number, result in zip(batch, pool.map(pairing.play, batch), strict=True):
                    results.add(pairing, number, result)
            print_summary(pairing, [*games.values()])


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--level", choices=(*LEVELS, "advice"))
    parser.add_argument("--against", choices=RIVALS)
    parser.add_argument("--options", nargs="*", default=[])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--from", type=int, default=0, dest="start")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--tell", action="store_true")
    parser.add_argument("--enough", action="store_true")
    given: Namespace = parser.parse_args()
    results = ResultFile(given.keep)
    if given.seats is None:
        pairings = [pairing for pairing in matrix() if given.game in (None, pairing.key)]
        pairings = [pairing for pairing in pairings if given.level in (None, pairing.level)]
        pairings = [pairing for pairing in pairings if given.against in (None, pairing.against)]
    else:
        options = tuple((name, value) for name, value in (each.split("=") for each in given.options))
        asked = Pairing(given.game, given.seats, options, given.level or "captain", given.against or "greedy")
        pairings = [next((pairing for pairing in matrix() if replace(pairing, target=0.0) == asked), asked)]
    if given.tell:
        for pairing in pairings:
            if games := results.of(pairing):
                print_summary(pairing, [*games.values()])
        return
    run(
        pairings, results, range(given.start, given.start + given.games), given.processes, enough=given.enough
    )


if __name__ == "__main__":
    main()
