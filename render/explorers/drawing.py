"""Drawing helpers for the pieces of Explorers: smooth outlines, ink, a pale halo and a shadow."""

from collections.abc import Sequence

import numpy as np
from PIL import Image

from render.kit import Canvas, Sprite
from render.kit.fields import distance_transform, to_mask
from render.kit.icons import Draw
from render.kit.palette import INK, Paint
from render.kit.paths import Points
from render.kit.shadows import colour_layer, with_shadow

HALO = "#FFF7E2"
ENEMY_HALO = "#D65442"
Knots = Sequence[tuple[float, float]]


def smooth(knots: Knots, closed: bool = True, steps: int = 10) -> Points:
    """Catmull-Rom spline through all knots."""
    given = np.array(knots, float)
    before, after = (given[-1:], given[:2]) if closed else (given[:1], given[-1:])
    around = np.vstack([before, given, after])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = []
    for number in range(len(around) - 3):
        a, b, c, d = around[number : number + 4]
        parts.append(
            0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        )
    return np.vstack(parts if closed else [*parts, given[-1:]])


def blob(canvas: Canvas, knots: Knots, fill: Paint) -> None:
    canvas.path(smooth(knots), fill)


def stroke(canvas: Canvas, knots: Knots, width: float, colour: Paint) -> None:
    canvas.line(smooth(knots, closed=False) if len(knots) > 2 else knots, colour, width)


def oval(canvas: Canvas, x: float, y: float, across: float, down: float, fill: Paint) -> None:
    canvas.circle(x, y, across, fill, radius_down=down)


def bar(
    canvas: Canvas, left: float, top: float, right: float, bottom: float, fill: Paint, radius: float = 0
) -> None:
    canvas.box(left, top, right - left, bottom - top, radius, fill)


def token(
    draw: Draw,
    size: int,
    height: float = 100,
    *,
    outline: float = 2.6,
    halo: float = 3.0,
    halo_colour: str = HALO,
    relief: float = 16,
    mirrored: bool = False,
) -> Sprite:
    """Draw a piece in a box 100 wide, with an ink outline and a halo that lifts it off the map.

    `outline` and `halo` are widths in pixels of the finished sprite.
    """
    supersampling = 4
    pad = round(size * 0.14 + outline + halo) + 2
    wide, tall = size + 2 * pad, round(size * height / 100) + 2 * pad
    canvas = Canvas(wide, tall, box=100 * wide / size, supersampling=supersampling)
    with canvas.at(100 * pad / size, 100 * pad / size):
        draw(canvas, "")
    canvas.bevel(4, relief)
    body = canvas.image
    if mirrored:
        body = body.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    around = distance_transform(np.asarray(body.getchannel("A")) > 127, (outline + halo) * supersampling + 2)
    layers = Image.new("RGBA", body.size, (0, 0, 0, 0))
    for reach, colour in ((outline + halo, halo_colour), (outline, INK)):
        layers.alpha_composite(
            colour_layer(colour, to_mask(np.clip(reach * supersampling + 0.5 - around, 0, 1)))
        )
    layers.alpha_composite(body)
    return with_shadow(
        layers.reduce(supersampling), max(3, size * 0.05), max(2, round(size * 0.04)), 0.4, 0.3
    )
