"""Explorers' painter: the pictures and words of a view."""

from collections.abc import Mapping

import render.explorers.captains  # noqa: F401 - enters the captains into the book of icons
from render.explorers.baking import every_sprite
from render.explorers.board import Board
from render.explorers.hand import HandPicture
from render.explorers.marks import changes
from render.explorers.marks import intention as intended
from render.explorers.sheet import score_sheet
from render.explorers.words import board_in_words, hand_in_words
from render.kit.legend import Captions, finished
from render.kit.page import Picture
from render.kit.sprites import Request
from render.painter import Asking
from rules.explorers.components import Components
from rules.explorers.pieces import ANIMALS, CAPTAINS
from rules.explorers.view import View
from rules.game import Move, Outcome, Phrase


class ExplorersPainter:
    """Draws Explorers with the tiles it is played with."""

    apart_from_hand = frozenset({"load", "unload", "sail", "march", "herd", "build", "end"})

    def __init__(self, components: Components) -> None:
        self._components = components

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
        names: tuple[str, ...],
        *,
        language: str = "",  # noqa: ARG002
        intention: Move | None = None,
        asking: Asking | None = None,  # noqa: ARG002
        captions: Captions | None = None,
    ) -> Picture | None:
        if view.seat is None or not (view.hand or view.dealt):
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
        livestock: dict[str, str] = {animal: f"livestock_{animal}" for animal in ANIMALS}
        captains: dict[str, str] = {captain: f"captain_{captain}" for captain in CAPTAINS}
        return {
            **livestock,
            **captains,
            "livestock": "livestock_sheep",
            "settlement": "settlement",
            "enemy_ship": "enemy_ship",
            "longship": "explorers_longship",
            "viking": "viking",
            "outpost": "outpost",
            "island": "island",
            "tile": "hex_tile",
            "winter_token": "winter",
            # kinds of move
            "place": "hex_tile",
            "sail": "explorers_longship",
            "load": "explorers_longship",
            "unload": "explorers_longship",
            "march": "viking",
            "herd": "livestock_sheep",
            "build": "outpost",
        }

    def sprites(self) -> tuple[Request, ...]:
        return tuple(every_sprite(self._components))
