"""What the player of one game must be able to do: find moves worth making, and say how everybody stands."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Protocol

from rules.game import Move, Phrase, Seat

Level = Literal["apprentice", "sailor", "captain"]
LEVELS: tuple[Level, ...] = ("apprentice", "sailor", "captain")
"""The weakest first. The weaker look less far and weigh fewer things; none of them blunders at random."""


@dataclass(frozen=True, slots=True)
class Idea:
    """A move worth making: what it is worth beside the others, in points, and what speaks for it most.

    `then` are the moves the turn would go on with, up to where something hidden decides; where they are only
    a first thought (`sketched`), they are thought about again when they come.
    """

    move: Move
    worth: float
    why: Phrase
    then: tuple[Move, ...] = ()
    sketched: bool = False


class Mind(Protocol):
    """How one game is played well."""

    reasons: Sequence[str]
    """Every key a `why` may have: each is a sentence of the game's catalogue."""

    def weigh(self, world: Any, seat: Seat, level: Level, chance: Random) -> Sequence[Idea]:
        """Moves worth making, the best first.

        `world` is a table that the seat cannot tell from the real one: what is hidden in it means nothing.
        `chance` is for dealing others like it, and for telling equals apart.
        """

    def chances(self, world: Any, chance: Random) -> tuple[float, ...]:
        """How likely each seat is to win from here, as one reader sees it; together they are 1."""
