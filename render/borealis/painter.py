"""The painter of Borealis."""

from collections.abc import Mapping
from dataclasses import dataclass

import render.borealis.animals
import render.borealis.icons  # noqa: F401 - registers icons
from render.borealis.alt_text import describe_board, describe_closeup, describe_focus, describe_hand
from render.borealis.board import Board
from render.borealis.closeups import Discards
from render.borealis.focus import paint_focus
from render.borealis.hand import HandPicture
from render.borealis.highlights import changes, intention
from render.borealis.numbering import numbering, pointed_tokens
from render.borealis.score_sheet import score_sheet
from render.borealis.spectator_board import SpectatorBoard
from render.borealis.table_parts import PictureContext
from render.borealis.text_only import text_only_board, text_only_hand
from render.kit import Page
from render.painter import Painter, PictureRequest, closeup_seat
from rules.borealis.components import Components
from rules.borealis.pieces import COLOURS, SPECIES, VEHICLES
from rules.borealis.view import View

PARTS: tuple[str, ...] = (
    "round", "last_round", "first_player", "deck", "tokens", "total",
    "camps", "regrouping", "stack", "track", "crew", "pool", "objectives", "score_cards", "players",
    "card_scientists", "card_animal", "card_vehicle", "card_sites",
)  # fmt: skip


@dataclass(frozen=True)
class BorealisPainter(Painter[View]):
    """Draws Borealis. Values of objective and score cards that a pack may change come with the view."""

    legend_parts = PARTS

    components: Components

    def board(self, request: PictureRequest[View]) -> Page:
        """Draw a player's own expedition with the open cards; for a spectator the progress of all players."""
        context, seat = self._context(request), request.view.seat
        return SpectatorBoard(context).paint() if seat is None else Board(context, seat).paint()

    def hand(self, request: PictureRequest[View]) -> Page | None:
        hand = request.view.hand
        return HandPicture(self._context(request), hand).paint() if hand else None

    def focus(self, request: PictureRequest[View]) -> Page:
        """Draw the reader's sites with the cards to choose; for a spectator the board."""
        seat = request.view.seat
        return self.board(request) if seat is None else paint_focus(self._context(request), seat)

    def closeups(self, view: View) -> tuple[str, ...]:
        """Keys of the other players' boards and of the discard pile."""
        seats = tuple(f"seat.{player.seat}" for player in view.players if player.seat != view.seat)
        return (*seats, "discards")

    def closeup(self, request: PictureRequest[View]) -> Page:
        context, seat = self._context(request), closeup_seat(request.closeup)
        return Discards(context).paint() if seat is None else Board(context, seat).paint()

    def _context(self, request: PictureRequest[View]) -> PictureContext:
        return PictureContext(
            request,
            self.components,
            changes(request.since, request.view),
            intention(request.intention),
            numbering(request.prompt),
        )

    score_sheet = staticmethod(score_sheet)
    points_at = staticmethod(pointed_tokens)
    describe = staticmethod(describe_board)
    describe_hand = staticmethod(describe_hand)
    describe_focus = staticmethod(describe_focus)
    describe_closeup = staticmethod(describe_closeup)
    text_only_board = staticmethod(text_only_board)
    text_only_hand = staticmethod(text_only_hand)

    def visible_components(self, view: View) -> tuple[str, ...]:
        """Objective and score cards first, then parts of the board, then the animals in hand."""
        objectives = (objective.card for objective in view.objectives if objective.open)
        score_cards = (card.card for card in view.score_cards)
        animals = dict.fromkeys(held.card.species for held in view.hand or ())
        return (*objectives, *score_cards, "track", "camp", "pool", *animals)

    def emoji(self) -> Mapping[str, str]:
        pieces = {key: key for key in (*SPECIES, *VEHICLES, *COLOURS)}
        signs = {key: key for key in ("star", "flag", "camp", "site")}
        others = {"first_player": "pawn", "track": "compass", "pool": "card_back"}
        kinds = {"observe": "lens", "regroup": "regroup", "refresh": "again", "draw": "card_back"}
        return pieces | signs | others | kinds
