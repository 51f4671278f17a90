"""The painter of Shipwrights."""

from collections.abc import Mapping
from dataclasses import dataclass

import render.shipwrights.craft_icons
import render.shipwrights.icons
import render.shipwrights.ship_icons  # noqa: F401 - these register icons
from render.kit import Page
from render.painter import Painter, PictureRequest, closeup_seat
from render.shipwrights.alt_text import (
    describe_board,
    describe_closeup,
    describe_focus,
    describe_hand,
    visible_components,
)
from render.shipwrights.board import Board
from render.shipwrights.closeups import closeups, paint_discards, paint_seat
from render.shipwrights.focus import paint_focus
from render.shipwrights.hand import HandPicture, shown_cards
from render.shipwrights.highlights import changes, intention
from render.shipwrights.numbering import KINDS_WITHOUT_HAND, numbering, pointed_tokens
from render.shipwrights.overlay import Overlay
from render.shipwrights.portraits import sign_of
from render.shipwrights.score_sheet import score_sheet
from render.shipwrights.text_only import text_only_board, text_only_hand
from rules.components import Name
from rules.shipwrights.components import Components, Face
from rules.shipwrights.pieces import CARDS, GOODS
from rules.shipwrights.view import View

PARTS: tuple[str, ...] = (
    "day", "points", "military", "fleet", "gold", "workers", "hand", "price", "deck", "mill", "village",
    "evening", "workshop", "needs", "tool", "craftsmen", "buildings", "opponent", "set", "to_pick", "kept",
    "plaque", "belongings",
)  # fmt: skip


@dataclass(frozen=True)
class ShipwrightsPainter(Painter[View]):
    kinds_without_hand = KINDS_WITHOUT_HAND
    legend_parts = PARTS

    names: Mapping[str, Name]
    faces: tuple[Face, ...]

    @classmethod
    def of(cls, components: Components) -> "ShipwrightsPainter":
        return cls(components.all_names, tuple(components.faces.values()))

    def _names_in(self, language: str) -> Mapping[str, str]:
        said = ((key, name.text(language)) for key, name in self.names.items())
        return {key: name[:1].upper() + name[1:] for key, name in said}

    def board(self, request: PictureRequest[View]) -> Page:
        view = request.view
        targets, numbers = intention(view, request.intention), numbering(view, request.prompt)
        overlay = Overlay(changes(request.since, view), targets, numbers)
        return Board(request, self._names_in(request.language), overlay).paint()

    def hand(self, request: PictureRequest[View]) -> Page | None:
        """Draw the hand. An empty hand shows where the next cards come from, unless a prompt is open."""
        view, names = request.view, self._names_in(request.language)
        if view.seat is None or (not shown_cards(view) and (request.prompt or request.intention)):
            return None
        targets, numbers = intention(view, request.intention), numbering(view, request.prompt)
        return HandPicture(view, view.seat, request.names, names, targets, numbers).paint()

    def focus(self, request: PictureRequest[View]) -> Page:
        """Draw the reader's yard, or the players that an attack can hit; for a spectator the board."""
        seat = request.view.seat
        if seat is None:
            return self.board(request)
        return paint_focus(request, seat, self._names_in(request.language))

    def closeup(self, request: PictureRequest[View]) -> Page:
        names, seat = self._names_in(request.language), closeup_seat(request.closeup)
        if seat is None:
            return paint_discards(request.view, names)
        return paint_seat(request.view, request.names, names, seat)

    score_sheet = staticmethod(score_sheet)
    closeups = staticmethod(closeups)
    points_at = staticmethod(pointed_tokens)
    visible_components = staticmethod(visible_components)
    describe = staticmethod(describe_board)
    describe_hand = staticmethod(describe_hand)
    describe_focus = staticmethod(describe_focus)
    describe_closeup = staticmethod(describe_closeup)
    text_only_board = staticmethod(text_only_board)
    text_only_hand = staticmethod(text_only_hand)

    def emoji(self) -> Mapping[str, str]:
        cards: dict[str, str] = {card: sign_of(card) for card in CARDS}
        goods: dict[str, str] = {good: good for good in GOODS}
        others = {
            "worker": "worker",
            "gold": "coin",
            "mill": "mill",
            "village": "long_house",
            "workshop": "hammer",
            "card_back": "card_back",
            "victory_point": "points",
            "military_point": "war_flag",
            "first_player": "crown",
        }
        kinds = {
            "finish": "hammer",
            "lay": "knarr",
            "hire": "carpenter",
            "buy": "oak",
            "tool": "bow_saw",
            "build": "long_house",
            "call": "portrait_chieftain",
            "swap": "exchange",
        }
        return {**cards, **goods, **others, **kinds}
