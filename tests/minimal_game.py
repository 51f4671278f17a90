"""A game with nothing in it but what a test adds: two seats, nothing owed, nothing hidden, no end."""

from typing import Any

from rules.engine import Engine, S
from rules.game import M, Outcome, Seat, V


class BareGame(Engine[S, M, V]):
    """What remains is to deal, who is to act, what they may do and what comes of it, and what is seen."""

    names: dict[str, Any] = {}  # noqa: RUF012 - as the engine declares it
    topics: dict[str, Any] = {}  # noqa: RUF012
    pack = ""

    def __init__(self) -> None:
        """Load no components."""

    def owed(self, view: V, seat: Seat) -> str:  # noqa: ARG002
        return ""

    def outcome(self, state: S) -> Outcome | None:  # noqa: ARG002
        return None

    def reshuffle(self, state: S, seat: Seat | None, seed: bytes) -> S:  # noqa: ARG002
        return state

    def seats(self, state: S) -> int:  # noqa: ARG002
        return 2

    def census(self, state: S) -> dict[str, int]:  # noqa: ARG002
        return {}
