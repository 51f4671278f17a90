"""The painter of Lofoten."""

from collections.abc import Mapping

import render.lofoten.icons
import render.lofoten.module_icons  # noqa: F401 - both register icons
from render.kit.legend import Captions, encode_page
from render.kit.page import Picture
from render.kit.sprite_cache import SpriteKey
from render.lofoten.alt_text import describe_board, describe_discards, describe_hand, describe_player
from render.lofoten.board import Board
from render.lofoten.closeups import paint_discards, paint_player
from render.lofoten.hand import HandPicture
from render.lofoten.highlights import changes
from render.lofoten.highlights import intention as intended
from render.lofoten.numbering import numbered_answers, partial_intention, spot_of
from render.lofoten.picture_context import PictureContext
from render.lofoten.players import EFFECT_ICONS
from render.lofoten.score_sheet import score_sheet
from render.lofoten.sprite_manifest import every_sprite
from render.painter import Prompt
from rules.components import load_components
from rules.game import Move, Outcome, Phrase
from rules.lofoten.components import Components
from rules.lofoten.pieces import GOODS, JARLS
from rules.lofoten.view import View


class LofotenPainter:
    """Draws Lofoten. Everything that a pack may change comes with the view."""

    kinds_without_hand = frozenset(
        {
            *("coin", "stop", "steal", "remove", "store", "fill", "nothing_more"),
            *("unload", "load", "upgrade", "claim", "bind", "take"),
        }
    )

    legend_parts: tuple[str, ...] = (
        *("stacks", "reserve", "pile", "market", "fleet", "rival_fleet", "front", "dock", "points", "coins"),
        *("cards", "in_play", "jarl", "warehouse", "rule", "side", "left_card", "centre_card", "right_card"),
        *("value", "effect", "does", "drawn", "ends", "course"),
    )

    def __init__(self, components: Components | None = None) -> None:
        self._names = (components or load_components("lofoten", Components, None)[0]).all_names

    def board(
        self,
        view: View,
        names: tuple[str, ...],
        *,
        language: str = "",
        since: View | None = None,
        intention: Move | None = None,
        prompt: Prompt | None = None,
        captions: Captions | None = None,
    ) -> Picture:
        meant = intended(view, intention) or partial_intention(view, prompt)
        context = PictureContext(view, names, changes(since, view), meant, language, self._names)
        return encode_page(Board(context, numbered_answers(view, prompt)).paint(), captions)

    def hand(
        self,
        view: View,
        names: tuple[str, ...],  # noqa: ARG002
        *,
        language: str = "",
        intention: Move | None = None,
        prompt: Prompt | None = None,
        captions: Captions | None = None,
    ) -> Picture | None:
        if view.seat is None or view.hand is None or not (view.hand or view.drawn):
            return None
        answers = numbered_answers(view, prompt)
        names_by_key = {good: self._names[good].text(language) for good in GOODS}
        hand = HandPicture(view, view.seat, view.hand, intended(view, intention), answers, names_by_key)
        return encode_page(hand.paint(), captions)

    def points_at(self, view: View, prompt: Prompt) -> frozenset[str]:
        return frozenset(offer.token for offer in prompt.offers if spot_of(view, prompt, offer))

    def closeups(self, view: View) -> tuple[str, ...]:  # noqa: ARG002
        return ("seat.0", "seat.1", "discards")

    def closeup(self, view: View, names: tuple[str, ...], key: str, *, language: str = "") -> Picture:
        what, _, seat = key.partition(".")
        if what == "seat":
            return paint_player(view, names, int(seat), self._names, language).encode()
        return paint_discards(view, self._names, language).encode()

    def visible_components(self, view: View) -> tuple[str, ...]:
        """Jarls and their demands first, then level 2 cards, goods in hand, coins and the rest."""
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
        return score_sheet(view, outcome, names, rows).encode()

    def describe(self, view: View) -> tuple[Phrase, ...]:
        return describe_board(view)

    def describe_hand(self, view: View) -> tuple[Phrase, ...]:
        return describe_hand(view)

    def describe_closeup(self, view: View, key: str) -> tuple[Phrase, ...]:
        what, _, seat = key.partition(".")
        return describe_player(view, int(seat)) if what == "seat" else describe_discards(view)

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

    def sprites(self) -> tuple[SpriteKey, ...]:
        return tuple(every_sprite())
