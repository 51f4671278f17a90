"""A magnifier on the empty paper of a map with small hexes, drawn as a spyglass."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.explorers.geometry import Spot
from render.explorers.layout import FRAME, Layout
from render.kit import Page
from render.kit.palette import INK, rgb

MAX_RADIUS = 86
"""The magnifier is used for hexes of at most this radius."""
_MIN_GLASS, _MAX_GLASS = 108, 186
"""Radius of the glass; with less room it is left out."""
_MIN_ZOOM, _MAX_ZOOM = 1.3, 2.2
_MARGIN_RADII = 0.9
"""Margin around a magnified spot, in hex radii."""
_BRASS, _SHINE = "#B9862F", "#F3D58A"
_SUPERSAMPLING = 2


class EmptyCircle(NamedTuple):
    x: float
    y: float
    radius: float


def put_magnifier(
    page: Page, layout: Layout, empty_circle: EmptyCircle, spots: Sequence[Spot], colour: str
) -> None:
    """Draw a magnified view of as many of these spots as fit into one view."""
    glass = min(_MAX_GLASS, int(empty_circle.radius) - 8)
    if not spots or layout.radius > MAX_RADIUS or glass < _MIN_GLASS:
        return
    around = _MARGIN_RADII * layout.radius
    magnified = _most_within(spots, max(0.0, glass / _MIN_ZOOM - around))
    middle = _bounding_centre(magnified)
    half = max(glass / _MAX_ZOOM, max(math.dist(middle, spot) for spot in magnified) + around)
    x = min(max(middle[0], FRAME + half), layout.map_right - FRAME - half)
    y = min(max(middle[1], FRAME + half), layout.map_bottom - half)
    view = page.image.resize(
        (2 * glass, 2 * glass), Image.Resampling.LANCZOS, (x - half, y - half, x + half, y + half)
    )
    _put_ring(page, x, y, half, colour)
    _put_glass(page, view, empty_circle, glass, colour)


def _most_within(spots: Sequence[Spot], reach: float) -> list[Spot]:
    """The largest group of spots within reach of one centre."""
    middles = [_bounding_centre((one, other)) for one in spots for other in spots]
    return max(([spot for spot in spots if math.dist(spot, at) <= reach] for at in middles), key=len)


def _bounding_centre(spots: Sequence[Spot]) -> Spot:
    across, down = [x for x, _ in spots], [y for _, y in spots]
    return (min(across) + max(across)) / 2, (min(down) + max(down)) / 2


def _put_ring(page: Page, x: float, y: float, radius: float, colour: str) -> None:
    ring = _ring_image(2 * round(radius) + 8, colour)
    page.image.paste(ring, (round(x) - ring.width // 2, round(y) - ring.height // 2), ring)


@lru_cache(maxsize=24)
def _ring_image(side: int, colour: str) -> Image.Image:
    ring = Image.new("RGBA", (side * _SUPERSAMPLING, side * _SUPERSAMPLING), (*rgb(INK), 0))
    pen = ImageDraw.Draw(ring)
    for inset, tone, wide in ((0, INK, 6), (1, colour, 4)):
        low, high = inset * _SUPERSAMPLING, (side - inset) * _SUPERSAMPLING - 1
        pen.ellipse((low, low, high, high), outline=(*rgb(tone), 255), width=wide * _SUPERSAMPLING)
    return ring.reduce(_SUPERSAMPLING)


def _put_glass(page: Page, view: Image.Image, empty_circle: EmptyCircle, glass: int, colour: str) -> None:
    left, top = round(empty_circle.x) - glass, round(empty_circle.y) - glass
    page.image.paste(view, (left, top), _hole_mask(glass))
    rim = _rim_image(glass, colour)
    page.image.paste(rim, (left - 10, top - 10), rim)


@lru_cache(maxsize=12)
def _rim_image(glass: int, colour: str) -> Image.Image:
    side = 2 * (glass + 10)
    rim = Image.new("RGBA", (side * _SUPERSAMPLING, side * _SUPERSAMPLING), (*rgb(INK), 0))
    pen = ImageDraw.Draw(rim)
    for inset, tone in ((0, INK), (3, _BRASS), (6, _SHINE), (8, _BRASS), (12, INK), (14, colour)):
        low, high = inset * _SUPERSAMPLING, (side - inset) * _SUPERSAMPLING - 1
        pen.ellipse((low, low, high, high), fill=(*rgb(tone), 255))
    inner = 17 * _SUPERSAMPLING
    pen.ellipse(
        (inner, inner, side * _SUPERSAMPLING - inner - 1, side * _SUPERSAMPLING - inner - 1),
        fill=(*rgb(INK), 0),
    )
    return rim.reduce(_SUPERSAMPLING)


@lru_cache(maxsize=12)
def _hole_mask(glass: int) -> Image.Image:
    hole = Image.new("L", (2 * glass * _SUPERSAMPLING, 2 * glass * _SUPERSAMPLING), 0)
    edge = 5 * _SUPERSAMPLING
    ImageDraw.Draw(hole).ellipse((edge, edge, hole.width - edge - 1, hole.height - edge - 1), fill=255)
    return hole.reduce(_SUPERSAMPLING)
