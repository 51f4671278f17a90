"""Image arithmetic on float arrays: value noise, blur, distance transform, colour ramps."""

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from render.kit.palette import rgb

Field: TypeAlias = NDArray[np.float32]


def noise(
    width: int, height: int, reach: float, reach_down: float | None = None, octaves: int = 4, seed: int = 0
) -> Field:
    """Fractal value noise around 0, the sum of ever finer random grids.

    `reach` is the cell size of the coarsest grid in pixels, `reach_down` its height if it differs.
    """
    across, downwards = reach, reach_down or reach
    random = np.random.default_rng(seed)
    total = np.zeros((height, width), np.float32)
    strength, sum_of_strengths = 1.0, 0.0
    for _ in range(octaves):
        columns, rows = int(width / across) + 4, int(height / downwards) + 4
        grid = Image.fromarray(random.random((rows, columns), dtype=np.float32))
        left, top = across * 0.5, downwards * 0.5
        box = (left / across, top / downwards, (left + width) / across, (top + height) / downwards)
        total += (to_field(grid.resize((width, height), Image.Resampling.BICUBIC, box=box)) - 0.5) * strength
        sum_of_strengths += strength
        strength *= 0.5
        across, downwards = max(1.0, across / 2), max(1.0, downwards / 2)
    return total / np.float32(sum_of_strengths) * np.float32(2)


def pixel_grid(width: int, height: int) -> tuple[Field, Field]:
    """Returns the x and the y of every pixel."""
    down, across = np.mgrid[0:height, 0:width].astype(np.float32)
    return across, down


def ramp(amount: Field, *colours: str) -> Field:
    """Map amounts from 0 to 1 to a gradient through the given colours."""
    table = _ramp_table(colours)
    steps = np.clip(amount * np.float32(len(table)), 0, len(table) - 1).astype(np.intp)
    return np.asarray(table[steps], np.float32)


@lru_cache(maxsize=64)
def _ramp_table(colours: tuple[str, ...]) -> Field:
    stops = np.array([rgb(colour) for colour in colours], np.float32)
    places = np.linspace(0, len(stops) - 1, 1024)
    knots = np.arange(len(stops))
    channels = [np.interp(places, knots, stops[:, channel]) for channel in range(3)]
    return np.stack(channels, axis=-1).astype(np.float32)


def to_image(field: Field) -> Image.Image:
    return Image.fromarray(np.clip(field, 0, 255).astype(np.uint8), "RGB")


def to_field(image: Image.Image) -> Field:
    return np.asarray(image, dtype=np.float32)


def to_mask(field: Field) -> Image.Image:
    """Convert strengths between 0 and 1 to a mask."""
    return Image.fromarray((np.clip(field, 0, 1) * 255).astype(np.uint8), "L")


def blur(field: Field, sigma: float) -> Field:
    """Approximate a Gaussian blur by three box blurs, in float precision to avoid banding."""
    radius = max(1, round(sigma * 0.94))
    for axis in (0, 1):
        for _ in range(3):
            field = _box_blur(field, radius, axis)
    return field


def _box_blur(field: Field, radius: int, axis: int) -> Field:
    margins = [(0, 0), (0, 0)]
    margins[axis] = (radius + 1, radius)
    sums = np.cumsum(np.pad(field, margins, mode="edge"), axis=axis, dtype=np.float64)
    span = 2 * radius + 1
    if axis == 0:
        return ((sums[span:] - sums[:-span]) / span).astype(np.float32)
    return ((sums[:, span:] - sums[:, :-span]) / span).astype(np.float32)


def distance_transform(shape: NDArray[np.bool_], reach: float) -> Field:
    """Exact Euclidean distance of every pixel to a shape; beyond `reach`, any value above `reach`."""
    return np.asarray(distance_transforms(shape[None], reach)[0], np.float32)


def distance_transforms(shapes: NDArray[np.bool_], reach: float) -> Field:
    """Distance transforms of several masks of one size, each on its own; see `distance_transform`."""
    limit = int(np.ceil(reach)) + 1
    count, height, width = shapes.shape
    far = 4 * limit
    # Squares of whole numbers; 16 bits are twice as fast as 32.
    short = np.uint16 if far * far + limit * limit < 2**16 else np.int32
    columns = np.arange(width, dtype=np.int32)
    before = np.maximum.accumulate(np.where(shapes, columns, np.int32(-far)), axis=2)
    after = np.minimum.accumulate(np.where(shapes, columns, np.int32(width + far))[..., ::-1], axis=2)
    along = np.minimum(np.minimum(columns - before, after[..., ::-1] - columns), np.int32(far))
    along = (along * along).astype(short)
    padded = np.full((count, height + 2 * limit, width), far * far, short)
    padded[:, limit : limit + height] = along
    further = np.empty_like(along)
    for step in range(1, limit + 1):
        for start in (limit - step, limit + step):
            np.add(padded[:, start : start + height], short(step * step), out=further)
            np.minimum(along, further, out=along)
    return np.sqrt(along.astype(np.float32))


def distance_to_boxes(width: int, height: int, boxes: tuple[tuple[int, int, int, int], ...]) -> Field:
    """Distance of every pixel to the nearest of some rectangles; 0 inside."""
    across, down = pixel_grid(width, height)
    nearest = np.full((height, width), np.float32(width + height))
    for left, top, right, bottom in boxes:
        aside = np.maximum(np.maximum(left - across, across - right), 0)
        above = np.maximum(np.maximum(top - down, down - bottom), 0)
        nearest = np.minimum(nearest, np.hypot(aside, above))
    return nearest.astype(np.float32)
