"""Counts of legal continuations from fixed seeds, as chess programs count them.

`python -m tests.contract.perft` walks anew and prints the table kept in perft.toml, or the part of the games
it is given. Instead of asking for the legal moves it tries, at every node, each move that can be written at
all, and counts those that are accepted; and it stores and reads back the state between any two moves. Where a
move names a place of a map without end, it tries those offered, as they are written and read back.
"""

import sys
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, get_args

from annotated_types import Ge, Le

from rules import GAMES
from rules.chance import Chance
from rules.game import AnyGame, Move, Refusal

DEPTH = 4
MOST_LINES = 400
"""Where so many lines have been counted, they are not followed any further."""
STARTS = ((0, 0), (1, 0), (2, 20), (3, 60), (4, 150), (5, 300))
"""Each start: the number that makes its seed, and how many plies were played from there."""


MODULES = {"lofoten": {"new_warehouses": "four", "alliances": "yes", "better_longships": "yes"}}
"""Games whose options bring moves of their own, and the options that bring them all."""
MODULE_STARTS = ((2, 20), (1, 51), (1, 102), (1, 384), (13, 252))
"""From all but the first, each kind of move that only the options bring is a move or two away."""


def start(game: AnyGame, seats: int, number: int, after: int, options: Mapping[str, str]) -> Any:
    """A table dealt from a fixed seed, and played on by moves the same seed picks, at most to its end."""
    seed = bytes([number]) * 32
    state, chance = game.setup(seats, game.info.options(**options), seed), Chance(seed)
    for _ in range(after):
        if not (owing := game.to_act(state)):
            break
        seat = min(owing)
        moves = game.legal(state, seat)
        pick, chance = chance.below(len(moves))
        state = game.apply(state, seat, moves[pick]).state
    return state


def counts(game: AnyGame, state: Any, depth: int) -> list[int]:
    """How many lines of 1, 2, … moves there are, by the moves the game offers."""
    found = [0] * depth
    for seat in game.to_act(state):
        for move in game.legal(state, seat):
            found[0] += 1
            if depth > 1:
                for level, count in enumerate(
                    counts(game, game.apply(state, seat, move).state, depth - 1), 1
                ):
                    found[level] += count
    return found


def slow_counts(game: AnyGame, seats: int, state: Any, moves: list[Move] | None) -> list[int]:
    """The same by trying everything, as deep as the lines stay few; without moves, those offered."""
    found: list[int] = []
    reached = [state]
    while len(found) < DEPTH and len(reached) < MOST_LINES:
        reached = [after for before in reached for after in _accepted(game, seats, before, moves)]
        found.append(len(reached))
    return found


def _accepted(game: AnyGame, seats: int, state: Any, moves: list[Move] | None) -> Iterator[Any]:
    state = game.load(game.dump(state))
    for seat in range(seats):
        for move in _offered(game, state, seat) if moves is None else moves:
            try:
                yield game.apply(state, seat, move).state
            except Refusal:
                continue


def _offered(game: AnyGame, state: Any, seat: int) -> list[Move]:
    return [game.parse(str(move)) for move in game.legal(state, seat)]


def every_move(game: AnyGame) -> list[Move] | None:
    """Each move that can be written: every value of every field; None where a field takes any text."""
    if any(
        model.model_fields[name].annotation is str
        for model in game.info.moves
        for name in model.choice_fields()
    ):
        return None
    return [
        model(**dict(zip(model.choice_fields(), values, strict=True)))
        for model in game.info.moves
        for values in product(*(_domain(game, model, name) for name in model.choice_fields()))
    ]


def _domain(game: AnyGame, model: type[Move], name: str) -> list[Any]:
    """The values a field can take: of a Literal, both of a bool, every seat, or the numbers in its bounds."""
    found = model.model_fields[name]
    if "seat" in found.metadata:
        return list(range(game.info.seats[1]))
    if found.annotation is bool:
        return [False, True]
    if found.annotation is int:
        low = next(mark.ge for mark in found.metadata if isinstance(mark, Ge))
        high = next(mark.le for mark in found.metadata if isinstance(mark, Le))
        return list(range(low, high + 1))  # type: ignore[call-overload]
    return list(get_args(found.annotation))


def counted(game: AnyGame, row: Mapping[str, Any]) -> list[int]:
    """The same numbers as in a row of the table, by the moves the game offers."""
    state = start(game, row["seats"], row["seed"], row["after"], row.get("options", {}))
    return counts(game, state, len(row["counts"]))


def rows(game: AnyGame) -> Iterator[str]:
    """The part of the table that is about one game."""
    key, moves = game.info.key, every_move(game)
    starts: list[tuple[Mapping[str, str], tuple[int, int]]] = [({}, start) for start in STARTS]
    starts += [(MODULES[key], start) for start in MODULE_STARTS if key in MODULES]
    for seats, (options, (number, after)) in product(game.info.seat_counts(), starts):
        state = start(game, seats, number, after, options)
        if game.to_act(state):
            yield f"\n[[{key}]]\nseats = {seats}\nseed = {number}\nafter = {after}\n"
            if options:
                chosen = ", ".join(f'{name} = "{value}"' for name, value in options.items())
                yield f"options = {{ {chosen} }}\n"
            yield f"counts = {slow_counts(game, seats, state, moves)}\n"


def main() -> None:
    if not sys.argv[1:]:
        print("# Lines of 1, 2, 3 and 4 moves, as far as they stay few. Made by")
        print("# `python -m tests.contract.perft`, which tries every move that can be written; the test")
        print("# counts the moves that are offered.")
    for key in sys.argv[1:] or GAMES:
        for text in rows(GAMES[key]):
            print(text, end="")


if __name__ == "__main__":
    main()
