"""Lofoten's painter: the pictures and words of a view."""

from collections.abc import Mapping

import render.lofoten.icons
import render.lofoten.module_icons  # noqa: F401 - both enter Lofoten's icons into the book
from render.kit.legend import Captions, finished
from render.kit.page import Picture
from render.kit.sprites import Request
from render.lofoten.baking import every_sprite
from render.lofoten.board import EFFECT_ICONS, Board
from render.lofoten.hand import HandPicture
from render.lofoten.marks import changes
from render.lofoten.marks import intention as intended
from render.lofoten.sheet import score_sheet
from render.lofoten.words import board_in_words, hand_in_words
from render.painter import Asking
from rules.game import Move, Outcome, Phrase
from rules.lofoten.pieces import GOODS, JARLS
from rules.lofoten.view import View


class LofotenPainter:
    """Draws Lofoten as it was dealt: all that a pack may change is in the view."""

    apart_from_hand = frozenset(
        {
            *("slide", "turn", "coin", "stop", "steal", "wheel", "row", "remove", "store", "fill"),
            *("unload", "load", "upgrade", "claim", "bind"),
        }
    )

    parts = tuple[str, ...]()

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
        return finished(Board(view, names, changes(since, view), intended(view, intention)).paint(), captions)

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
        if view.seat is None or view.hand is None or not (view.hand or view.drawn):
            return None
        return finished(HandPicture(view, view.seat, view.hand, intended(view, intention)).paint(), captions)

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
        view: View,
        outcome: Outcome,
        names: tuple[str, ...],
        *,
        language: str = "",  # noqa: ARG002
    ) -> Picture:
        return score_sheet(view, outcome, names).finish()

    def describe(self, view: View) -> tuple[Phrase, ...]:
        return board_in_words(view)

    def describe_hand(self, view: View) -> tuple[Phrase, ...]:
        return hand_in_words(view)

    def describe_closeup(self, view: View, key: str) -> tuple[Phrase, ...]:  # noqa: ARG002
        return ()

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
            "slide": "slide",
            "turn": "turn",
            "store": "cabin",
            "unload": "longship",
            "upgrade": "longship",
            "extra_turn": "again",
            "new_hand": "card_back",
            "stop": "anchor",
        }
        effects = {effect: EFFECT_ICONS[effect] for effect in EFFECT_ICONS}
        return pieces | others | more | shields | jarls | kinds | effects

    def sprites(self) -> tuple[Request, ...]:
        return tuple(every_sprite())
