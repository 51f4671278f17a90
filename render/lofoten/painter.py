"""Lofoten's painter: the pictures and words of a view."""

from collections.abc import Mapping

import render.lofoten.icons
import render.lofoten.module_icons  # noqa: F401 - both enter Lofoten's icons into the book
from render.kit.legend import Captions, finished
from render.kit.page import Picture
from render.kit.sprites import Request
from render.lofoten.alt_text import board_in_words, discards_in_words, hand_in_words, player_in_words
from render.lofoten.board import Board
from render.lofoten.closeups import discards_page, player_page
from render.lofoten.hand import HandPicture
from render.lofoten.highlights import changes
from render.lofoten.highlights import intention as intended
from render.lofoten.numbering import chosen_so_far, numbered, spot_of
from render.lofoten.players import EFFECT_ICONS
from render.lofoten.score_sheet import score_sheet
from render.lofoten.shown import Shown
from render.lofoten.sprite_manifest import every_sprite
from render.painter import Asking
from rules.components import read
from rules.game import Move, Outcome, Phrase
from rules.lofoten.components import Components
from rules.lofoten.pieces import GOODS, JARLS
from rules.lofoten.view import View


class LofotenPainter:
    """Draws Lofoten as it was dealt: all that a pack may change is in the view."""

    apart_from_hand = frozenset(
        {
            *("coin", "stop", "steal", "remove", "store", "fill", "nothing_more"),
            *("unload", "load", "upgrade", "claim", "bind", "take"),
        }
    )

    parts: tuple[str, ...] = (
        *("stacks", "reserve", "pile", "market", "fleet", "rival_fleet", "front", "dock", "points", "coins"),
        *("cards", "in_play", "jarl", "warehouse", "rule", "side", "left_card", "centre_card", "right_card"),
        *("value", "effect", "does", "drawn", "ends", "course"),
    )

    def __init__(self, components: Components | None = None) -> None:
        self._names = (components or read("lofoten", Components, None)[0]).all_names

    def board(
        self,
        view: View,
        names: tuple[str, ...],
        *,
        language: str = "",
        since: View | None = None,
        intention: Move | None = None,
        asking: Asking | None = None,
        captions: Captions | None = None,
    ) -> Picture:
        meant = intended(view, intention) or chosen_so_far(view, asking)
        shown = Shown(view, names, changes(since, view), meant, language, self._names)
        return finished(Board(shown, numbered(view, asking)).paint(), captions)

    def hand(
        self,
        view: View,
        names: tuple[str, ...],  # noqa: ARG002
        *,
        language: str = "",
        intention: Move | None = None,
        asking: Asking | None = None,
        captions: Captions | None = None,
    ) -> Picture | None:
        if view.seat is None or view.hand is None or not (view.hand or view.drawn):
            return None
        asked = numbered(view, asking)
        called = {good: self._names[good].say(language) for good in GOODS}
        hand = HandPicture(view, view.seat, view.hand, intended(view, intention), asked, called)
        return finished(hand.paint(), captions)

    def points_at(self, view: View, asking: Asking) -> frozenset[str]:
        return frozenset(offer.word for offer in asking.offers if spot_of(view, asking, offer))

    def closeups(self, view: View) -> tuple[str, ...]:  # noqa: ARG002
        return ("seat.0", "seat.1", "discards")

    def closeup(self, view: View, names: tuple[str, ...], key: str, *, language: str = "") -> Picture:
        what, _, seat = key.partition(".")
        if what == "seat":
            return player_page(view, names, int(seat), self._names, language).finish()
        return discards_page(view, self._names, language).finish()

    def in_sight(self, view: View) -> tuple[str, ...]:
        """Jarls and their demands, level 2 cards, then the goods of the hand, coins and the rest."""
        jarls = [key for alliance in view.alliances for key in (alliance.jarl, alliance.demand.key)]
        cards = [store.card for store in view.warehouses if store.level == 2]
        hand = [card.good for card in (*(view.hand or ()), *((view.drawn,) if view.drawn else ()))]
        plain = ["coin", "warehouse", "dock", "order"]
        return tuple(dict.fromkeys((*jarls, *cards, *hand, *plain)))[:12]

    def score_sheet(
        self,
        view: View,
        outcome: Outcome,
        names: tuple[str, ...],
        rows: tuple[str, ...] = (),
    ) -> Picture:
        return score_sheet(view, outcome, names, rows).finish()

    def describe(self, view: View) -> tuple[Phrase, ...]:
        return board_in_words(view)

    def describe_hand(self, view: View) -> tuple[Phrase, ...]:
        return hand_in_words(view)

    def describe_closeup(self, view: View, key: str) -> tuple[Phrase, ...]:
        what, _, seat = key.partition(".")
        return player_in_words(view, int(seat)) if what == "seat" else discards_in_words(view)

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
