"""Seamless noise: a value depends on its place alone, never on the window that is computed.

A map is painted in parts as tiles are placed, and the parts must join without a seam. So every value is
computed from its place in the same order of arithmetic.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from render.kit.fields import Field

_SIZE = 512
_DENSITY = 1.6
"""Lattice points per feature. The lattice is blurred, so features are wider than its mesh."""
_FAR = 200
_STRIP = 22
_AT_ONCE = 6
"""Pixels of a strip, and strips computed at once: products small enough to stay on one processor."""


@lru_cache(maxsize=64)
def _lattice(seed: int) -> Field:
    """Random values on a torus, stored by column, blurred so that the grid does not show."""
    grain = np.random.default_rng(1000 + seed).standard_normal((_SIZE, _SIZE)).astype(np.float32)
    taps = gauss_taps(0.85)
    reach = len(taps) // 2
    for axis in (0, 1):
        grain = sum(
            (np.roll(grain, step - reach, axis) * tap for step, tap in enumerate(taps)), np.zeros_like(grain)
        )
    return np.ascontiguousarray((grain / grain.std()).T, np.float32)


def gauss_taps(spread: float) -> list[np.float32]:
    reach = max(1, math.ceil(spread * 3.2))
    weights = [math.exp(-((step / spread) ** 2) / 2) for step in range(-reach, reach + 1)]
    return [np.float32(weight / sum(weights)) for weight in weights]


def soften(field: Field, spread: float) -> Field:
    """Gaussian blur by explicit taps, so that each value depends on its surroundings alone."""
    taps = gauss_taps(spread)
    reach = len(taps) // 2
    for axis in (0, 1):
        margins = [(0, 0), (0, 0)]
        margins[axis] = (reach, reach)
        padded = np.pad(field, margins, mode="edge")
        length = field.shape[axis]
        total = np.zeros_like(field)
        for step, tap in enumerate(taps):
            part = padded[step : step + length] if axis == 0 else padded[:, step : step + length]
            total += part * tap
        field = total
    return field


class _Strips(NamedTuple):
    """Interpolation weights along an axis, in strips.

    `first` is the first lattice point of each strip, `weights` those of its pixels from that point on.
    """

    first: NDArray[np.intp]
    weights: Field


@lru_cache(maxsize=1024)
def _strips(start: int, count: int, mesh: float) -> _Strips:
    """Cubic interpolation weights of the four lattice points around each pixel."""
    pixel = np.arange(start, start + count * _STRIP).reshape(count, _STRIP)
    place = (pixel + 0.5) * mesh + _FAR
    before = np.floor(place)
    t = place - before
    around = (
        ((-0.5 * t + 1) * t - 0.5) * t,
        (1.5 * t - 2.5) * t * t + 1,
        ((-1.5 * t + 2) * t + 0.5) * t,
        (0.5 * t - 0.5) * t * t,
    )
    first = before[:, 0].astype(np.intp) - 1
    point = before.astype(np.intp) - 1 - first[:, None]
    width = int((_STRIP - 1) * mesh) + 6
    weights = np.zeros(count * _STRIP * width, np.float32)
    start_of = np.arange(count * _STRIP) * width + point.ravel()
    for step, weight in enumerate(around):
        weights[start_of + step] = weight.ravel()
    return _Strips(first, weights.reshape(count, _STRIP, width))


def _spans(length: int) -> Iterator[tuple[slice, int]]:
    """Split an axis into spans of a few strips. Yields the pixels and the number of strips of each."""
    for start in range(0, length, _STRIP * _AT_ONCE):
        end = min(length, start + _STRIP * _AT_ONCE)
        yield slice(start, end), math.ceil((end - start) / _STRIP)


def _interpolate(lattice: Field, along: _Strips, below: _Strips) -> Field:
    """Interpolate a window. Summation order does not depend on the window, so values are reproducible."""
    across, down = np.arange(along.weights.shape[2]), np.arange(below.weights.shape[2])
    start, end = int(below.first[0]), int(below.first[-1]) + len(down)
    rows = np.arange(start, end) % _SIZE
    points = lattice[(along.first[:, None] + across) % _SIZE]
    whole = rows[0] + len(rows) <= _SIZE
    band = points[:, :, rows[0] : rows[0] + len(rows)] if whole else points[:, :, rows]
    wide = np.matmul(along.weights, band).reshape(-1, len(rows)).T
    field: Field = np.matmul(below.weights, wide[(below.first - start)[:, None] + down])
    return field.reshape(-1, wide.shape[1])


class Window(NamedTuple):
    """A rectangle of world pixels; `scale` is the number of pixels in a hex radius."""

    left: int
    top: int
    width: int
    height: int
    scale: float

    def noise(self, features: float, seed: int, across: float = 1, down: float = 1) -> Field:
        """Smooth noise around 0 with standard deviation 1.

        `features` is their number per hex radius; `across` and `down` stretch them.
        """
        mesh = features * _DENSITY / self.scale
        lattice, total = _lattice(seed), np.empty((self.height, self.width), np.float32)
        for rows, tall in _spans(self.height):
            below = _strips(self.top + rows.start, tall, mesh * down)
            for columns, wide in _spans(self.width):
                along = _strips(self.left + columns.start, wide, mesh * across)
                found = _interpolate(lattice, along, below)
                total[rows, columns] = found[: rows.stop - rows.start, : columns.stop - columns.start]
        return total

    def part(self, rows: slice, columns: slice) -> "Window":
        """The sub-window of some rows and columns."""
        top, bottom, _ = rows.indices(self.height)
        left, right, _ = columns.indices(self.width)
        return Window(self.left + left, self.top + top, right - left, bottom - top, self.scale)

    def fractal_noise(self, features: float, seed: int, layers: int, gain: float = 0.5) -> Field:
        total = np.zeros((self.height, self.width), np.float32)
        strength, power = 1.0, 0.0
        for layer in range(layers):
            total += np.float32(strength) * self.noise(features * 2.07**layer, seed + layer)
            power += strength * strength
            strength *= gain
        return total / np.float32(math.sqrt(power))

    @property
    def across(self) -> Field:
        return ((np.arange(self.left, self.left + self.width) + 0.5) / self.scale).astype(np.float32)

    @property
    def down(self) -> Field:
        return ((np.arange(self.top, self.top + self.height) + 0.5) / self.scale).astype(np.float32)


@lru_cache(maxsize=4096)
def chance(*key: int) -> float:
    """Hash integers to a number from 0 to 1."""
    first, second, *rest = (*key, 0)
    return float(chances(np.array(first), np.array(second), rest[0]))


def chances(one: NDArray[np.int64], other: NDArray[np.int64], seed: int) -> NDArray[np.float64]:
    """Hash arrays of integers to numbers from 0 to 1."""
    mixed = np.full(np.broadcast(one, other).shape, 2166136261, np.uint32)
    with np.errstate(over="ignore"):
        for value in (one, other, np.array(seed)):
            mixed = (mixed ^ value.astype(np.int64).astype(np.uint32)) * np.uint32(16777619)
            mixed = mixed ^ (mixed >> np.uint32(13))
        mixed = mixed * np.uint32(0x5BD1E995)
        mixed = mixed ^ (mixed >> np.uint32(15))
    return mixed.astype(np.float64) / 2**32


def step(low: float, high: float, amount: Field) -> Field:
    """Smooth step from 0 to 1."""
    t = np.clip((amount - np.float32(low)) / np.float32(high - low), 0, 1)
    return np.asarray(t * t * (3 - 2 * t), np.float32)
