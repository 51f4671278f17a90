"""Whole games of Lofoten to draw, played by a fixed rule."""

from functools import cache
from hashlib import sha256
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from render import PAINTERS, Picture
from rules import GAMES
from rules.lofoten.view import View
from tests.render.seeded_games import seeded_states

GAME = GAMES["lofoten"]
PAINTER = PAINTERS["lofoten"]
NAMES = ("Freya", "Leif")


@cache
def states(seed: str) -> tuple[Any, ...]:
    """Every state of a game, to its end."""
    dealt = GAME.setup(2, GAME.info.options(), sha256(seed.encode()).digest())
    return seeded_states(GAME, dealt, seed, lambda _state, legal, _drawn: legal)


def views(seat: int | None, seed: str = "one") -> list[View]:
    return [GAME.view(state, seat) for state in states(seed)]


def find_view(phase: str, seat: int, **wanted: Any) -> View:
    """The first view of that seat, in its own turn and this phase, whose fields have the wanted values."""
    for seed in ("one", "two", "three"):
        for view in views(seat, seed):
            fits = all(getattr(view, name) == value for name, value in wanted.items())
            if view.phase == phase and view.active == seat and fits:
                return view
    raise LookupError(phase)


def pixels(picture: Picture) -> NDArray[np.int16]:
    return np.asarray(Image.open(BytesIO(picture.data)).convert("RGB"), dtype=np.int16)


def differing(one: Picture, other: Picture) -> NDArray[np.bool_]:
    """Mask of the pixels that differ by more than the encoding."""
    apart = np.abs(pixels(one) - pixels(other)).max(axis=2)
    return np.asarray(apart > 40)
