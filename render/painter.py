"""What the rest of Skald asks of a game's pictures."""

from collections.abc import Mapping
from typing import Any, Protocol

from render.kit.page import Picture
from render.kit.sprites import Request
from rules.game import Move, Outcome, Phrase


class Painter(Protocol):
    """Draws one game. It takes views only, so that no picture can show what its reader may not know.

    `apart_from_hand` are the kinds of move that are chosen without a look at the hand.
    """

    apart_from_hand: frozenset[str]

    def board(
        self, view: Any, names: tuple[str, ...], *, since: Any = None, intention: Move | None = None
    ) -> Picture:
        """The board, with what differs from an earlier view of this reader and what a move would touch."""

    def hand(self, view: Any, names: tuple[str, ...], *, intention: Move | None = None) -> Picture | None:
        """The reader's own hand; None where there is none."""

    def score_sheet(self, view: Any, outcome: Outcome, names: tuple[str, ...]) -> Picture: ...

    def describe(self, view: Any) -> tuple[Phrase, ...]:
        """The board in words, for those who do not see the picture."""

    def describe_hand(self, view: Any) -> tuple[Phrase, ...]: ...

    def emoji(self) -> Mapping[str, str]:
        """The icon that stands for each component key, and for those kinds of move that have one."""

    def sprites(self) -> tuple[Request, ...]:
        """Every sprite a picture of this game can need."""
