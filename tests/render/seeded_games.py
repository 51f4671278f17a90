"""Games to draw, the same in every run: a seed chooses among the moves that show the most."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import count
from typing import Any

from rules.game import AnyGame, Move, Seat
from tests.plies import plies

Preferred = Callable[[Any, Sequence[Any], int], Sequence[Any]]
"""Those of the legal moves in a state that may be chosen; the last argument is what the seed draws."""


def seeded_states(
    game: AnyGame, dealt: Any, seed: str, preferred: Preferred, limit: int | None = None
) -> tuple[Any, ...]:
    """Every state from the deal on, at most after `limit` plies."""
    numbers = count(1)

    def choose(state: Any, seat: Seat) -> Move:
        drawn = int.from_bytes(sha256(f"{seed} {next(numbers)}".encode()).digest()[:4], "big")
        moves = preferred(state, game.legal(state, seat), drawn)
        chosen: Move = moves[drawn % len(moves)]
        return chosen

    return (dealt, *(ply.step.state for ply in plies(game, dealt, choose, limit)))
