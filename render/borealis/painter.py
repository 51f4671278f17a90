"""Borealis' painter: the pictures and words of a view."""

from collections.abc import Mapping
from dataclasses import dataclass

import render.borealis.animals
import render.borealis.icons  # noqa: F401 - and the rest of Borealis' icons
from render.borealis.baking import every_sprite
from render.borealis.board import Board
from render.borealis.hand import HandPicture
from render.borealis.marks import changes
from render.borealis.marks import intention as intended
from render.borealis.sheet import score_sheet
from render.borealis.table import Table
from render.borealis.words import board_in_words, hand_in_words
from render.kit.legend import Captions, finished
from render.kit.page import Picture
from render.kit.sprites import Request
from render.painter import Asking
from rules.borealis.components import Components
from rules.borealis.pieces import COLOURS, SPECIES, VEHICLES
from rules.borealis.view import View
from rules.game import Move, Outcome, Phrase


@dataclass(frozen=True)
class BorealisPainter:
    """Draws Borealis as it is dealt: the numbers on objective and score cards are the components'."""

    apart_from_hand = frozenset[str]()
    parts = tuple[str, ...]()

    components: Components

    def board(
        self,
        view: View,
        names: tuple[str, ...],
        *,
        language: str = "",  # noqa: ARG002
        since: View | None = None,
        intention: Move | None = None,
        asking: Asking | None = None,  # noqa: ARG002
        captions: Captions | None = None,
    ) -> Picture:
        """A seated reader's own expedition with what he needs of the table; for others the table."""
        changed, meant = changes(since, view), intended(view, intention)
        if view.seat is None:
            return finished(Table(view, names, changed, meant, self.components).paint(), captions)
        return finished(Board(view, names, changed, meant, self.components, view.seat).paint(), captions)

    def hand(
        self,
        view: View,
        names: tuple[str, ...],  # noqa: ARG002
        *,
        language: str = "",  # noqa: ARG002
        intention: Move | None = None,
        asking: Asking | None = None,  # noqa: ARG002
        captions: Captions | None = None,
    ) -> Picture | None:
        if not view.hand:
            return None
        return finished(HandPicture(view, view.hand, intended(view, intention)).paint(), captions)

    def points_at(self, view: View, asking: Asking) -> frozenset[str]:  # noqa: ARG002
        return frozenset()

    def closeups(self, view: View) -> tuple[str, ...]:  # noqa: ARG002
        return ()

    def closeup(self, view: View, names: tuple[str, ...], key: str, *, language: str = "") -> Picture:
        raise ValueError(f"no closeup {key} of {len(names)} in {language} at {view.seat}")

    def in_sight(self, view: View) -> tuple[str, ...]:  # noqa: ARG002
        return ()

    def score_sheet(
        self,
        view: View,  # noqa: ARG002
        outcome: Outcome,
        names: tuple[str, ...],
        *,
        language: str = "",  # noqa: ARG002
    ) -> Picture:
        return score_sheet(outcome, names).finish()

    def describe(self, view: View) -> tuple[Phrase, ...]:
        return board_in_words(view)

    def describe_hand(self, view: View) -> tuple[Phrase, ...]:
        return hand_in_words(view)

    def describe_closeup(self, view: View, key: str) -> tuple[Phrase, ...]:  # noqa: ARG002
        return ()

    def emoji(self) -> Mapping[str, str]:
        pieces = {key: key for key in (*SPECIES, *VEHICLES, *COLOURS)}
        signs = {key: key for key in ("star", "flag", "camp", "site")}
        others = {"first_player": "pawn", "track": "compass", "pool": "card_back"}
        kinds = {"observe": "lens", "regroup": "regroup", "refresh": "again", "draw": "card_back"}
        return pieces | signs | others | kinds

    def sprites(self) -> tuple[Request, ...]:
        return tuple(every_sprite(self.components))
