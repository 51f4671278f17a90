"""The painter of Lofoten."""

from collections.abc import Mapping

import render.lofoten.icons
import render.lofoten.module_icons  # noqa: F401 - both register icons
from render.kit import Page
from render.lofoten.alt_text import describe_board, describe_closeup, describe_focus, describe_hand
from render.lofoten.board import Board
from render.lofoten.closeups import paint_discards, paint_player
from render.lofoten.focus import Focus
from render.lofoten.hand import HandPicture
from render.lofoten.highlights import changes, intention
from render.lofoten.numbering import numbered_answers, partial_intention, pointed_tokens
from render.lofoten.picture_context import PictureContext
from render.lofoten.players import EFFECT_ICONS
from render.lofoten.score_sheet import score_sheet
from render.lofoten.text_only import text_only_board, text_only_hand
from render.painter import Painter, PictureRequest, closeup_seat
from rules.components import load_components
from rules.lofoten.components import Components
from rules.lofoten.pieces import GOODS, JARLS
from rules.lofoten.view import View


class LofotenPainter(Painter[View]):
    """Draws Lofoten. Everything that a pack may change comes with the view."""

    kinds_without_hand = frozenset(
        {
            *("coin", "stop", "steal", "remove", "store", "fill", "nothing_more"),
            *("unload", "load", "upgrade", "claim", "bind", "take"),
        }
    )

    legend_parts = (
        *("stacks", "reserve", "pile", "market", "fleet", "rival_fleet", "front", "dock", "points", "coins"),
        *("cards", "in_play", "jarl", "warehouse", "rule", "side", "left_card", "centre_card", "right_card"),
        *("value", "effect", "does", "drawn", "ends"),
    )

    def __init__(self, components: Components | None = None) -> None:
        self._names = (components or load_components("lofoten", Components, None)[0]).all_names

    def board(self, request: PictureRequest[View]) -> Page:
        return Board(self._context(request), numbered_answers(request.view, request.prompt)).paint()

    def focus(self, request: PictureRequest[View]) -> Page:
        return Focus(self._context(request), numbered_answers(request.view, request.prompt)).paint()

    def _context(self, request: PictureRequest[View]) -> PictureContext:
        view = request.view
        meant = intention(view, request.intention) or partial_intention(view, request.prompt)
        return PictureContext(request, changes(request.since, view), meant, self._names)

    def hand(self, request: PictureRequest[View]) -> Page | None:
        view = request.view
        if view.seat is None or view.hand is None or not (view.hand or view.drawn):
            return None
        answers = numbered_answers(view, request.prompt)
        names_by_key = {good: self._names[good].text(request.language) for good in GOODS}
        meant = intention(view, request.intention)
        return HandPicture(view, view.seat, view.hand, meant, answers, names_by_key).paint()

    def closeups(self, view: View) -> tuple[str, ...]:  # noqa: ARG002
        return ("seat.0", "seat.1", "discards")

    def closeup(self, request: PictureRequest[View]) -> Page:
        seat = closeup_seat(request.closeup)
        if seat is None:
            return paint_discards(request.view, self._names, request.language)
        return paint_player(request, seat, self._names)

    score_sheet = staticmethod(score_sheet)
    points_at = staticmethod(pointed_tokens)
    describe = staticmethod(describe_board)
    describe_hand = staticmethod(describe_hand)
    describe_focus = staticmethod(describe_focus)
    describe_closeup = staticmethod(describe_closeup)
    text_only_board = staticmethod(text_only_board)
    text_only_hand = staticmethod(text_only_hand)

    def visible_components(self, view: View) -> tuple[str, ...]:
        """Jarls and their demands first, then level 2 cards, goods in hand, coins and the rest."""
        jarls = [key for alliance in view.alliances for key in (alliance.jarl, alliance.demand.key)]
        cards = [store.card for store in view.warehouses if store.level == 2]
        hand = [card.good for card in (*(view.hand or ()), *((view.drawn,) if view.drawn else ()))]
        plain = ["coin", "warehouse", "dock", "order"]
        return tuple(dict.fromkeys((*jarls, *cards, *hand, *plain)))[:12]

    def emoji(self) -> Mapping[str, str]:
        pieces = {good: good for good in GOODS}
        others = {"coin": "coin", "power_point": "points", "longship": "longship", "warehouse": "cabin"}
        more = {
            "order": "card_back",
            "dock": "anchor",
            "first_player": "prow",
            "tile": "tile",
            "shield": "shields",
        }
        shields = {"red": "shield_r", "blue": "shield_b", "yellow": "shield_y"}
        jarls = {jarl: f"jarl_{jarl}" for jarl in JARLS}
        kinds = {
            "store": "cabin",
            "unload": "longship",
            "upgrade": "longship",
            "extra_turn": "again",
            "new_hand": "card_back",
            "stop": "anchor",
        }
        return pieces | others | more | shields | jarls | kinds | dict(EFFECT_ICONS)
