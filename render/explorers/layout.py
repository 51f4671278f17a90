"""Map layout: the scale of the hexes and the visible part of the world."""

from collections.abc import Iterable
from dataclasses import dataclass

from render.explorers.geometry import ROOT3, Spot, centre
from render.explorers.terrain import Box
from render.kit.page import WIDTH

FRAME = 26
ROSTER = 346
"""Height of the roster below the map."""
RADII = (124, 108, 96, 86, 78, 72, 66, 62, 58, 54, 50, 46, 42, 38)
"""Hex radii in pixels. Within a step, a new tile is painted onto the existing raster."""
HEIGHTS = (1000, 1080, 1330, 1420, 1510, 1600)
"""Allowed picture heights: never near a square, and no higher than a phone shows at once."""
_COAST = 2.9
_WIDEST_COAST = 5.2
_BESIDE, _ABOVE, _NUMBER = 0.5, ROOT3 / 2, 58
"""Margins around the tiles for the neighbouring cells and, in pixels, for numbers. With them the map keeps
its scale while a cell is chosen."""
_HOME_ROWS = 4.7 * ROOT3 / 2


@dataclass(frozen=True)
class Layout:
    """The picture's height, the hex radius, and the world pixel at its upper left corner."""

    height: int
    radius: int
    left: int
    top: int

    @property
    def map_bottom(self) -> int:
        return self.height - ROSTER

    @property
    def box(self) -> Box:
        """Bounding box of the map in world pixels."""
        return self.left, self.top, self.left + WIDTH, self.top + self.map_bottom

    def at(self, spot: Spot) -> Spot:
        """Convert a spot in hex radii to a pixel of the picture."""
        return spot[0] * self.radius - self.left, spot[1] * self.radius - self.top


def layout(cells: Iterable[tuple[int, int]]) -> Layout:
    """Choose the largest scale that shows all these cells and the coast of the Mainland."""
    spots = [centre(cell) for cell in cells]
    west = min(x for x, _ in spots) - 1 - _BESIDE
    east = max(_COAST, max(x for x, _ in spots) + 1 + _BESIDE)
    half = ROOT3 / 2 + _ABOVE
    north = min(-_HOME_ROWS, min(y for _, y in spots) - half)
    south = max(_HOME_ROWS, max(y for _, y in spots) + half)
    around = FRAME + ROSTER + 2 * _NUMBER
    fitting = (
        radius
        for radius in RADII
        if (east - west) * radius <= WIDTH - 2 * FRAME - _NUMBER
        and (south - north) * radius <= HEIGHTS[-1] - around
    )
    radius = next(fitting, RADII[-1])
    height = next((level for level in HEIGHTS if (south - north) * radius + around <= level), HEIGHTS[-1])
    spare = (WIDTH - 2 * FRAME - _NUMBER) / radius - (east - west)
    east = max(east, min(east + spare * 0.55, _WIDEST_COAST))
    left = round(east * radius) - (WIDTH - FRAME)
    room = height - ROSTER - FRAME
    top = round((north + south) / 2 * radius - (FRAME + room / 2))
    return Layout(height, radius, left // 2 * 2, top // 2 * 2)
