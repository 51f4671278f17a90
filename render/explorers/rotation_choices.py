"""Thumbnails of the rotations in which a tile fits a cell, side by side below the map."""

from PIL import Image

from render.explorers.geometry import centre
from render.explorers.highlights import Intention
from render.explorers.layout import FRAME, ROSTER, Layout
from render.explorers.numbering import NumberedTarget
from render.explorers.overlay import Overlay
from render.kit.page import WIDTH, Page
from render.kit.palette import INTENDED
from render.kit.plates import NUMBER_PLATE_PX, put_number_plate, wood_panel
from render.kit.shadows import rim
from rules.explorers.hexes import cell_named

GAP = 12
MARGIN_RADII = 1.75
"""Visible part of the map around the cell, in hex radii."""
MAX_THUMBNAIL = ROSTER - 48


def thumbnail_size(ways: int) -> int:
    return min(MAX_THUMBNAIL, (WIDTH - 2 * FRAME - 24 - (ways - 1) * GAP) // ways)


def put_rotations(
    page: Page, overlay: Overlay, intended: Intention, ways: tuple[NumberedTarget, ...], layout: Layout
) -> None:
    """Draw a numbered thumbnail for each rotation.

    `page` must show the map without the tile; it is restored after each preview.
    """
    if intended.tile is None or intended.cell is None:
        return
    cell = cell_named(intended.cell)
    side = thumbnail_size(len(ways))
    top = layout.map_bottom + 2
    page.put_corner(wood_panel(WIDTH - 2 * FRAME + 6, ROSTER - 16, 8, "dark", 31), FRAME - 3, top)
    x, y = layout.at(centre(cell))
    half = MARGIN_RADII * layout.radius
    shown = _clamped_box(x - half, y - half, half, layout)
    left = (WIDTH - len(ways) * side - (len(ways) - 1) * GAP) / 2
    clean = page.image.copy()
    seen = []
    for way in ways:
        overlay.put_ghost_tile(page, intended.tile, cell, int(way.target.name))
        seen.append(page.image.resize((side, side), Image.Resampling.LANCZOS, shown))
        page.image.paste(clean)
    for number, (way, look) in enumerate(zip(ways, seen, strict=True)):
        across = round(left + number * (side + GAP))
        page.image.paste(look, (across, top + 16))
        page.put(rim(side, side, 8, INTENDED, 5), across + side / 2, top + 16 + side / 2)
        put_number_plate(
            page, across + NUMBER_PLATE_PX / 2 + 4, top + 16 + NUMBER_PLATE_PX / 2 + 4, way.number
        )
    page.part("ways", left, top + 16, WIDTH - left, top + 16 + side)


def _clamped_box(left: float, top: float, half: float, layout: Layout) -> tuple[float, float, float, float]:
    """The visible square, moved inside the map."""
    left = min(max(left, FRAME), WIDTH - FRAME - 2 * half)
    top = min(max(top, FRAME), layout.map_bottom - 2 * half)
    return left, top, left + 2 * half, top + 2 * half
