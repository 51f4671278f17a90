"""One sprite folder for the whole session, so that each sprite is painted once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from render import use_sprite_folder
from render.kit import page
from render.kit.sprite_cache import SPRITE_CACHE


@pytest.fixture(scope="session", autouse=True)
def shared_sprite_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base  # shared between parallel workers
    use_sprite_folder(shared / "sprites")
    yield
    SPRITE_CACHE.use_folder(None)


@pytest.fixture(autouse=True)
def lossless_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Encode pictures losslessly, so that tests can look at pixels."""
    exact = {"format": "PNG", "compress_level": 1}
    monkeypatch.setattr(page, "ENCODINGS", dict.fromkeys(page.ENCODINGS, exact))


@pytest.fixture
def sprite_folder(tmp_path: Path) -> Iterator[Path]:
    """An empty sprite folder for one test."""
    before = SPRITE_CACHE.folder
    SPRITE_CACHE.clear()
    SPRITE_CACHE.use_folder(tmp_path)
    yield tmp_path
    SPRITE_CACHE.clear()
    SPRITE_CACHE.use_folder(before.parent if before else None)
