"""Success sheets: every line fits in every language; done and open lines differ in shape."""

from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from bot.i18n import LANGUAGES, locale_for
from render.kit.type import MIN_FONT_PX, layout_line
from render.standings import draw_standings
from render.standings.successes import LABEL_WIDTH
from render.standings.views import SuccessesView, SuccessLine
from rules import GAMES

pytestmark = pytest.mark.quick

MIN_LINES, MAX_LINES = 8, 20  # For which a sheet has room.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_every_line_of_a_sheet_fits_uncut(key: str, language: str) -> None:
    game = GAMES[key]
    assert MIN_LINES <= len(game.success_sheet.successes) <= MAX_LINES
    game_text = locale_for(language).game_text(game, ())
    for success in game.success_sheet.successes:
        label = game_text.value_name("success", success)
        assert label != success, "it has words of its own"
        assert layout_line(label, "letter", MIN_FONT_PX).width <= LABEL_WIDTH, label
    for title in game.success_sheet.titles:
        assert game_text.value_name("title", title.key) != title.key


def pixels(*done: bool) -> NDArray[np.int16]:
    lines = tuple(SuccessLine(label="Win a game", done=each) for each in done)
    view = SuccessesView(title="Sigrid", sign="snowflake", rank="Tourist", ranks=(0, 5), lines=lines)
    with Image.open(BytesIO(draw_standings(view).data)) as image:
        return np.asarray(image.convert("RGB"), np.int16)


def test_each_success_fills_its_line_and_a_piece_of_the_bar() -> None:
    one, two = pixels(True, *(False,) * 9), pixels(True, True, *(False,) * 8)
    rows = np.nonzero((np.abs(one - two).max(axis=2) > 60).any(axis=1))[0]
    bar, lines = rows[rows < 330], rows[rows > 345]
    assert bar.size
    assert lines.size
    assert 440 < lines.mean() < 520, "the second line"
