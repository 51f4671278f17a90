"""Sprite manifests: data files that list the sprites to bake, recorded while drawing pictures.

`python -m tests.render.record_sprites` writes them. A sprite that is not listed is painted when a picture
needs it.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from render.kit.sprite_cache import SpriteKey

_RENDER = Path(__file__).parents[1]


def manifest_file(folder: str) -> Path:
    """The manifest of a game, or of `standings`."""
    return _RENDER / folder / "sprites.json"


def read_manifest(file: Path) -> Iterator[SpriteKey]:
    for painter, calls in json.loads(file.read_text(encoding="utf-8")).items():
        module, _, name = painter.rpartition(".")
        for values in calls:
            yield SpriteKey(module, name, tuple(values))
