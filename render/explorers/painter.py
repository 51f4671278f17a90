"""The painter of Explorers."""

from collections.abc import Mapping

import render.explorers.captains  # noqa: F401 - registers the captains' icons
from render.explorers.alt_text import describe_board, describe_closeup, describe_focus, describe_hand
from render.explorers.board import Board
from render.explorers.closeups import Closeups
from render.explorers.focus import MAP_PARTS, focus_page, map_part_page
from render.explorers.hand import HandPicture
from render.explorers.highlights import intention
from render.explorers.numbering import numbered_targets, pointed_tokens
from render.explorers.score_sheet import score_sheet
from render.explorers.text_only import text_only_board, text_only_hand
from render.kit import Page
from render.painter import Painter, PictureRequest
from rules.explorers.components import Components
from rules.explorers.pieces import ANIMALS, CAPTAINS
from rules.explorers.view import View

MAX_VISIBLE_COMPONENTS = 12


class ExplorersPainter(Painter[View]):
    kinds_without_hand = frozenset({"load", "unload", "sail", "march", "herd", "build", "end"})
    max_numbers = 8
    legend_parts = (
        "actions", "at_home", "bonus", "captain", "captain_card", "captain_now", "dead", "delivered",
        "destroyed", "enemy_ship", "enemy_ships_left", "fits", "hold", "island", "islands_held",
        "livestock", "longship", "mainland", "open_corner", "open_island", "outpost", "outposts_built",
        "points", "raided", "settlement", "settlements_left", "stack", "tile", "tile_number", "tiles",
        "turns", "vikings", "ways",
    )  # fmt: skip

    def __init__(self, components: Components) -> None:
        self._components = components
        self._captains = {captain: components.captains.of(captain) for captain in CAPTAINS}

    def board(self, request: PictureRequest[View]) -> Page:
        if any(choice.target.what == "turn" for choice in numbered_targets(request.prompt)):
            return self.focus(request)
        return Board(request, self._captains).paint()

    def hand(self, request: PictureRequest[View]) -> Page | None:
        view = request.view
        if view.seat is None or not (view.hand or view.dealt):
            return None
        intended = intention(view, request.intention, request.prompt)
        numbers = numbered_targets(request.prompt)
        return HandPicture(view, view.seat, self._captains, request.language, intended, numbers).paint()

    def focus(self, request: PictureRequest[View]) -> Page:
        return focus_page(request, self._captains)

    def closeup(self, request: PictureRequest[View]) -> Page:
        if request.closeup in MAP_PARTS:
            return map_part_page(request, self._captains)
        return Closeups(request, self._components).paint()

    def closeups(self, view: View) -> tuple[str, ...]:
        islands = (
            ("islands",) if any(island.complete or any(island.influence) for island in view.islands) else ()
        )
        discarded = ("discarded",) if view.discarded else ()
        return (*MAP_PARTS, *(f"seat.{player.seat}" for player in view.players), *islands, *discarded)

    def score_sheet(self, request: PictureRequest[View]) -> Page:
        return score_sheet(request, self._components.all_names["explorers"].text(request.language))

    points_at = staticmethod(pointed_tokens)
    describe = staticmethod(describe_board)
    describe_hand = staticmethod(describe_hand)
    describe_focus = staticmethod(describe_focus)
    describe_closeup = staticmethod(describe_closeup)
    text_only_board = staticmethod(text_only_board)
    text_only_hand = staticmethod(text_only_hand)

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
