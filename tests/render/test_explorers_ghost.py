"""What a move means, drawn onto the map."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from render.explorers.ghost import dashed_trail


@pytest.mark.parametrize("end", [(300, 250), (300, 60), (60, 250), (150, 250), (300, 150)])
def test_an_arrow_leads_from_where_a_piece_is_to_where_it_goes(end: tuple[int, int]) -> None:
    start, page = (150, 150), SimpleNamespace(image=Image.new("RGB", (400, 400), "white"))
    drawn: Any = page
    dashed_trail(drawn, start, end, "#ff0000", head=True)
    red = (np.asarray(page.image) == (255, 0, 0)).all(-1)
    down, across = np.nonzero(red)
    for point in (start, end):
        assert np.hypot(across - point[0], down - point[1]).min() < 12
    beside = abs((end[0] - start[0]) * (down - start[1]) - (end[1] - start[1]) * (across - start[0]))
    assert (beside / np.hypot(end[0] - start[0], end[1] - start[1])).max() < 24
