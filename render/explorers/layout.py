"""How large the hexes of a picture are, and which part of the world it shows."""

from collections.abc import Iterable
from dataclasses import dataclass

from render.explorers.geometry import ROOT3, Spot, centre
from render.explorers.terrain import Box
from render.kit.page import WIDTH

FRAME = 26
ROSTER = 346
"""What lies under the map: the state of the game, and what each player has."""
RADII = (124, 108, 96, 86, 78, 72, 66, 62, 58, 54, 50, 46, 42, 38)
"""The scale changes in steps: within a step, a new tile is painted onto the map as it was."""
HEIGHTS = (1000, 1080, 1330, 1420, 1510, 1600)
"""Never near a square, and no higher than a phone shows at once."""
_COAST = 2.9
_WIDEST_COAST = 5.2
_BESIDE, _ABOVE, _NUMBER = 0.5, ROOT3 / 2, 58
"""Around the tiles there is room for the middles of the cells beside them and, in pixels, for the numbers
there: a map lies still while it is chosen from."""
_HOME_ROWS = 4.7 * ROOT3 / 2


@dataclass(frozen=True)
class Layout:
    """A picture's height, the radius of its hexes, and the world pixel at its upper left corner."""

    height: int
    radius: int
    left: int
    top: int

    @property
    def map_bottom(self) -> int:
        return self.height - ROSTER

    @property
    def box(self) -> Box:
        """The part of the world in the picture."""
        return self.left, self.top, self.left + WIDTH, self.top + self.map_bottom

    def at(self, spot: Spot) -> Spot:
        """The pixel of a place in the world."""
        return spot[0] * self.radius - self.left, spot[1] * self.radius - self.top


def layout(cells: Iterable[tuple[int, int]]) -> Layout:
    """As large as all these cells and the coast of the Mainland can be shown."""
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
