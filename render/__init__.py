"""Pictures of a view, never of a state: what each reader may see, painted, and in words."""

from collections.abc import Callable
from io import BytesIO
from itertools import chain
from pathlib import Path

from PIL import Image

from render import standings
from render.borealis import BorealisPainter
from render.explorers import ExplorersPainter
from render.kit import sprites
from render.kit.icons import drawn
from render.kit.page import Picture
from render.lofoten import LofotenPainter
from render.painter import Painter
from render.shipwrights import ShipwrightsPainter
from rules.borealis.game import Borealis
from rules.explorers.game import Explorers
from rules.shipwrights.game import Shipwrights

__all__ = ["PAINTERS", "Painter", "Picture", "bake", "emoji_icons", "use_sprites"]

PAINTERS: dict[str, Painter] = {
    "lofoten": LofotenPainter(),
    "borealis": BorealisPainter(Borealis().components),
    "shipwrights": ShipwrightsPainter.of(Shipwrights().components),
    "explorers": ExplorersPainter(Explorers().components),
}

EMOJI_SIZE = 128


def use_sprites(folder: Path) -> None:
    """Read baked sprites from a folder, and keep there what had to be painted."""
    sprites.STORE.use(folder)


def bake(folder: Path, progress: Callable[[int, int], None] | None = None) -> None:
    """Paint every sprite of every game and of standings to disk, ahead of the first picture."""
    of_games = (request for painter in PAINTERS.values() for request in painter.sprites())
    sprites.bake(folder, chain(of_games, standings.every_sprite()), progress)


def emoji_icons(key: str) -> dict[str, bytes]:
    """A game's icons as square PNG with transparency, by component key."""
    return {name: _emoji(icon) for name, icon in PAINTERS[key].emoji().items()}


def _emoji(name: str) -> bytes:
    icon = drawn(name, EMOJI_SIZE).copy()
    icon.thumbnail((EMOJI_SIZE, EMOJI_SIZE), Image.Resampling.LANCZOS)
    square = Image.new("RGBA", (EMOJI_SIZE, EMOJI_SIZE), (0, 0, 0, 0))
    square.paste(icon, ((EMOJI_SIZE - icon.width) // 2, (EMOJI_SIZE - icon.height) // 2))
    data = BytesIO()
    square.save(data, "PNG", optimize=True)
    return data.getvalue()
