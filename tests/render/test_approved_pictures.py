"""Pictures look as they were approved: every sprite, scenes of all games, standings."""

from pathlib import Path

import pytest

from render import PAINTERS
from tests.render.approved_pictures import FOLDER, TOLERANCE, approved_pictures, encode, visible_difference

PICTURES = approved_pictures()
QUICK = [
    next(name for name in PICTURES if name.startswith(f"{key}/") and "focus" in name) for key in PAINTERS
]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.quick if name in QUICK else ()) for name in PICTURES]
)
def test_a_picture_looks_as_approved(name: str, tmp_path: Path) -> None:
    """If this fails, look at the new picture; if it is right, run `python -m tests.render.approve`."""
    drawn = encode(PICTURES[name]())
    (tmp_path / "drawn.webp").write_bytes(drawn)
    difference, place = visible_difference((FOLDER / name).read_bytes(), drawn)
    assert difference <= TOLERANCE, f"{FOLDER / name} and {tmp_path / 'drawn.webp'} differ at {place}"


def test_every_approved_picture_is_drawn() -> None:
    stored = {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.webp")}
    assert stored == PICTURES.keys()
