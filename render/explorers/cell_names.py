"""Names of the cells on the map, where they cover as little of the pieces as possible."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from render.explorers.geometry import centre
from render.explorers.layout import Layout
from render.explorers.piece_placement import Rect
from render.kit import Page, font
from rules.explorers.hexes import Cell, cell_name

FONT_PX = 38
MIN_RADIUS = 46
"""On smaller hexes names would cover too much."""
COLOUR, EDGE = "#FFF8E2", "#10222C"
_SPOTS = np.array(
    [(0, 0.62), (0, -0.6), (-0.36, 0.4), (0.36, 0.4), (-0.36, -0.4), (0.36, -0.4), (-0.4, 0), (0.4, 0)]
)
"""Where a name is tried around the middle of its cell, in hex radii; the first is preferred."""
_PREFERENCE = np.arange(len(_SPOTS)) * 0.02
_HALF_HEIGHT = 15


def put_cell_names(
    page: Page, cells: Iterable[tuple[int, int]], layout: Layout, occupied: list[Rect]
) -> None:
    """Write the names over all pieces, and add their rectangles to `occupied`."""
    if layout.radius < MIN_RADIUS:
        return
    face = font("letter", FONT_PX)
    for cell in sorted(cells):
        name = cell_name(Cell(*cell)).upper()
        half = face.getlength(name) / 2
        spots = np.array(layout.at(centre(cell))) + _SPOTS * layout.radius
        covered = _covered_shares(spots, half, occupied)
        x, y = map(float, spots[int((covered + _PREFERENCE).argmin())])
        page.text(x, y, name, face, COLOUR, stroke=2, edge=EDGE)
        occupied.append((x - half, y - _HALF_HEIGHT, x + half, y + _HALF_HEIGHT))


def _covered_shares(spots: NDArray[np.float64], half: float, occupied: list[Rect]) -> NDArray[np.float64]:
    """Share of a name at each spot that lies on these rectangles."""
    sides = np.reshape(occupied, (-1, 4))
    x, y = spots[:, :1], spots[:, 1:]
    wide = np.minimum(x + half, sides[:, 2]) - np.maximum(x - half, sides[:, 0])
    high = np.minimum(y + _HALF_HEIGHT, sides[:, 3]) - np.maximum(y - _HALF_HEIGHT, sides[:, 1])
    area = 4 * half * _HALF_HEIGHT
    return np.asarray((np.maximum(wide, 0) * np.maximum(high, 0)).sum(axis=1) / area)
