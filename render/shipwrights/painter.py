"""Shipwrights' painter: the pictures and words of a view."""

from collections.abc import Mapping
from dataclasses import dataclass

import render.shipwrights.crafts
import render.shipwrights.icons
import render.shipwrights.ships  # noqa: F401 - these enter Shipwrights' icons into the book
from render.kit.legend import Captions, finished
from render.kit.page import Picture
from render.kit.sprites import Request
from render.painter import Asking
from render.shipwrights.baking import every_sprite
from render.shipwrights.board import Board
from render.shipwrights.hand import HandPicture, laid_cards
from render.shipwrights.marks import changes
from render.shipwrights.marks import intention as intended
from render.shipwrights.people import sign_of
from render.shipwrights.pointing import Pointers
from render.shipwrights.sheet import score_sheet
from render.shipwrights.words import board_in_words, hand_in_words
from rules.game import Move, Outcome, Phrase
from rules.shipwrights.components import Components, Face
from rules.shipwrights.pieces import CARDS, GOODS, SHIPS, Card
from rules.shipwrights.view import View


@dataclass(frozen=True)
class ShipwrightsPainter:
    """Draws Shipwrights. Ships are lettered with their names, which are the same in every language."""

    apart_from_hand = frozenset[str]()
    parts = tuple[str, ...]()

    ship_names: Mapping[Card, str]
    faces: tuple[Face, ...]

    @classmethod
    def of(cls, components: Components) -> "ShipwrightsPainter":
        names: dict[Card, str] = {ship: components.ships[ship].name.first for ship in SHIPS}
        return cls(names, tuple(components.faces.values()))

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
        pointers = Pointers(changes(since, view), intended(view, intention))
        return finished(Board(view, names, self.ship_names, pointers).paint(), captions)

    def hand(
        self,
        view: View,
        names: tuple[str, ...],
        *,
        language: str = "",  # noqa: ARG002
        intention: Move | None = None,
        asking: Asking | None = None,  # noqa: ARG002
        captions: Captions | None = None,
    ) -> Picture | None:
        if view.seat is None or not laid_cards(view):
            return None
        return finished(HandPicture(view, view.seat, names, intended(view, intention)).paint(), captions)

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

    def sprites(self) -> tuple[Request, ...]:
        return tuple(every_sprite(self.faces))
