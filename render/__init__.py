"""Pictures and alt texts of the games. Painters take views, never states, so nothing hidden is shown."""

from collections.abc import Callable
from itertools import chain
from pathlib import Path

import render.standings.icons  # noqa: F401 - registers icons that workers bake
from render.borealis import BorealisPainter
from render.explorers import ExplorersPainter
from render.kit import Picture, sprite_cache
from render.kit.emoji import as_png, face_emoji, icon_emoji, seat_emoji
from render.kit.faces import LOOKS, face_of
from render.kit.seats import SHAPES
from render.kit.sprite_cache import copy_baked as copy_baked_sprites
from render.kit.sprite_manifest import manifest_file, read_manifest
from render.lofoten import LofotenPainter
from render.painter import AnyPainter
from render.shipwrights import ShipwrightsPainter
from rules.borealis.game import Borealis
from rules.explorers.game import Explorers
from rules.shipwrights.game import Shipwrights

__all__ = [
    "FACES", "PAINTERS", "SHAPES", "Picture", "bake", "copy_baked_sprites", "face_of", "face_png",
    "icon_png", "seat_png", "use_sprite_folder",
]  # fmt: skip

FACES = tuple(LOOKS)
"""Names of the computer players that have a face."""

PAINTERS: dict[str, AnyPainter] = {
    "lofoten": LofotenPainter(),
    "borealis": BorealisPainter(Borealis().components),
    "shipwrights": ShipwrightsPainter.of(Shipwrights().components),
    "explorers": ExplorersPainter(Explorers().components),
}


def use_sprite_folder(folder: Path) -> None:
    """Use a folder as the disk cache of sprites, in this process."""
    sprite_cache.SPRITE_CACHE.use_folder(folder)


def bake(folder: Path, progress: Callable[[int, int], None] | None = None) -> None:
    """Pre-render the sprites of all manifests, and the emoji, to the disk cache; see `sprite_cache.bake`."""
    manifests = map(manifest_file, (*PAINTERS, "standings"))
    of_pictures = chain.from_iterable(read_manifest(file) for file in manifests if file.exists())
    of_emoji = (icon_emoji.key(icon) for painter in PAINTERS.values() for icon in painter.emoji().values())
    of_seats = (seat_emoji.key(seat) for seat in range(len(SHAPES)))
    of_faces = (face_emoji.key(who) for who in FACES)
    sprite_cache.bake(folder, chain(of_pictures, of_emoji, of_seats, of_faces), progress)


def icon_png(icon: str) -> bytes:
    return as_png(icon_emoji(icon))


def face_png(who: str) -> bytes:
    return as_png(face_emoji(who))


def seat_png(seat: int) -> bytes:
    return as_png(seat_emoji(seat))
