"""The painter of Explorers."""

from collections.abc import Mapping

import render.explorers.captains  # noqa: F401 - registers the captains' icons
from render.explorers.alt_text import describe_board, describe_closeup, describe_hand
from render.explorers.board import Board
from render.explorers.closeups import Closeups
from render.explorers.hand import HandPicture
from render.explorers.highlights import Changes, Intention, changes, intention, partial_intention
from render.explorers.numbering import numbered_targets, pointed_tokens
from render.explorers.roster import Roster
from render.explorers.score_sheet import score_sheet
from render.explorers.sprite_manifest import every_sprite
from render.kit.legend import Captions, encode_page
from render.kit.page import Picture
from render.kit.sprite_cache import SpriteKey
from render.painter import Prompt
from rules.explorers.components import Components
from rules.explorers.pieces import ANIMALS, CAPTAINS
from rules.explorers.view import View
from rules.game import Move, Outcome, Phrase

MAX_VISIBLE_COMPONENTS = 12


class ExplorersPainter:
    kinds_without_hand = frozenset({"load", "unload", "sail", "march", "herd", "build", "end"})
    legend_parts: tuple[str, ...] = (
        "actions", "at_home", "bonus", "captain", "captain_card", "captain_now", "dead", "delivered",
        "destroyed", "enemy_ship", "enemy_ships_left", "fits", "hold", "island", "islands_held",
        "livestock", "longship", "mainland", "open_corner", "open_island", "outpost", "outposts_built",
        "points", "raided", "settlement", "settlements_left", "stack", "tile", "tile_number", "tiles",
        "turns", "vikings", "ways",
    )  # fmt: skip

    def __init__(self, components: Components) -> None:
        self._components = components
        self._captains = {captain: components.captains.of(captain) for captain in CAPTAINS}

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
        differing = changes(since, view)
        board = Board(
            view,
            self._roster(view, names, differing, language),
            differing,
            _intention_or_partial(view, intention, prompt),
            numbered_targets(prompt),
        )
        return encode_page(board.paint(), captions)

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
        if view.seat is None or not (view.hand or view.dealt):
            return None
        intended = _intention_or_partial(view, intention, prompt)
        hand = HandPicture(view, view.seat, self._captains, language, intended, numbered_targets(prompt))
        return encode_page(hand.paint(), captions)

    def points_at(self, view: View, prompt: Prompt) -> frozenset[str]:  # noqa: ARG002
        return pointed_tokens(prompt)

    def closeups(self, view: View) -> tuple[str, ...]:
        islands = (
            ("islands",) if any(island.complete or any(island.influence) for island in view.islands) else ()
        )
        discarded = ("discarded",) if view.discarded else ()
        return (*(f"seat.{player.seat}" for player in view.players), *islands, *discarded)

    def closeup(self, view: View, names: tuple[str, ...], key: str, *, language: str = "") -> Picture:
        return Closeups(view, names, self._components, language).paint(key).encode()

    def visible_components(self, view: View) -> tuple[str, ...]:
        """Captains first, the ones to choose from before all others; then pieces in hand and on the map."""
        own = () if view.seat is None else view.players[view.seat].captains
        others = (captain for player in view.players for captain in player.captains)
        symbols = (tile.symbol for tile in view.hand or ())
        laid = [tile.symbol for tile in view.tiles if tile.symbol]
        kinds = ["livestock"] * any(symbol in ANIMALS for symbol in laid)
        kinds += [symbol for symbol in ("settlement", "enemy_ship") if symbol in laid]
        common = ("island", "outpost", *kinds, "longship", "viking", "winter_token")
        return tuple(dict.fromkeys((*view.dealt, *own, *symbols, *others, *common)))[:MAX_VISIBLE_COMPONENTS]

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

    def sprites(self) -> tuple[SpriteKey, ...]:
        return tuple(every_sprite(self._components))

    def _roster(self, view: View, names: tuple[str, ...], differing: Changes, language: str) -> Roster:
        return Roster(view, names, differing, self._captains, language)


def _intention_or_partial(view: View, move: Move | None, prompt: Prompt | None) -> Intention | None:
    """The intention of a whole move, or of the partly chosen move of a prompt."""
    if move is not None or prompt is None:
        return intention(view, move)
    return partial_intention(view, prompt)
