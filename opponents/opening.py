"""The opening of a duel: what the house plays for both seats, up to where somebody takes over one of them.

All of it follows from the deal and from how strong the house plays.
"""

from dataclasses import dataclass
from typing import Any

from opponents.ai import Level
from opponents.selection import choose, followed
from rules.chance import commitment
from rules.game import Abridging, AnyGame, Move, Options, Seat

SEATS, TAKEN_OVER = 2, 0
"""The seats of a duel, and the one that is taken over."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The moves of an opening, a line for each: `0 pick king`. `par` is by how many points the seat that is
    taken over was ahead at the end, where the house played on for both."""

    moves: str = ""
    par: int | None = None


@dataclass(frozen=True, slots=True)
class _Stop:
    """How a game stood after so many moves."""

    moves: int
    state: Any


def opened(game: AnyGame, options: Options, seed: bytes, level: Level) -> Opening:
    """The opening of that deal; an empty one where the game is not played in parts."""
    if not isinstance(game, Abridging):
        return Opening()
    state = game.setup(SEATS, options, seed)
    made: list[tuple[Seat, Move]] = []
    stops, rounds, moved = [_Stop(0, state)], [0], set[Seat]()
    while game.outcome(state) is None:
        seat = min(game.to_act(state))
        # As an opponent at a table with this deal would choose: entry 1 of its log is the deal.
        salt = f"{commitment(seed)} {1 + len(made)}"
        line, state = followed(game, state, seat, choose(game, state, seat, level=level, salt=salt))
        made += [(seat, move) for move in line]
        moved.add(seat)
        if game.begins_round(state) and len(moved) == SEATS:
            rounds.append(len(stops))
            moved.clear()
        stops.append(_Stop(len(made), state))
    begin = rounds[-min(game.last_rounds, len(rounds))]
    stop = next((each for each in stops[begin:] if TAKEN_OVER in game.to_act(each.state)), stops[0])
    outcome = game.outcome(state)
    ahead = outcome.totals[TAKEN_OVER] - outcome.totals[1 - TAKEN_OVER] if outcome else None
    return Opening("\n".join(f"{seat} {move}" for seat, move in made[: stop.moves]), ahead)


def moves_of(game: AnyGame, opening: str) -> list[tuple[Seat, Move]]:
    """An opening read again."""
    lines = (line.split(" ", 1) for line in opening.splitlines())
    return [(int(seat), game.parse(text)) for seat, text in lines]
