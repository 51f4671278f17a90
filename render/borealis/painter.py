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
from render.kit.page import Picture
from render.kit.sprites import Request
from rules.borealis.components import Components
from rules.borealis.pieces import COLOURS, SPECIES, VEHICLES
from rules.borealis.view import View
from rules.game import Move, Outcome, Phrase


@dataclass(frozen=True)
class BorealisPainter:
    """Draws Borealis as it is dealt: the numbers on objective and score cards are the components'."""

    apart_from_hand = frozenset[str]()

    components: Components

    def board(
        self, view: View, names: tuple[str, ...], *, since: View | None = None, intention: Move | None = None
    ) -> Picture:
        """A seated reader's own expedition with what he needs of the table; for others the table."""
        changed, meant = changes(since, view), intended(view, intention)
        if view.seat is None:
            return Table(view, names, changed, meant, self.components).paint().finish()
        return Board(view, names, changed, meant, self.components, view.seat).paint().finish()

    def hand(self, view: View, names: tuple[str, ...], *, intention: Move | None = None) -> Picture | None:  # noqa: ARG002
        if not view.hand:
            return None
        return HandPicture(view, view.hand, intended(view, intention)).paint().finish()

    def score_sheet(self, view: View, outcome: Outcome, names: tuple[str, ...]) -> Picture:  # noqa: ARG002
        return score_sheet(outcome, names).finish()

    def describe(self, view: View) -> tuple[Phrase, ...]:
        return board_in_words(view)

    def describe_hand(self, view: View) -> tuple[Phrase, ...]:
        return hand_in_words(view)

    def emoji(self) -> Mapping[str, str]:
        pieces = {key: key for key in (*SPECIES, *VEHICLES, *COLOURS)}
        signs = {key: key for key in ("star", "flag", "camp", "site")}
        others = {"first_player": "pawn", "track": "compass", "pool": "card_back"}
        kinds = {"observe": "lens", "regroup": "regroup", "refresh": "again", "draw": "card_back"}
        return pieces | signs | others | kinds

    def sprites(self) -> tuple[Request, ...]:
        return tuple(every_sprite(self.components))
