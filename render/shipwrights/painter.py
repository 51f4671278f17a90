"""The painter of Shipwrights."""

from collections.abc import Mapping
from dataclasses import dataclass

import render.shipwrights.craft_icons
import render.shipwrights.icons
import render.shipwrights.ship_icons  # noqa: F401 - these register icons
from render.kit.legend import Captions, encode_page
from render.kit.page import Picture
from render.kit.sprite_cache import SpriteKey
from render.painter import Prompt
from render.shipwrights.alt_text import describe_board, describe_closeup, describe_hand, visible_components
from render.shipwrights.board import Board
from render.shipwrights.closeups import DISCARDS, closeups, paint_discards, paint_seat
from render.shipwrights.hand import HandPicture, shown_cards
from render.shipwrights.highlights import changes
from render.shipwrights.highlights import intention as intended
from render.shipwrights.numbering import KINDS_WITHOUT_HAND, numbering, pointed_tokens
from render.shipwrights.overlay import Overlay
from render.shipwrights.portraits import sign_of
from render.shipwrights.score_sheet import score_sheet
from render.shipwrights.sprite_manifest import every_sprite
from rules.components import Name
from rules.game import Move, Outcome, Phrase
from rules.shipwrights.components import Components, Face
from rules.shipwrights.pieces import CARDS, GOODS
from rules.shipwrights.view import View

PARTS: tuple[str, ...] = (
    "day", "points", "military", "fleet", "gold", "workers", "hand", "price", "deck", "mill", "village",
    "evening", "workshop", "needs", "tool", "craftsmen", "buildings", "opponent", "set", "to_pick", "kept",
    "plaque", "belongings",
)  # fmt: skip


@dataclass(frozen=True)
class ShipwrightsPainter:
    kinds_without_hand = KINDS_WITHOUT_HAND
    legend_parts = PARTS

    names: Mapping[str, Name]
    faces: tuple[Face, ...]

    @classmethod
    def of(cls, components: Components) -> "ShipwrightsPainter":
        return cls(components.all_names, tuple(components.faces.values()))

    def _names_in(self, language: str) -> Mapping[str, str]:
        """Names of all cards and pieces in a language."""
        said = ((key, name.text(language)) for key, name in self.names.items())
        return {key: name[:1].upper() + name[1:] for key, name in said}

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
        overlay = Overlay(changes(since, view), intended(view, intention), numbering(view, prompt))
        return encode_page(Board(view, names, self._names_in(language), overlay).paint(), captions)

    def hand(
        self,
        view: View,
        names: tuple[str, ...],
        *,
        language: str = "",
        intention: Move | None = None,
        prompt: Prompt | None = None,
        captions: Captions | None = None,
    ) -> Picture | None:
        """Draw the hand. An empty hand shows where the next cards come from, unless a prompt is open."""
        if view.seat is None or (not shown_cards(view) and (prompt or intention)):
            return None
        targets, numbers = intended(view, intention), numbering(view, prompt)
        picture = HandPicture(view, view.seat, names, self._names_in(language), targets, numbers)
        return encode_page(picture.paint(), captions)

    def points_at(self, view: View, prompt: Prompt) -> frozenset[str]:
        return pointed_tokens(view, prompt)

    def closeups(self, view: View) -> tuple[str, ...]:
        return closeups(view)

    def closeup(self, view: View, names: tuple[str, ...], key: str, *, language: str = "") -> Picture:
        if key == DISCARDS:
            return paint_discards(view, self._names_in(language)).encode()
        seat = int(key.removeprefix("seat."))
        return paint_seat(view, names, self._names_in(language), seat).encode()

    def visible_components(self, view: View) -> tuple[str, ...]:
        return visible_components(view)

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
        return describe_closeup(view, key)

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

    def sprites(self) -> tuple[SpriteKey, ...]:
        return tuple(every_sprite(self.faces))
