"""Map layout: the scale of the hexes, the visible part of the world, and the place of the roster."""

from collections.abc import Iterable
from dataclasses import dataclass

from render.explorers.geometry import ROOT3, Spot, centre
from render.explorers.terrain import Box
from render.kit import WIDTH

FRAME, WOOD = 26, 16
"""Width of the frame with the scale bars, and of the wooden frame alone."""
ROSTER = 346
"""Height of a roster below the map."""
SIDE_ROSTER = 318
"""Width of a roster beside the map."""
RADII = (124, 108, 96, 86, 78, 72, 66, 62, 58, 54, 50, 46, 42, 38, 34, 30)
"""Hex radii in pixels. Within a step, a new tile is painted onto the existing raster."""
HEIGHTS = (1000, 1080, 1330, 1420, 1510, 1600)
"""Allowed picture heights: never near a square, and no higher than a phone shows at once."""
MIN_SIDE_HEIGHT = 1330
"""Least picture height with a roster beside the map: four players fit."""
_COAST = 2.9
_WIDEST_COAST = 3.6
_EDGE, _EDGE_PX = 0.42, 12
"""Margin around the tiles, in hex radii, in which their colour runs out; and in pixels, for pieces."""
_HOME_ROWS = 4.7 * ROOT3 / 2


@dataclass(frozen=True)
class Layout:
    """The picture's height, the hex radius, the world pixel at its upper left corner, and the map's end."""

    height: int
    radius: int
    left: int
    top: int
    map_right: int = WIDTH
    map_bottom: int = 0

    @property
    def box(self) -> Box:
        """Bounding box of the map in world pixels."""
        return self.left, self.top, self.left + self.map_right, self.top + self.map_bottom

    @property
    def has_side_roster(self) -> bool:
        return self.map_right < WIDTH

    def at(self, spot: Spot) -> Spot:
        """Convert a spot in hex radii to a pixel of the picture."""
        return spot[0] * self.radius - self.left, spot[1] * self.radius - self.top

    def clamp(self, spot: Spot, foot: tuple[float, float, float, float]) -> Spot:
        """Move the middle of a piece so that its footprint is on the map, inside the frame."""
        left, top, right, bottom = foot
        low = min(self.map_bottom, self.height - WOOD)
        return (
            min(max(spot[0], WOOD - left), self.map_right - WOOD - right),
            min(max(spot[1], WOOD - top), low - bottom),
        )

    def contains(self, spot: Spot, reach: float) -> bool:
        """True if the map shows everything within reach of a pixel."""
        x, y = spot
        inside = reach < x < self.map_right - reach and reach < y
        return inside and y < min(self.map_bottom, self.height) - reach


def layout(cells: Iterable[tuple[int, int]]) -> Layout:
    """Choose the largest scale that shows all these cells and the coast of the Mainland.

    The roster stands below the map, or beside a map that is so tall that its hexes become larger then.
    """
    spots = [centre(cell) for cell in cells]
    half = ROOT3 / 2 + _EDGE
    extent = (
        min(x for x, _ in spots) - 1 - _EDGE,
        min(-_HOME_ROWS, min(y for _, y in spots) - half),
        max(_COAST, max(x for x, _ in spots) + 1 + _EDGE),
        max(_HOME_ROWS, max(y for _, y in spots) + half),
    )
    below = _fit(extent, 0, ROSTER)
    beside = _fit(extent, SIDE_ROSTER, 0)
    return beside if beside.radius > below.radius else below


def _fit(extent: tuple[float, float, float, float], aside: int, below: int) -> Layout:
    """Fit the map into a picture, beside and above the pixels that the roster takes."""
    west, north, east, south = extent
    width = WIDTH - aside - 2 * (FRAME + _EDGE_PX)
    around = below + 2 * (FRAME + _EDGE_PX)
    fitting = (
        radius
        for radius in RADII
        if (east - west) * radius <= width and (south - north) * radius <= HEIGHTS[-1] - around
    )
    radius = next(fitting, RADII[-1])
    needed = max((south - north) * radius + around, MIN_SIDE_HEIGHT if aside else 0)
    height = next((level for level in HEIGHTS if needed <= level), HEIGHTS[-1])
    spare = width / radius - (east - west)
    east = max(east, min(east + spare * 0.55, _WIDEST_COAST))
    west -= max(0.0, width / radius - (east - west)) / 2
    left = round(west * radius) - FRAME - _EDGE_PX
    room = height - below - FRAME
    top = round((north + south) / 2 * radius - (FRAME + room / 2))
    return Layout(height, radius, left // 2 * 2, top // 2 * 2, WIDTH - aside, height - below)
