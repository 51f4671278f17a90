"""One folder of sprites for the whole session, so that each is painted once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from render import use_sprites
from render.kit import page
from render.kit.sprites import STORE


@pytest.fixture(scope="session", autouse=True)
def _painted_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base  # shared between parallel workers
    use_sprites(shared / "sprites")
    yield
    STORE.use(None)


@pytest.fixture(autouse=True)
def _exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures lose nothing as they are encoded, so that what is painted can be looked at."""
    exact = {"format": "PNG", "compress_level": 1}
    monkeypatch.setattr(page, "ENCODINGS", dict.fromkeys(page.ENCODINGS, exact))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder of sprites of its own."""
    before = STORE.folder
    STORE.forget()
    STORE.use(tmp_path)
    yield tmp_path
    STORE.forget()
    STORE.use(before.parent if before else None)
