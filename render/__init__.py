"""Pictures of a view, never of a state: what each reader may see, painted, and in words."""

from collections.abc import Callable
from itertools import chain
from pathlib import Path

from render import standings
from render.borealis import BorealisPainter
from render.explorers import ExplorersPainter
from render.kit import sprites
from render.kit.emoji import as_png, face_emoji, icon_emoji, seat_emoji
from render.kit.faces import LOOKS, face_of
from render.kit.page import Picture
from render.kit.seats import SHAPES
from render.lofoten import LofotenPainter
from render.painter import Painter
from render.shipwrights import ShipwrightsPainter
from rules.borealis.game import Borealis
from rules.explorers.game import Explorers
from rules.shipwrights.game import Shipwrights

__all__ = [
    "FACES",
    "PAINTERS",
    "SHAPES",
    "Painter",
    "Picture",
    "bake",
    "emoji_icon",
    "face_icon",
    "face_of",
    "seat_icon",
    "use_sprites",
]

FACES = tuple(LOOKS)
"""The computer players who have a face, by name."""

PAINTERS: dict[str, Painter] = {
    "lofoten": LofotenPainter(),
    "borealis": BorealisPainter(Borealis().components),
    "shipwrights": ShipwrightsPainter.of(Shipwrights().components),
    "explorers": ExplorersPainter(Explorers().components),
}


def use_sprites(folder: Path) -> None:
    """Read baked sprites from a folder, and keep there what had to be painted."""
    sprites.STORE.use(folder)


def bake(folder: Path, progress: Callable[[int, int], None] | None = None) -> None:
    """Paint every sprite of every game and of standings to disk, ahead of the first picture."""
    of_games = (request for painter in PAINTERS.values() for request in painter.sprites())
    of_emoji = (
        icon_emoji.request(icon) for painter in PAINTERS.values() for icon in painter.emoji().values()
    )
    of_seats = (seat_emoji.request(seat) for seat in range(len(SHAPES)))
    of_faces = (face_emoji.request(who) for who in FACES)
    sprites.bake(folder, chain(of_games, standings.every_sprite(), of_emoji, of_seats, of_faces), progress)


def emoji_icon(icon: str) -> bytes:
    """An icon that a painter names for its emoji, as a square PNG with transparency."""
    return as_png(icon_emoji(icon))


def face_icon(who: str) -> bytes:
    """The same of a computer player's face."""
    return as_png(face_emoji(who))


def seat_icon(seat: int) -> bytes:
    """The same of a seat: its shape in its colour."""
    return as_png(seat_emoji(seat))
