"""How often people must come by in whole games, with and without turns prepared ahead.

Run with `python -m bench.visits`; `--game shipwrights --seats 3 --games 12` plays one title. Everybody plays
as an opponent of `--level` does. Moves of one seat in a row are one visit. Whoever leaves the table prepares
the turn they can see coming, on the table as it stands then, and is not needed for what is played of it.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from statistics import median
from typing import Any

from bot.play.plans import Care, Prepared, Track, meaning, moves_now, sight, turn_of
from opponents import LEVELS, Level, choose
from rules import GAMES
from rules.game import AnyGame, Seat

MOST_PLIES = 20_000
LONGEST = 40


@dataclass(frozen=True, slots=True)
class Table:
    """As much of a table as a plan asks for."""

    game: AnyGame
    state: Any

    def owing(self) -> frozenset[Seat]:
        return self.game.to_act(self.state)


@dataclass(frozen=True, slots=True)
class Visits:
    """Of one game: how often somebody came by, and how many prepared turns were played whole."""

    visits: int
    prepared: int
    played: int


def prepare(game: AnyGame, state: Any, seat: Seat, level: Level, care: Care) -> Prepared | None:
    """The turn that somebody sees coming, thought through to where something is revealed."""
    turn = turn_of(game, state, seat)
    if turn is None:
        return None
    moves, meant, saw = list[str](), list[str](), sight(game, turn, seat)
    while len(moves) < LONGEST:
        move = choose(game, turn, seat, level=level, salt=f"{seat} {len(moves)}").move
        step = game.apply(turn, seat, move)
        moves.append(str(move))
        meant.append(meaning(game, turn, seat, move, step))
        turn = step.state
        if step.reveals or seat not in game.to_act(turn):
            break
    course = Track(moves=tuple(moves), meant=tuple(meant), saw=saw)
    return Prepared(line=course, care=care, kept=True)


def play(key: str, seats: int, level: Level, care: Care | None, number: int) -> Visits:
    """One game; nobody prepares anything where there is no `care`."""
    game = GAMES[key]
    state = game.setup(seats, game.info.options(), sha256(f"{key} {number}".encode()).digest())
    plans: dict[Seat, Prepared] = {}
    here: Seat | None = None
    visits = prepared = played = 0
    for ply in range(MOST_PLIES):
        owing = game.to_act(state)
        if not owing:
            return Visits(visits, prepared, played)
        if here is not None and here not in owing and care is not None:
            if plan := prepare(game, state, here, level, care):
                plans[here] = plan
                prepared += 1
            here = None
        seat = here if here in owing and here is not None else min(owing)
        if seat != here and (plan := plans.pop(seat, None)):
            table: Any = Table(game, state)
            moves = moves_now(table, seat, plan, ())
            for move in moves:
                state = game.apply(state, seat, move).state
            played += len(moves) == len(plan.line.moves)
            if moves:
                continue
        visits += seat != here
        here = seat
        move = choose(game, state, seat, level=level, salt=f"{number} {ply}").move
        state = game.apply(state, seat, move).state
    raise RuntimeError(f"{key} {number} does not end")


def rows(keys: list[str], seats: int | None) -> Iterator[tuple[str, int]]:
    for key in keys:
        fewest, most = GAMES[key].info.seats
        for count in range(max(2, fewest), most + 1):
            if seats in (None, count):
                yield key, count


def main() -> None:
    parser = ArgumentParser(description="How often people must come by in whole games.")
    parser.add_argument("--game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--level", choices=LEVELS, default="apprentice")
    parser.add_argument("--care", choices=("mine", "table", "legal"), default="mine")
    given = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        for key, seats in rows([given.game] if given.game else list(GAMES), given.seats):
            games = range(given.games)
            before = list(pool.map(partial(play, key, seats, given.level, None), games))
            after = list(pool.map(partial(play, key, seats, given.level, given.care), games))
            visits = median(each.visits for each in before), median(each.visits for each in after)
            whole = sum(each.played for each in after) / max(1, sum(each.prepared for each in after))
            print(
                f"{key}, {seats} players: {visits[0]:.0f} visits, prepared {visits[1]:.0f}"
                f" ({visits[1] / visits[0]:.0%}); {whole:.0%} of prepared turns played whole",
                flush=True,
            )


if __name__ == "__main__":
    main()
