"""Fixtures: one sprite folder for the whole session, and finished pages."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from render import Picture, use_sprite_folder
from render.explorers import ghost, map_cache, piece_placement, raster_cache
from render.explorers.terrain import Box, Painted
from render.kit import page
from render.kit.page import Page
from render.kit.sprite_cache import SPRITE_CACHE, Sprite, SpriteKey
from tests.render.explorers_games import clear_caches
from tests.render.sprite_recording import blank_sprite, recording

_named: dict[SpriteKey, Sprite] = {}
"""The sprites of `named_sprites`, for all tests."""


@pytest.fixture(scope="session", autouse=True)
def shared_sprite_folder(sprites: Path) -> Iterator[None]:
    use_sprite_folder(sprites)
    yield
    SPRITE_CACHE.use_folder(None)


@pytest.fixture(autouse=True)
def lossless_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Encode pictures as bare pixels, which tests can look at and which take no time."""
    monkeypatch.setattr(page, "ENCODINGS", {key: {"format": "PPM"} for key in page.ENCODINGS})


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[Page]:
    """Pages with their draw calls, which are kept here from now on instead of being encoded."""
    finished: list[Page] = []

    def keep(one: Page) -> Picture:
        finished.append(one)
        return Picture(b"", "webp", one.image.width, one.image.height)

    monkeypatch.setattr(Page, "encode", keep)
    return finished


@pytest.fixture
def sprite_folder(tmp_path: Path) -> Iterator[Path]:
    """An empty sprite folder for one test."""
    before = SPRITE_CACHE.folder
    SPRITE_CACHE.clear()
    SPRITE_CACHE.use_folder(tmp_path)
    yield tmp_path
    SPRITE_CACHE.clear()
    SPRITE_CACHE.use_folder(before.parent if before else None)


@pytest.fixture
def map_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder for the maps of one test; its sprites are the session's."""
    folder = tmp_path / "maps"
    monkeypatch.setattr(map_cache, "folder", lambda: folder)
    clear_caches()
    yield folder
    clear_caches()


@pytest.fixture
def blank_maps(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Paint maps of sea only, for tests of the pieces."""

    def paint(_: object, radius: int, box: Box) -> Painted:  # noqa: ARG001
        width, height = box[2] - box[0], box[3] - box[1]
        shore = np.full((height // 2, width // 2), -0.5, np.float32)
        return Painted(Image.new("RGB", (width, height)), Image.new("L", (width, height), 255), shore)

    monkeypatch.setattr(raster_cache, "paint", paint)
    monkeypatch.setattr(ghost, "paint", paint)
    monkeypatch.setattr(map_cache, "read", lambda _: None)
    monkeypatch.setattr(map_cache, "write", lambda *_: None)
    clear_caches()
    yield
    clear_caches()


@pytest.fixture
def named_sprites(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw with blank sprites that are recorded by their names, which takes no time to paint."""

    def get(key: SpriteKey, paint: Callable[[], Sprite]) -> Sprite:
        if key not in _named:
            _named[key] = replace(blank_sprite(key, paint), key=key)
        return _named[key]

    monkeypatch.setattr(SPRITE_CACHE, "get", get)
    monkeypatch.setattr(piece_placement, "_footprints", {})


@pytest.fixture
def drawn_sprites(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Sprite, float, float]]:
    """Every sprite drawn from now on, with its centre."""
    drawn: list[tuple[Sprite, float, float]] = []
    monkeypatch.setattr(Page, "_record", lambda _, piece, x, y: drawn.append((piece, x, y)))
    return drawn


@pytest.fixture
def blank_sprites() -> Iterator[None]:
    """Draw with blank sprites, and encode nothing."""
    with recording():
        yield
