"""One folder of sprites for the whole session, so that each is painted once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from render import use_sprite_folder
from render.kit import page
from render.kit.sprites import SPRITE_CACHE


@pytest.fixture(scope="session", autouse=True)
def _painted_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base  # shared between parallel workers
    use_sprite_folder(shared / "sprites")
    yield
    SPRITE_CACHE.use_folder(None)


@pytest.fixture(autouse=True)
def _exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures lose nothing as they are encoded, so that what is painted can be looked at."""
    exact = {"format": "PNG", "compress_level": 1}
    monkeypatch.setattr(page, "ENCODINGS", dict.fromkeys(page.ENCODINGS, exact))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder of sprites of its own."""
    before = SPRITE_CACHE.folder
    SPRITE_CACHE.clear()
    SPRITE_CACHE.use_folder(tmp_path)
    yield tmp_path
    SPRITE_CACHE.clear()
    SPRITE_CACHE.use_folder(before.parent if before else None)
