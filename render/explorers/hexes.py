"""Hexagonal overlays for cells: veils, rims and glows."""

import numpy as np
from PIL import Image, ImageFilter

from render.explorers.geometry import ROOT3, hexagon
from render.kit import Canvas, Sprite, sprite
from render.kit.fields import to_field
from render.kit.palette import INK
from render.kit.shadows import colour_layer

_PAD = 30


def _blank(radius: int) -> tuple[Canvas, float, float]:
    width, height = 2 * radius + 2 * _PAD, round(ROOT3 * radius) + 2 * _PAD
    return Canvas(width, height, box=width), width / 2, height / 2


def hex_mask(radius: int, soft: float = 0.6) -> Image.Image:
    """A hexagonal mask with a margin of a few pixels."""
    canvas, x, y = _blank(radius)
    mask = canvas.path(hexagon(radius, x, y), "#ffffff").to_image().getchannel("A")
    return mask.filter(ImageFilter.GaussianBlur(soft)) if soft else mask


def _edges(canvas: Canvas, radius: float, x: float, y: float, colour: str, line: float, dashed: bool) -> None:
    corners = hexagon(radius, x, y)
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        for dash in range(0, 9, 2) if dashed else (0,):
            parts = (dash / 9, (dash + 1) / 9) if dashed else (0, 1)
            canvas.line([(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for t in parts], colour, line)


@sprite
def hex_rim(radius: int, colour: str, line: int, dashed: bool) -> Sprite:
    """An ink border with a coloured line on it, solid or dashed."""
    canvas, x, y = _blank(radius)
    _edges(canvas, radius, x, y, INK, line + 4, False)
    _edges(canvas, radius, x, y, colour, line, dashed)
    return Sprite(canvas.to_image(), _PAD)


@sprite
def hex_veil(radius: int) -> Sprite:
    """Marks a cell where a tile can be placed."""
    canvas, x, y = _blank(radius)
    canvas.path(hexagon(radius, x, y), "#FFF4CE", strength=0.42)
    _edges(canvas, radius, x, y, "#7A4A1C", 3.4, True)
    return Sprite(canvas.to_image(), _PAD)


@sprite
def hex_mist(radius: int) -> Sprite:
    """Hides a cell at the edge of the picture that is not shown whole."""
    return Sprite(colour_layer("#E8D8B2", hex_mask(radius, radius * 0.07), 0.86), _PAD)


@sprite
def hex_glow(radius: int, colour: str) -> Sprite:
    canvas, x, y = _blank(radius)
    _edges(canvas, radius, x, y, "#ffffff", 9, False)
    ring = canvas.to_image().getchannel("A")
    halo = to_field(ring.filter(ImageFilter.GaussianBlur(9))) * 1.8 + to_field(ring)
    return Sprite(
        colour_layer(colour, Image.fromarray(np.clip(halo, 0, 255).astype(np.uint8), "L"), 0.95), _PAD
    )
