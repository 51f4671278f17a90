"""The painter protocol: the interface that draws the pictures of a game and describes them in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from render.kit.legend import Captions
from render.kit.page import Picture
from render.kit.sprite_cache import SpriteKey
from rules.game import Move, Outcome, Phrase


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer to a prompt: its token, the moves it leads to, and its number in the picture if it has one.

    With `is_sequence` all moves are played one after the other; otherwise one of them remains to be chosen.
    """

    token: str
    moves: tuple[Move, ...]
    number: int | None = None
    is_sequence: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """The choice that a player has to make: the tokens of a move chosen so far, and the possible answers.

    With nothing chosen yet, an answer is a kind of move or a whole move.
    """

    chosen: tuple[str, ...]
    offers: tuple[Offer, ...]


class Painter(Protocol):
    """Draws one game. It takes views only, so that no picture can show hidden information.

    `kinds_without_hand` are the kinds of move that a player chooses without seeing the hand. Names of cards
    and pieces are in `language`, or in the first language available. With `captions` a picture becomes a
    legend; `legend_parts` are the keys of all parts it can name.
    """

    kinds_without_hand: frozenset[str]
    legend_parts: tuple[str, ...]

    def board(
        self,
        view: Any,
        names: tuple[str, ...],
        *,
        language: str = "",
        since: Any = None,
        intention: Move | None = None,
        prompt: Prompt | None = None,
        captions: Captions | None = None,
    ) -> Picture:
        """Draw the board. Highlights changes `since` an earlier view and the targets of the `intention`.

        The answers of the prompt are numbered.
        """

    def hand(
        self,
        view: Any,
        names: tuple[str, ...],
        *,
        language: str = "",
        intention: Move | None = None,
        prompt: Prompt | None = None,
        captions: Captions | None = None,
    ) -> Picture | None:
        """Draw the reader's own hand. Returns None if the reader has none."""

    def score_sheet(
        self, view: Any, outcome: Outcome, names: tuple[str, ...], rows: tuple[str, ...] = ()
    ) -> Picture:
        """Draw the final scores; `rows` are the names of the outcome's rows."""

    def points_at(self, view: Any, prompt: Prompt) -> frozenset[str]:
        """Returns the tokens of the answers that the pictures can point out. These are numbered."""

    def closeups(self, view: Any) -> tuple[str, ...]:
        """Keys of the close-ups a reader can open: `seat.0` is that player's board, others are catalogue
        keys (`closeup.…`)."""

    def closeup(self, view: Any, names: tuple[str, ...], key: str, *, language: str = "") -> Picture: ...

    def visible_components(self, view: Any) -> tuple[str, ...]:
        """Keys of the cards and pieces in a reader's pictures that have a text, the most useful first."""

    def describe(self, view: Any) -> tuple[Phrase, ...]:
        """Returns the alt text of the board."""

    def describe_hand(self, view: Any) -> tuple[Phrase, ...]: ...
    def describe_closeup(self, view: Any, key: str) -> tuple[Phrase, ...]: ...

    def emoji(self) -> Mapping[str, str]:
        """Maps component keys, and kinds of move that have one, to the names of their icons."""

    def sprites(self) -> tuple[SpriteKey, ...]:
        """Keys of all sprites that a picture of this game can need."""
