"""Paints the terrain: coast, sea with surf, land with relief and woods, and the edge of the known map.

Every pixel is a function of the heightmap and its place, so parts painted separately join without a seam.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from render.explorers.flora import plant
from render.explorers.heightmap import SAMPLES_PER_RADIUS, Heightmap
from render.explorers.noise import Window, chances, soften, step
from render.explorers.speckle_filter import small_components
from render.kit.fields import Field, distance_transform, to_field, to_mask
from render.kit.palette import rgb

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in world pixels; all even."""

Shore = NDArray[np.float16]
"""Distance inland in hex radii; half precision, since many maps are cached."""

FAR = 0.8
"""Distances from the coast are clamped to this, in hex radii."""
MARGIN = 1.3
"""Margin around a part, in hex radii, in which the coast is computed because it influences the part."""
_FINE_GRAIN = 92
"""Hex radius in pixels above which detail stops growing."""


_NEAR = 0.4
"""Margin around a part, in hex radii, that is painted because its shadows and trees reach into the part."""
_BLOCK = 128
"""Block size in pixels: small enough for the processor's cache. Blocks without paint, and of only sea or only
land, are cheap."""
_RAGGED = 0.5
"""Distance from the edge of the known map within which the paint thins out."""


def _table(*stops: tuple[float, str]) -> Field:
    """Colour lookup table with a row each for red, green and blue."""
    places = np.linspace(0, 1, 512)
    at = [place for place, _ in stops]
    colours = np.array([rgb(colour) for _, colour in stops], float)
    return np.stack([np.interp(places, at, colours[:, band]) for band in range(3)]).astype(np.float32)


SEA = _table(
    (0, "#a9d6c6"), (0.05, "#7fc0bb"), (0.14, "#559fae"), (0.30, "#36798f"), (0.55, "#275f79"),
    (0.8, "#1f4e68"), (1, "#1b4560"),
)  # fmt: skip
LAND = _table(
    (0, "#e4d2a0"), (0.09, "#dcc891"), (0.15, "#adad62"), (0.24, "#7f9d4e"), (0.42, "#648a45"),
    (0.58, "#74854c"), (0.68, "#84806a"), (0.80, "#8f8b82"), (0.90, "#b9b9b4"), (0.96, "#f3f5f3"),
    (1, "#ffffff"),
)  # fmt: skip
_SURF = np.array([247, 250, 244], np.float32)[:, None, None]


class Painted(NamedTuple):
    """A painted part: colours, amount of paint, and distance inland (in radii, half resolution)."""

    colours: Image.Image
    paint: Image.Image
    shore: Shore


class _Coast(NamedTuple):
    """At half resolution: height, signed distance to the coast, and distance to the unknown."""

    height: Field
    shore: Field
    unknown: Field


class _FeatureScales(NamedTuple):
    """Feature scales: `detail` limits the growth of small grain, `bold` that of larger features."""

    detail: float
    bold: float


def _feature_scales(radius: int) -> _FeatureScales:
    detail = min(1.0, _FINE_GRAIN / radius)
    return _FeatureScales(detail, detail**0.6)


def looks_alike(one: int, other: int) -> bool:
    """True if maps with these hex radii differ only in scale."""
    return _feature_scales(one) == _feature_scales(other)


def paint(heightmap: Heightmap, radius: int, box: Box) -> Painted:
    """Paint a box of the world. Pixels without paint are black."""
    grain = _feature_scales(radius)
    near, width, height = int(_NEAR * radius) // 2 * 2 + 2, box[2] - box[0], box[3] - box[1]
    full = Window(box[0] - near, box[1] - near, width + 2 * near, height + 2 * near, radius)
    half = Window(full.left // 2, full.top // 2, full.width // 2, full.height // 2, radius / 2)
    coast = _coast_of(heightmap, half, radius, grain)
    field, shore = _upsample(coast.height), _upsample(coast.shore)
    across, down = _slopes(field)
    steep = np.sqrt(across * across + down * down) + np.float32(1e-4)
    land = np.clip(np.float32(0.5) + field / steep, 0, 1)
    left = _paint_amount(full, _upsample(coast.unknown))
    colours, forest, relief = _colours(full, half, shore, land, left, grain)
    image = Image.fromarray(colours, "RGB")
    plant(image, full, np.where(left > 0, shore, 0), forest, relief, *grain)
    inner = (near, near, near + width, near + height)
    wash = to_mask(left).crop(inner)
    image = image.crop(inner)
    image.paste((0, 0, 0), mask=wash.point([255] + 255 * [0]))
    inside = slice(near // 2, -near // 2)
    return Painted(image, wash, coast.shore[inside, inside].astype(np.float16))


def _coast_of(heightmap: Heightmap, half: Window, radius: int, grain: _FeatureScales) -> _Coast:
    """The coast of a window, computed with a margin because of its influence."""
    margin = int((MARGIN - _NEAR) * radius) // 2
    wider = Window(
        half.left - margin, half.top - margin, half.width + 2 * margin, half.height + 2 * margin, half.scale
    )
    found = _coast(heightmap, wider, radius, grain)
    return _Coast(*(field[margin:-margin, margin:-margin] for field in found))


def _blocks(window: Window) -> Iterator[tuple[slice, slice]]:
    """Yields the row and column slices of blocks, aligned in world pixels."""
    for top in range(window.top // _BLOCK * _BLOCK - window.top, window.height, _BLOCK):
        for left in range(window.left // _BLOCK * _BLOCK - window.left, window.width, _BLOCK):
            yield slice(max(0, top), top + _BLOCK), slice(max(0, left), left + _BLOCK)


def _colours(
    full: Window, half: Window, shore: Field, land: Field, left: Field, grain: _FeatureScales
) -> tuple[NDArray[np.uint8], Field, Field]:
    """Returns the colours, the forest density and the height of a window."""
    shape = full.height, full.width
    colours = np.zeros((*shape, 3), np.uint8)
    forest, height = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    shadow = _shadow(full, land, grain)
    far = _upsample(_peaks(half, grain.bold)) if land.any() else land
    for rows, columns in _blocks(full):
        at = rows, columns
        if not left[at].any():
            continue
        here, share = full.part(rows, columns), land[at]
        uneven = here.noise(2.2, 42)
        painted = np.zeros((3, *share.shape), np.float32)
        if share.min() < 1:
            painted = _sea(here, shore[at], shadow[at] * (1 - share), uneven, grain) * (1 - share)
        if share.max() > 0:
            ground, forest[at], height[at] = _land(full, rows, columns, shore, far, uneven, grain)
            painted += ground * share
        colours[at] = np.clip(painted, 0, 255).astype(np.uint8).transpose(1, 2, 0)
    return colours, forest, height


def _shadow(full: Window, land: Field, grain: _FeatureScales) -> Field:
    """Shadow of the land to the south-east; the light comes from the north-west."""
    off = max(2, int(0.055 * full.scale * grain.bold))
    thrown = to_mask(np.roll(land, (off, off), (0, 1)))
    soft = ImageFilter.GaussianBlur(0.05 * full.scale * grain.bold)
    return to_field(thrown.filter(soft)) / np.float32(255)


def _upsample(field: Field) -> Field:
    height, width = field.shape
    image = Image.fromarray(np.ascontiguousarray(field))
    return to_field(image.resize((width * 2, height * 2), Image.Resampling.BICUBIC))


def _slopes(field: Field) -> tuple[Field, Field]:
    down, across = np.gradient(field)
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


def _coast(heightmap: Heightmap, half: Window, radius: int, grain: _FeatureScales) -> _Coast:
    x, y = half.across, half.down
    reach = 0.7
    found = heightmap.sample(x[0] - reach, y[0] - reach, x[-1] + reach, y[-1] + reach)
    height = soften(found.height, 0.125 * SAMPLES_PER_RADIUS)
    home = soften(found.home, 0.16 * SAMPLES_PER_RADIUS)
    beyond = distance_transform(found.known, SAMPLES_PER_RADIUS) - distance_transform(
        ~found.known, SAMPLES_PER_RADIUS
    )
    unknown = soften(
        np.clip(beyond, -SAMPLES_PER_RADIUS, SAMPLES_PER_RADIUS) / np.float32(SAMPLES_PER_RADIUS),
        0.06 * SAMPLES_PER_RADIUS,
    )

    def at(field: Field, right: Field, lower: Field) -> Field:
        return _between(
            field,
            right * np.float32(SAMPLES_PER_RADIUS),
            lower * np.float32(SAMPLES_PER_RADIUS),
            found.left,
            found.top,
        )

    # Warping the plane keeps regions connected and makes straight coasts look natural.
    bent_x = x[None, :] + np.float32(0.115) * half.noise(1.15, 11) + np.float32(0.045) * half.noise(2.9, 13)
    bent_y = y[:, None] + np.float32(0.115) * half.noise(1.15, 12) + np.float32(0.045) * half.noise(2.9, 14)
    field = at(height, bent_x, bent_y)
    field = field + np.float32(0.085) * half.noise(6.5, 21)
    field += np.float32(0.05 * grain.detail) * half.noise(13 / grain.detail, 22)
    here = np.broadcast_to(x[None, :], field.shape), np.broadcast_to(y[:, None], field.shape)
    at_home = at(home, *here)
    if at_home.any():
        fjord = half.noise(0.75, 31, across=0.30, down=0.9) + np.float32(0.25) * half.noise(2.6, 33)
        cut = np.exp(-((fjord / np.float32(0.26)) ** 2)) * (1 - step(1.9, 3.2, x))[None, :]
        field += at_home * (np.float32(0.45) * half.noise(0.9, 32) - np.float32(1.9) * cut)
    min_pixels = 0.03 * radius * radius
    field[small_components(field > 0, min_pixels)] = -0.04
    field[small_components(field <= 0, min_pixels)] = 0.04
    land = field > 0
    far = FAR / 2 * radius
    inland = np.minimum(distance_transform(~land, far), np.float32(far))
    offshore = np.minimum(distance_transform(land, far), np.float32(far))
    shore = soften(inland - offshore, 1.0) * np.float32(2 / radius)
    return _Coast(field.astype(np.float32), shore, at(unknown, *here))


def _between(field: Field, x: Field, y: Field, left: int, top: int) -> Field:
    """Bilinear interpolation between samples, the first of which is at `left` and `top`."""
    before, above = np.floor(x), np.floor(y)
    along, down = x - before, y - above
    column = np.clip(before.astype(np.intp) - left, 0, field.shape[1] - 2)
    row = np.clip(above.astype(np.intp) - top, 0, field.shape[0] - 2)
    flat, width = field.ravel(), field.shape[1]
    first = row * width + column
    upper = flat[first] * (1 - along) + flat[first + 1] * along
    lower = flat[first + width] * (1 - along) + flat[first + width + 1] * along
    return np.asarray(upper * (1 - down) + lower * down, np.float32)


def _lookup_colours(table: Field, amount: Field) -> Field:
    return np.take(table, np.clip(amount * 511, 0, 511).astype(np.intp), axis=1)


def _sea(at: Window, shore: Field, shadow: Field, uneven: Field, grain: _FeatureScales) -> Field:
    detail, bold = grain
    depth = np.clip(-shore, 0, None)
    tone = 1 - np.exp(-depth / np.float32(0.43) * (1 + np.float32(0.10) * uneven))
    sea = _lookup_colours(SEA, tone + np.float32(0.045) * at.noise(0.55, 41) * np.clip(depth * 4, 0, 1))
    taller = at._replace(top=at.top - 1, height=at.height + 2)
    swell = taller.noise(5.2 / detail, 43, across=0.42, down=1.25)
    swell += np.float32(0.6) * taller.noise(11 / detail, 44, across=0.42, down=1.25)
    rise = (swell[2:] - swell[:-2]) * np.float32(at.scale * detail * 0.055 / 2)
    open_sea = np.clip(np.float32(0.35) + depth * 2, 0, 1)
    sea *= 1 + np.float32(0.05) * np.clip(rise, -2, 2) * open_sea
    sea *= 1 - np.float32(0.42) * shadow
    broken = at.noise(7 / detail, 51) * np.float32(0.5) + at.noise(15 / detail, 52) * np.float32(0.35)

    def line(place: Field | float, width: float) -> Field:
        away = (depth - place * np.float32(bold)) / np.float32(width * detail)
        return np.asarray(np.exp(-(away**2)), np.float32)

    surf = line(0.022, 0.020) * step(-0.9, 0.3, broken) * np.float32(0.95)
    second = line(np.float32(0.105) + np.float32(0.012) * uneven, 0.0125)
    third = line(np.float32(0.20) + np.float32(0.02) * uneven, 0.012)
    surf = np.maximum(surf, second * step(-0.1, 0.75, broken + np.float32(0.3) * uneven) * np.float32(0.62))
    surf = np.maximum(surf, third * step(0.15, 0.95, broken + np.float32(0.4) * uneven) * np.float32(0.38))
    sea += (_SURF - sea) * surf
    return sea


def _peaks(half: Window, bold: float) -> Field:
    """Distance to the nearest of many scattered peaks, in hex radii."""
    mesh = 0.40 * bold * half.scale
    border = 40
    shape = half.height + 2 * border, half.width + 2 * border
    left, top = half.left - border, half.top - border
    columns, rows = np.meshgrid(
        np.arange(int(left / mesh) - 2, int((left + shape[1]) / mesh) + 2),
        np.arange(int(top / mesh) - 2, int((top + shape[0]) / mesh) + 2),
    )
    x = np.floor((columns + 0.5 + 0.75 * (chances(columns, rows, 31) - 0.5)) * mesh).astype(int) - left
    y = np.floor((rows + 0.5 + 0.75 * (chances(columns, rows, 32) - 0.5)) * mesh).astype(int) - top
    kept = (x >= 0) & (x < shape[1]) & (y >= 0) & (y < shape[0]) & (chances(columns, rows, 33) >= 0.36)
    peaks = np.zeros(shape, bool)
    peaks[y[kept], x[kept]] = True
    far = min(border - 1, 0.6 * bold * half.scale)
    distance = np.minimum(distance_transform(peaks, far), np.float32(far))
    return np.asarray(distance[border:-border, border:-border] / np.float32(half.scale), np.float32)


def _land(
    full: Window, rows: slice, columns: slice, shore: Field, far: Field, uneven: Field, grain: _FeatureScales
) -> tuple[Field, Field, Field]:
    """Returns the colours of the land, the forest density and the height."""
    detail, bold = grain
    at, within = _with_rim(full, rows, columns)
    ring = full.part(*at)
    inland = np.clip(shore[at], 0, None)
    biome = ring.noise(0.33, 308) * np.float32(0.8) + ring.noise(0.8, 62) * np.float32(0.55)
    hills = ring.fractal_noise(1.5, 63, 3, gain=0.42)
    cone = far[at] + np.float32(0.055 * bold) * ring.noise(3.1 / bold, 67)
    cone = np.clip(np.float32(1.10) - cone / np.float32(0.33 * bold), 0, 1.2)
    gully = 1 - np.abs(ring.noise(6.5 / bold, 68)) * np.float32(0.9)
    mountain = step(0.0, 0.75, biome) * step(0.11, 0.34, inland)
    rise = step(0, 0.42, inland)
    rock = mountain * (cone * (np.float32(0.70) + np.float32(0.16) * gully) + np.float32(0.10))
    fine = ring.noise(9 / detail, 71) * np.float32(0.6) + ring.noise(20 / detail, 72) * np.float32(0.4)
    relief = np.float32(0.030 * bold) * step(0, 0.09 * bold, inland)
    relief += rise * (np.float32(0.16) + np.float32(0.075) * hills) + np.float32(0.40 * bold) * rock
    relief += (np.float32(0.0045) + np.float32(0.008) * rock) * np.float32(detail) * fine * rise
    shade = _brightness(relief * np.float32(full.scale))[within]
    inland, hills, rise, rock, fine = (field[within] for field in (inland, hills, rise, rock, fine))
    height = np.float32(0.11) * step(0, 0.06 * bold, inland)
    height += rise * (np.float32(0.17) + np.float32(0.06) * hills) + np.float32(0.66) * rock
    land = _lookup_colours(LAND, height + np.float32(0.016) * fine + np.float32(0.012) * uneven)
    warm = np.clip(uneven * np.float32(0.5), -0.7, 0.9) * rise
    land *= 1 + _WARMTH * warm
    here = full.part(rows, columns)
    wild = here.noise(0.75, 81) + np.float32(0.55) * here.noise(2.1, 82)
    forest = step(0.05, 0.5, wild - np.float32(0.2)) * step(0.12, 0.22, inland)
    forest *= 1 - step(0.42, 0.56, height)
    land *= 1 - forest * _WOODS
    wet = np.exp(-((inland / np.float32(0.026 * detail)) ** 2))
    land *= shade * (1 - np.float32(0.26) * wet)
    return land, forest, height


_WARMTH = np.array([0.10, 0.0, -0.07], np.float32)[:, None, None]
_WOODS = np.array([0.30, 0.17, 0.24], np.float32)[:, None, None]


def _with_rim(full: Window, rows: slice, columns: slice) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """A block with a margin of pixels where there are any, and the position of the block in it."""
    wide, inside = [], []
    for along, size in ((rows, full.height), (columns, full.width)):
        first, last = max(0, along.start - 1), min(size, along.stop + 1)
        wide.append(slice(first, last))
        inside.append(slice(along.start - first, min(along.stop, size) - first))
    return (wide[0], wide[1]), (inside[0], inside[1])


def _brightness(relief: Field) -> Field:
    """Brightness of the relief under light from the north-west."""
    across, down = _slopes(relief)
    across, down = across * np.float32(-1.05), down * np.float32(-1.05)
    lit = (across * np.float32(-0.55) + down * np.float32(-0.62) + np.float32(0.70)) / np.sqrt(
        across * across + down * down + 1
    )
    bright: Field = np.clip(np.float32(0.46) + np.float32(0.77) * lit, 0.42, 1.40)
    return bright


def _paint_amount(full: Window, unknown: Field) -> Field:
    """Amount of paint at the edge of the known map: thins out, gathers in a line, and stops."""
    left = np.zeros_like(unknown)
    for at in _blocks(full):
        beyond = unknown[at]
        if beyond.max() < -_RAGGED:
            left[at] = 1
        elif beyond.min() < _RAGGED + 0.36:
            left[at] = _edge(full.part(*at), beyond)
    return left


def _edge(at: Window, unknown: Field) -> Field:
    edge = unknown + np.float32(0.085) * at.fractal_noise(1.5, 91, 3) + np.float32(0.012) * at.noise(14, 95)
    wash = step(0.0, 0.30, edge) * (1 + np.float32(0.10) * at.noise(26, 96))
    gathered = np.exp(-(((edge - np.float32(0.315)) / np.float32(0.03)) ** 2))
    left = (1 - step(0.325, 0.36, edge)) * (1 - np.float32(0.60) * wash + np.float32(0.30) * gathered)
    return np.asarray(left, np.float32)
