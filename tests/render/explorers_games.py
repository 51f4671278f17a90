"""Games of Explorers to draw, played by a fixed rule."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from render import PAINTERS
from render.explorers import map_background
from render.explorers.raster_cache import RASTER_CACHE
from render.kit.page import Page
from rules.explorers.chart import chart
from rules.explorers.game import Explorers
from rules.explorers.view import View
from tests.render.seeded_games import seeded_states

GAME, PAINTER = Explorers(), PAINTERS["explorers"]
NAMES = ("Freya", "Leif", "Gunnar", "Åse")
SPANS = re.compile(r"\d+(–\d+)?(, \d+(–\d+)?)*")


@cache
def states(seats: int, seed: str = "one") -> tuple[Any, ...]:
    """Every state of a game in which tiles are laid close together, to its end."""
    dealt = GAME.setup(seats, GAME.info.options(), sha256(seed.encode()).digest())
    return seeded_states(GAME, dealt, seed, _close_or_building)


def _close_or_building(state: Any, legal: Sequence[Any], _drawn: int) -> Sequence[Any]:
    if legal[0].kind == "place":
        known = {each.name: (each.shore >> 6).bit_count() for each in chart(state.laid).openings}
        closest = max(known[move.cell] for move in legal)
        return [move for move in legal if known[move.cell] == closest]
    return [move for move in legal if move.kind == "build"] or legal


def find_state(stage: str, seats: int = 2, after: int = 0) -> Any:
    return next(state for state in states(seats)[after:] if state.stage == stage)


def active_view(stage: str, seats: int = 2, after: int = 0) -> View:
    """The view of the player to act."""
    state = find_state(stage, seats, after)
    return GAME.view(state, state.active)


def clear_caches() -> None:
    RASTER_CACHE.clear()
    map_background.clear_cache()


def numbers_on(page: Page) -> list[int]:
    """The numbers on plates; a range counts from its first to its last."""
    single = [int(str(drawn.values[0])) for drawn in page.draw_calls if drawn.what == "choice_plate"]
    shared = [text for text in texts(page).elements() if SPANS.fullmatch(text) and not text.isdigit()]
    spans = [span.partition("–") for text in shared for span in text.split(", ")]
    return sorted([*single, *(number for a, _, b in spans for number in range(int(a), int(b or a) + 1))])


def texts(page: Page) -> Counter[str]:
    return Counter(str(drawn.values[0]) for drawn in page.draw_calls if drawn.what == "text")
