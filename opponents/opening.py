"""Openings of voyages: computer players play a duel up to the point where the player takes over one seat.

The opening is a function of seed and level, so every player gets the same position.
"""

from dataclasses import dataclass
from typing import Any

from opponents.ai import Level
from opponents.selection import choose, play_idea
from rules.chance import commitment
from rules.game import AnyGame, Move, Options, Seat

SEATS, PLAYER_SEAT = 2, 0


@dataclass(frozen=True, slots=True)
class Opening:
    """`moves`: one per line with its seat, for example `0 pick king`. `par`: the final lead of the player's
    seat, in points, when computer players finish the game for both."""

    moves: str = ""
    par: int | None = None


@dataclass(frozen=True, slots=True)
class _Checkpoint:
    """The state of a game after a number of moves."""

    moves: int
    state: Any


def play_opening(game: AnyGame, options: Options, seed: bytes, level: Level) -> Opening:
    """Play a whole duel and return the opening before its last rounds; empty if the game has no voyages."""
    if not game.last_rounds:
        return Opening()
    state = game.setup(SEATS, options, seed)
    played: list[tuple[Seat, Move]] = []
    checkpoints, rounds, moved = [_Checkpoint(0, state)], [0], set[Seat]()
    while game.outcome(state) is None:
        seat = min(game.to_act(state))
        # The salt of a real game with this seed, where log entry 1 is the setup: the choices are equal.
        salt = f"{commitment(seed)} {1 + len(played)}"
        line, state = play_idea(game, state, seat, choose(game, state, seat, level=level, salt=salt))
        played += [(seat, move) for move in line]
        moved.add(seat)
        if game.begins_round(state) and len(moved) == SEATS:
            rounds.append(len(checkpoints))
            moved.clear()
        checkpoints.append(_Checkpoint(len(played), state))
    begin = rounds[-min(game.last_rounds, len(rounds))]
    start = next((at for at in checkpoints[begin:] if PLAYER_SEAT in game.to_act(at.state)), checkpoints[0])
    outcome = game.outcome(state)
    ahead = outcome.totals[PLAYER_SEAT] - outcome.totals[1 - PLAYER_SEAT] if outcome else None
    return Opening("\n".join(f"{seat} {move}" for seat, move in played[: start.moves]), ahead)


def parse_opening(game: AnyGame, opening: str) -> list[tuple[Seat, Move]]:
    """Parse `Opening.moves`."""
    lines = (line.split(" ", 1) for line in opening.splitlines())
    return [(int(seat), game.parse(text)) for seat, text in lines]
