"""The interface of an AI for one game: rank moves and estimate win probabilities."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Protocol

from opponents.reasons import Claim, Line
from rules.game import Move, Seat

Level = Literal["apprentice", "sailor", "captain"]
LEVELS: tuple[Level, ...] = ("apprentice", "sailor", "captain")
"""Weakest first. Weaker levels search less and evaluate fewer features; none blunders at random."""


@dataclass(frozen=True, slots=True)
class Idea:
    """A candidate move with its value relative to the others, in points.

    `continuation`: moves that would complete the turn, up to the first that depends on hidden information.
    `is_tentative`: the continuation is only a guess, so the AI is asked again before each move of it.
    """

    move: Move
    value: float
    continuation: tuple[Move, ...] = ()
    is_tentative: bool = False


class AI(Protocol):
    """The computer player of one game."""

    reasons: Sequence[str]
    """Every key a claim may have; each has a text in the game's catalogue."""

    def rank_moves(self, state: Any, seat: Seat, level: Level, rng: Random) -> Sequence[Idea]:
        """Return candidate moves, best first.

        `state` is a determinization: its hidden information is random. `rng` samples further determinizations
        and breaks ties.
        """

    def claims(self, line: Line) -> Iterable[Claim]:
        """Return what can be said of a line of moves: facts, derived from its states and events."""

    def win_probabilities(self, state: Any, rng: Random) -> tuple[float, ...]:
        """Return each seat's probability of winning, estimated from a determinization. They add up to 1."""
