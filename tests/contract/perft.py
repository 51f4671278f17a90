"""Counts of legal continuations from fixed seeds, as chess programs count them.

`python -m tests.contract.perft` counts again and prints the table in perft.toml, or the part for the given
games. Instead of asking for legal moves it tries every move that can be written at every node, and counts
those accepted. It dumps and loads the state between moves. On an infinite map it tries the moves offered.
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
MAX_LINES = 400
"""With this many lines the count does not go deeper."""
START_POSITIONS = ((0, 0), (1, 0), (2, 20), (3, 60), (4, 150), (5, 300))
"""Each position: the number of its seed, and the plies played from the setup."""


MODULE_OPTIONS = {"lofoten": {"new_warehouses": "four", "alliances": "yes", "better_longships": "yes"}}
"""Options that enable all kinds of move, for games where the defaults do not."""
MODULE_START_POSITIONS = ((2, 20), (1, 51), (1, 102), (1, 384), (13, 252))
"""In all but the first, each kind of move that only the options enable is at most two moves away."""


def start_position(game: AnyGame, seats: int, number: int, after: int, options: Mapping[str, str]) -> Any:
    """Return the state after `after` random moves from a fixed seed, at most at the end of the game."""
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


def count_lines(game: AnyGame, state: Any, depth: int) -> list[int]:
    """Return the numbers of lines of 1, 2, … moves, by `legal`."""
    found = [0] * depth
    for seat in game.to_act(state):
        for move in game.legal(state, seat):
            found[0] += 1
            if depth > 1:
                for level, count in enumerate(
                    count_lines(game, game.apply(state, seat, move).state, depth - 1), 1
                ):
                    found[level] += count
    return found


def count_lines_by_trial(game: AnyGame, seats: int, state: Any, moves: list[Move] | None) -> list[int]:
    """Return the numbers of lines by trying `moves` (or those offered), as deep as the lines stay few."""
    found: list[int] = []
    reached = [state]
    while len(found) < DEPTH and len(reached) < MAX_LINES:
        reached = [after for before in reached for after in _accepted_states(game, seats, before, moves)]
        found.append(len(reached))
    return found


def _accepted_states(game: AnyGame, seats: int, state: Any, moves: list[Move] | None) -> Iterator[Any]:
    state = game.load(game.dump(state))
    for seat in range(seats):
        for move in _offered_moves(game, state, seat) if moves is None else moves:
            try:
                yield game.apply(state, seat, move).state
            except Refusal:
                continue


def _offered_moves(game: AnyGame, state: Any, seat: int) -> list[Move]:
    return [game.parse(str(move)) for move in game.legal(state, seat)]


def every_move(game: AnyGame) -> list[Move] | None:
    """Return each move that can be written; None if a field takes any text."""
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
    """Return the values of a field: of a Literal or bool, every seat, or the numbers within its bounds."""
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


def count_row(game: AnyGame, row: Mapping[str, Any]) -> list[int]:
    """Return the counts for a row of the table, by `legal`."""
    state = start_position(game, row["seats"], row["seed"], row["after"], row.get("options", {}))
    return count_lines(game, state, len(row["counts"]))


def format_rows(game: AnyGame) -> Iterator[str]:
    """Yield the part of the table for one game."""
    key, moves = game.info.key, every_move(game)
    starts: list[tuple[Mapping[str, str], tuple[int, int]]] = [({}, start) for start in START_POSITIONS]
    starts += [(MODULE_OPTIONS[key], start) for start in MODULE_START_POSITIONS if key in MODULE_OPTIONS]
    for seats, (options, (number, after)) in product(game.info.seat_counts(), starts):
        state = start_position(game, seats, number, after, options)
        if game.to_act(state):
            yield f"\n[[{key}]]\nseats = {seats}\nseed = {number}\nafter = {after}\n"
            if options:
                chosen = ", ".join(f'{name} = "{value}"' for name, value in options.items())
                yield f"options = {{ {chosen} }}\n"
            yield f"counts = {count_lines_by_trial(game, seats, state, moves)}\n"


def main() -> None:
    if not sys.argv[1:]:
        print("# Lines of 1, 2, 3 and 4 moves, as far as they stay few. Made by")
        print("# `python -m tests.contract.perft`, which tries every move that can be written; the test")
        print("# counts the moves that are offered.")
    for key in sys.argv[1:] or GAMES:
        for text in format_rows(GAMES[key]):
            print(text, end="")


if __name__ == "__main__":
    main()
