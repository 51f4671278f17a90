"""Pictures and alt texts of the games. Painters take views, never states, so nothing hidden is shown."""

from collections.abc import Callable
from itertools import chain
from pathlib import Path

from render import standings
from render.borealis import BorealisPainter
from render.explorers import ExplorersPainter
from render.kit import sprite_cache
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
    "face_of",
    "face_png",
    "icon_png",
    "seat_png",
    "use_sprite_folder",
]

FACES = tuple(LOOKS)
"""Names of the computer players that have a face."""

PAINTERS: dict[str, Painter] = {
    "lofoten": LofotenPainter(),
    "borealis": BorealisPainter(Borealis().components),
    "shipwrights": ShipwrightsPainter.of(Shipwrights().components),
    "explorers": ExplorersPainter(Explorers().components),
}


def use_sprite_folder(folder: Path) -> None:
    """Use a folder as the disk cache of sprites, in this process."""
    sprite_cache.SPRITE_CACHE.use_folder(folder)


def bake(folder: Path, progress: Callable[[int, int], None] | None = None) -> None:
    """Pre-render every sprite of all games and standings to the disk cache; see `sprites.bake`."""
    of_games = (request for painter in PAINTERS.values() for request in painter.sprites())
    of_emoji = (icon_emoji.key(icon) for painter in PAINTERS.values() for icon in painter.emoji().values())
    of_seats = (seat_emoji.key(seat) for seat in range(len(SHAPES)))
    of_faces = (face_emoji.key(who) for who in FACES)
    sprite_cache.bake(
        folder, chain(of_games, standings.every_sprite(), of_emoji, of_seats, of_faces), progress
    )


def icon_png(icon: str) -> bytes:
    """A registered icon as a square PNG with transparency."""
    return as_png(icon_emoji(icon))


def face_png(who: str) -> bytes:
    """A computer player's face as a square PNG with transparency."""
    return as_png(face_emoji(who))


def seat_png(seat: int) -> bytes:
    """A seat's shape in its colour as a square PNG with transparency."""
    return as_png(seat_emoji(seat))
