"""How strong the opponents are: a matrix of levels against fixed players and against each other.

Run with `python -m bench.opponents`, or for one pairing: `--game lofoten --seats 2 --level captain --against
greedy --games 100`. Every deal is played once with the level in each of the seats, all others taken by those
it is measured against; `--options alliances=yes better_longships=yes` sets up a table with modules. A shared
first place counts as its part of a victory. The interval is Wilson's, at 95 %.

A matrix takes hours: with `--keep FILE` every game is written there as it ends, a run goes on where the one
before it stopped, and `--tell` prints what is there. `--enough` leaves a row alone once its interval lies on
one side of what is promised.
"""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from bench.rivals import GREEDY, Player, old_caretaker
from opponents import LEVELS, Level, choose, play_idea
from rules import GAMES
from rules.explorers.moves import End
from rules.game import Move, Seat

AGAINST = ("greedy", "caretaker", *LEVELS)
MAX_PLIES = 20_000


@dataclass(frozen=True, slots=True)
class Played:
    """One game: what the level won of it, its points and the best of the others', and its decisions."""

    won: float
    points: int
    others: int
    plies: int
    unspent: int
    """Actions that a turn was ended with, in a game that counts them."""
    thought: tuple[float, ...]


Thinker = Callable[[Any, Seat, Random], Sequence[Move]]
"""Chooses the next moves of a seat: as many as are made without thinking again."""


def opponent(key: str, level: Level) -> Thinker:
    game = GAMES[key]

    def think(state: Any, seat: Seat, random: Random) -> Sequence[Move]:
        return play_idea(
            game, state, seat, choose(game, state, seat, level=level, salt=str(random.random()))
        )[0]

    return think


def one_by_one(player: Player) -> Thinker:
    return lambda state, seat, random: (player(state, seat, random),)


def rival(key: str, name: str) -> Thinker:
    match name:
        case "greedy":
            return one_by_one(GREEDY[key])
        case "caretaker":
            return one_by_one(old_caretaker(key))
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
    unspent = 0
    ahead: list[list[Move]] = [[] for _ in range(seats)]
    for plies in range(MAX_PLIES):  # noqa: B007 - told at the end
        owing = game.to_act(state)
        if not owing:
            break
        seat = min(owing)
        if not ahead[seat]:
            start = process_time()
            ahead[seat] = [*(strong if seat == own else others)(state, seat, random)]
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
    return Played(
        won=1 / len(first) if own in first else 0,
        points=points[own] if points else 0,
        others=best,
        plies=plies,
        unspent=unspent,
        thought=tuple(round(each, 5) for each in thought),
    )


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's, at 95 %."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    wide = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - wide, middle + wide


@dataclass(frozen=True, slots=True)
class Row:
    """A pairing, and the share of victories that is promised."""

    key: str
    seats: int
    options: tuple[tuple[str, str], ...]
    level: Level
    against: str
    promised: float = 0.0

    @property
    def name(self) -> str:
        modules = " ".join(value for _, value in self.options)
        return " ".join(filter(None, [self.key, str(self.seats), modules, self.level, self.against]))

    def play(self, number: int) -> Played:
        return play(self.key, self.seats, dict(self.options), self.level, self.against, number)

    def is_decided(self, games: Sequence[Played]) -> bool:
        if not games:
            return False
        low, high = interval(sum(game.won for game in games), len(games))
        return low >= self.promised or high < self.promised


def tell(row: Row, games: Sequence[Played]) -> None:
    won, count = sum(game.won for game in games), len(games)
    low, high = interval(won, count)
    thought = sorted(t * 1000 for game in games for t in game.thought) or [0.0]
    points = sum(game.points for game in games) / count
    others = sum(game.others for game in games) / count
    plies, longest = sum(game.plies for game in games) / count, max(game.plies for game in games)
    unspent = sum(game.unspent for game in games) / count
    print(
        f"{row.name}: won {won / count:5.1%} of {count} ({low:.0%}-{high:.0%}, wanted {row.promised:.0%}), "
        f"points {points:.1f}:{others:.1f}, {plies:.0f} plies (at most {longest}), {unspent:.1f} unspent; "
        f"CPU a decision: median {thought[len(thought) // 2]:.0f} ms, "
        f"99 % {thought[len(thought) * 99 // 100]:.0f}, most {thought[-1]:.0f}",
        flush=True,
    )


MODULES = (("new_warehouses", "random"), ("alliances", "yes"), ("better_longships", "yes"))
AT_TWO = {"borealis": 0.85, "explorers": 0.8, "lofoten": 0.8, "shipwrights": 0.8}
AT_MORE = {"borealis": 0.6, "explorers": 0.45, "shipwrights": 0.6}
"""What the captain is to win against the greedy players."""


def matrix() -> Iterator[Row]:
    """Every pairing that is promised something of."""
    for key, game in GAMES.items():
        tables: list[tuple[int, tuple[tuple[str, str], ...]]] = [
            (seats, ()) for seats in game.info.seat_counts()
        ]
        tables += [(2, MODULES)] if key == "lofoten" else []
        for seats, options in tables:
            promised = AT_TWO[key] if seats == 2 else AT_MORE[key] if seats == 4 else 0.0
            yield Row(key, seats, options, "captain", "greedy", promised)
        yield Row(key, 2, (), "captain", "caretaker", 0.95)
        yield Row(key, 2, (), "sailor", "apprentice", 0.7)
        yield Row(key, 2, (), "captain", "sailor", 0.7)


class Kept:
    """Games already played, by row, in a file of one JSON line each."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._games: dict[str, dict[int, Played]] = {}
        for line in path.read_text().splitlines() if path is not None and path.exists() else ():
            row, number, played = json.loads(line)
            self._games.setdefault(row, {})[number] = Played(
                **{**played, "thought": tuple(played["thought"])}
            )

    def of(self, row: Row) -> dict[int, Played]:
        return self._games.setdefault(row.name, {})

    def add(self, row: Row, number: int, played: Played) -> None:
        self.of(row)[number] = played
        if self._path is not None:
            with self._path.open("a") as file:
                file.write(json.dumps([row.name, number, asdict(played)]) + "\n")


def run(rows: Sequence[Row], kept: Kept, numbers: range, processes: int, *, enough: bool) -> None:
    with ProcessPoolExecutor(processes) as pool:
        for row in rows:
            games = kept.of(row)
            missing = [number for number in numbers if number not in games]
            # A few at a time, so that a row can be left when it is decided.
            while missing and not (enough and row.is_decided([*games.values()])):
                batch, missing = missing[: row.seats * processes], missing[row.seats * processes :]
                for number, played in zip(batch, pool.map(row.play, batch), strict=True):
                    kept.add(row, number, played)
            tell(row, [*games.values()])


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--level", choices=LEVELS)
    parser.add_argument("--against", choices=AGAINST)
    parser.add_argument("--options", nargs="*", default=[])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--from", type=int, default=0, dest="start")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--tell", action="store_true")
    parser.add_argument("--enough", action="store_true")
    given: Namespace = parser.parse_args()
    kept = Kept(given.keep)
    if given.seats is None:
        rows = [row for row in matrix() if given.game in (None, row.key)]
        rows = [row for row in rows if given.level in (None, row.level)]
        rows = [row for row in rows if given.against in (None, row.against)]
    else:
        options = tuple((name, value) for name, value in (each.split("=") for each in given.options))
        asked = Row(given.game, given.seats, options, given.level or "captain", given.against or "greedy")
        rows = [next((row for row in matrix() if replace(row, promised=0.0) == asked), asked)]
    if given.tell:
        for row in rows:
            if games := kept.of(row):
                tell(row, [*games.values()])
        return
    run(rows, kept, range(given.start, given.start + given.games), given.processes, enough=given.enough)


if __name__ == "__main__":
    main()
