"""Trees on land and wave marks on open water, scattered by noise that depends on the place alone."""

import math
import random

import numpy as np
from PIL import Image

from render.explorers.noise import Window, chances
from render.kit import Canvas, Sprite, sprite
from render.kit.fields import Field
from render.kit.palette import RGB, light

KINDS = 10
_CONIFERS = 7
_GREENS = ("#1f3e2a", "#24462c", "#2c4e2e", "#1c3a2c")
_FOAM: RGB = (226, 242, 244)


@sprite
def tree(kind: int, radius: int) -> Sprite:
    """A tiny conifer, or one of a few round trees; `radius` is that of a hex."""
    height = radius * (0.15 + 0.05 * random.Random(kind + 40).random())
    width = height * 0.62
    canvas = Canvas(round(width + 6), round(height + 5), box=width + 6, supersampling=8)
    middle, foot = (width + 6) / 2, height + 2.5
    canvas.circle(
        middle + width * 0.16, foot, width * 0.58, "#122218", strength=0.43, radius_down=height * 0.13
    )
    dark = _GREENS[kind % 4]
    lit = light(dark, 0.26)
    if kind < _CONIFERS:
        for level in range(3):
            top = foot - height * (1 - 0.24 * level)
            bottom, half = top + height * 0.50, width * (0.28 + 0.12 * level)
            canvas.path([(middle, top), (middle + half, bottom), (middle - half, bottom)], dark)
            canvas.path([(middle, top), (middle - half * 0.1, bottom), (middle - half, bottom)], lit)
    else:
        round_ = width * 0.46
        canvas.circle(middle, foot - round_, round_, dark)
        canvas.circle(middle - 0.27 * round_, foot - 1.35 * round_, 0.61 * round_, lit)
    return Sprite(canvas.to_image())


@sprite
def wave(radius: int) -> Sprite:
    width, height = 0.34 * radius, 0.13 * radius
    canvas = Canvas(round(width), round(height), box=width, supersampling=6)
    for left in (0.02, 0.52):
        x0, x1 = left * width, (left + 0.46) * width
        crest = f"M{x0} {height * 0.62}Q{(x0 + x1) / 2} {-height * 0.1} {x1} {height * 0.62}"
        canvas.path(crest, None, "#ffffff", 0.026 * radius)
    return Sprite(canvas.to_image())


def plant(
    image: Image.Image, window: Window, shore: Field, forest: Field, height: Field, detail: float, bold: float
) -> None:
    """Draw trees in forests and a few elsewhere; `shore` is the distance inland of each pixel."""
    size = round(window.scale * detail)
    _waves(image, window, shore, wave(size).image, bold)
    mesh = 0.105 * window.scale * detail
    columns, rows, x, y = _jittered_points(window, mesh, 0.8, 1)
    at = np.floor(y).astype(int) - window.top, np.floor(x).astype(int) - window.left
    dense = forest[at] > 0.12 + 0.8 * chances(columns, rows, 3)
    stray = (height[at] < 0.5) & (chances(columns, rows, 5) < 0.025)
    chosen = (shore[at] > 0.13 * bold) & (dense | stray)
    kinds = (chances(columns, rows, 4) * KINDS).astype(int)
    places = zip(y[chosen].tolist(), x[chosen].tolist(), kinds[chosen].tolist(), strict=True)
    trees = [tree(kind, size).image for kind in range(KINDS)]
    for down, across, kind in sorted(places):
        grown = trees[kind]
        corner = (
            math.floor(across) - window.left - grown.width // 2,
            math.floor(down) - window.top - grown.height + 2,
        )
        image.paste(grown, corner, grown)


def _waves(image: Image.Image, window: Window, shore: Field, mark: Image.Image, bold: float) -> None:
    columns, rows, x, y = _jittered_points(window, 0.62 * window.scale * bold, 0.8, 51)
    at = np.floor(y).astype(int) - window.top, np.floor(x).astype(int) - window.left
    chosen = (chances(columns, rows, 53) > 0.45) & (shore[at] < -0.30)
    mask = mark.getchannel("A").point([round(level * 0.47) for level in range(256)])
    for across, down in zip(x[chosen].tolist(), y[chosen].tolist(), strict=True):
        corner = (
            math.floor(across) - window.left - mark.width // 2,
            math.floor(down) - window.top - mark.height // 2,
        )
        image.paste(_FOAM, corner, mask)


def _jittered_points(window: Window, mesh: float, stray: float, seed: int) -> tuple[np.ndarray, ...]:
    """Jittered grid points inside the window: column, row, x, y."""
    columns, rows = np.meshgrid(
        np.arange(int(window.left / mesh) - 2, int((window.left + window.width) / mesh) + 2),
        np.arange(int(window.top / mesh) - 2, int((window.top + window.height) / mesh) + 2),
    )
    x = (columns + 0.5 + stray * (chances(columns, rows, seed) - 0.5)) * mesh
    y = (rows + 0.5 + stray * (chances(columns, rows, seed + 1) - 0.5)) * mesh
    inside = (x >= window.left) & (x < window.left + window.width)
    inside &= (y >= window.top) & (y < window.top + window.height)
    return columns[inside], rows[inside], x[inside], y[inside]
