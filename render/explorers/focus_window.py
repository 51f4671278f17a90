"""The window of a focus picture: which part of the map it shows, and how large."""

from collections.abc import Sequence
from typing import NamedTuple

from render.explorers.geometry import ROOT3, centre
from render.explorers.layout import FRAME, Layout
from render.kit import WIDTH

HEIGHT = 860
BEAM = 66
"""Height of the beam below the map."""
MAP_BOTTOM = HEIGHT - BEAM - 14
RADII = (124, 108, 96, 86, 80)
"""Hex radii in pixels. The smallest hex is 44 pixels high on a screen 390 pixels wide."""
_MIN_COMFORTABLE_RADIUS = 96
"""Helpful areas are left out rather than that hexes become smaller than this."""
_MARGIN_PX = FRAME + 10
_BEYOND_MAP = 0.45
"""How much bare paper may be seen beyond the tiles, in hex radii."""

Area = tuple[float, float, float, float]
"""Left, top, right and bottom in hex radii."""
HOME_AREA: Area = (0.4, -2.1, 3.2, 2.5)
"""The moored ships, the Vikings on the Mainland, and the spots that stand for it."""


class Want(NamedTuple):
    """An area that a picture should contain. If not all can be shown, the heaviest are."""

    area: Area
    weight: float = 1.0


def cell_area(cell: tuple[int, int]) -> Area:
    x, y = centre(cell)
    return x - 1, y - ROOT3 / 2, x + 1, y + ROOT3 / 2


def union(areas: Sequence[Area]) -> Area:
    lefts, tops, rights, bottoms = zip(*areas, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def choose_window(needed: Sequence[Want], helpful: Sequence[Area], extent: Area) -> Layout:
    """Choose the largest scale that shows all needed areas, with the helpful ones if hexes stay large.

    At the smallest scale as much of the needed areas as possible is shown. `extent` is that of the map.
    """
    areas = [want.area for want in needed]
    for radius in RADII:
        if radius >= _MIN_COMFORTABLE_RADIUS and _fits(all_areas := union([*areas, *helpful]), radius):
            return _layout(radius, all_areas, extent)
    for radius in RADII:
        if _fits(union(areas), radius):
            return _layout(radius, union(areas), extent)
    return _layout(RADII[-1], union(_heaviest(needed, RADII[-1])), extent)


def _room(radius: int) -> tuple[float, float]:
    """Width and height of the window without its margins, in hex radii."""
    return (WIDTH - 2 * _MARGIN_PX) / radius, (MAP_BOTTOM - 2 * _MARGIN_PX) / radius


def _fits(area: Area, radius: int) -> bool:
    wide, high = _room(radius)
    return area[2] - area[0] <= wide and area[3] - area[1] <= high


def _heaviest(needed: Sequence[Want], radius: int) -> list[Area]:
    """The heaviest group of areas that fit into one window."""
    wide, high = _room(radius)
    groups = (
        [
            want
            for want in needed
            if want.area[0] >= left and want.area[2] <= left + wide
            if want.area[1] >= top and want.area[3] <= top + high
        ]
        for left in {want.area[0] for want in needed}
        for top in {want.area[1] for want in needed}
    )
    best = max(groups, key=lambda group: (sum(want.weight for want in group), group))
    return [want.area for want in best]


def _layout(radius: int, area: Area, extent: Area) -> Layout:
    left = _start(area[0], area[2], extent[0], extent[2], WIDTH / radius, _MARGIN_PX / radius)
    top = _start(area[1], area[3], extent[1], extent[3], MAP_BOTTOM / radius, _MARGIN_PX / radius)
    return Layout(
        HEIGHT, radius, round(left * radius) // 2 * 2, round(top * radius) // 2 * 2, map_bottom=MAP_BOTTOM
    )


def _start(low: float, high: float, first: float, last: float, room: float, margin: float) -> float:
    """Where a window of this size begins: around an area, and with little beyond the ends of the map."""
    start = (low + high - room) / 2
    least, most = first - _BEYOND_MAP, last + _BEYOND_MAP - room
    start = (least + most) / 2 if most < least else min(max(start, least), most)
    return max(min(start, low - margin), high + margin - room)
