"""What the rest of Skald asks of a game's pictures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from render.kit.legend import Captions
from render.kit.page import Picture
from render.kit.sprites import Request
from rules.game import Move, Outcome, Phrase


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer that somebody can give now: its word, the moves it leaves, and its number if it has one.

    Moves `in_a_row` are not what may be chosen from then on, but all made one after the other.
    """

    word: str
    moves: tuple[Move, ...]
    number: int | None = None
    in_a_row: bool = False


@dataclass(frozen=True, slots=True)
class Asking:
    """What is being chosen: the words of a move chosen so far, and the answers that may come next.

    Where nothing is chosen yet an answer is a kind of move, or a whole move.
    """

    chosen: tuple[str, ...]
    offers: tuple[Offer, ...]


class Painter(Protocol):
    """Draws one game. It takes views only, so that no picture can show what its reader may not know.

    `apart_from_hand` are the kinds of move that are chosen without a look at the hand. Names of cards and
    pieces are written in `language`, or in the first there is. With `captions` the parts of a picture are
    called by these names; `parts` are all there are.
    """

    apart_from_hand: frozenset[str]
    parts: tuple[str, ...]

    def board(
        self,
        view: Any,
        names: tuple[str, ...],
        *,
        language: str = "",
        since: Any = None,
        intention: Move | None = None,
        asking: Asking | None = None,
        captions: Captions | None = None,
    ) -> Picture:
        """The board, with what differs from an earlier view of this reader, what a move would touch, and the
        answers that may be given, each by its number."""

    def hand(
        self,
        view: Any,
        names: tuple[str, ...],
        *,
        language: str = "",
        intention: Move | None = None,
        asking: Asking | None = None,
        captions: Captions | None = None,
    ) -> Picture | None:
        """The reader's own hand; None where there is none."""

    def score_sheet(
        self, view: Any, outcome: Outcome, names: tuple[str, ...], rows: tuple[str, ...] = ()
    ) -> Picture:
        """The end of a game; `rows` are what the rows of its sheet are called."""

    def points_at(self, view: Any, asking: Asking) -> frozenset[str]:
        """The words of those answers that the pictures point out; these get numbers."""

    def closeups(self, view: Any) -> tuple[str, ...]:
        """What else can be looked at: `seat.0` is that player's own board, others are of the catalogue
        (`closeup.…`)."""

    def closeup(self, view: Any, names: tuple[str, ...], key: str, *, language: str = "") -> Picture: ...

    def in_sight(self, view: Any) -> tuple[str, ...]:
        """The cards and pieces in a reader's pictures that have a text, the most telling first."""

    def describe(self, view: Any) -> tuple[Phrase, ...]:
        """The board in words, for those who do not see the picture."""

    def describe_hand(self, view: Any) -> tuple[Phrase, ...]: ...
    def describe_closeup(self, view: Any, key: str) -> tuple[Phrase, ...]: ...

    def emoji(self) -> Mapping[str, str]:
        """The icon that stands for each component key, and for those kinds of move that have one."""

    def sprites(self) -> tuple[Request, ...]:
        """Every sprite a picture of this game can need."""
