"""The pictures of the documents, drawn from a game of computer players."""

from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.app import gallery
from rules import GAMES


def test_sailors_play_the_same_game_every_time_to_its_end() -> None:
    game = GAMES["borealis"]
    first, second = gallery.play(game), gallery.play(game)
    assert [game.dump(state) for state in first.states] == [game.dump(state) for state in second.states]
    assert game.outcome(first.states[-1]) is not None


async def test_every_kind_of_picture_is_drawn_small_enough(tmp_path: Path, sprites: Path) -> None:
    played = gallery.play(GAMES["borealis"])
    files = await gallery.draw_gallery(tmp_path, sprites, [played], ["fr"])
    assert [file.name for file in files] == [f"borealis-{kind}.fr.webp" for kind in gallery.KINDS]
    for file in files:
        data = file.read_bytes()
        assert len(data) <= gallery.MAX_BYTES
        assert Image.open(BytesIO(data)).width == gallery.WIDTH_PX


def test_a_wide_picture_is_scaled_down() -> None:
    data = BytesIO()
    Image.new("RGB", (1200, 900), "navy").save(data, "PNG")
    assert Image.open(BytesIO(gallery.shrink(data.getvalue()))).size == (840, 630)
