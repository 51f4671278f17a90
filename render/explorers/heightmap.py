"""Heightmap of land and sea over the whole map, interpolated from the corners of its tiles."""

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from render.explorers.geometry import ROOT3, is_home, is_home_water, towards
from render.explorers.noise import chance
from render.kit.fields import Field
from rules.explorers.hexes import EDGES, Cell, Point, cells_around, point_of
from rules.explorers.pieces import Ground
from rules.explorers.view import TileView

SAMPLES_PER_RADIUS = 20
UNKNOWN = -0.55
_COAST = 0.85
HOME_SHORE, HOME_INLAND, HOME_RIM = 0.55, 1.3, -0.3
"""Heights of the Mainland: its outer cells, its inside, and its rim, with a narrow strip of water."""


class MapTile(NamedTuple):
    q: int
    r: int
    land: tuple[bool, ...]
    middle: Ground | None

    @property
    def cell(self) -> tuple[int, int]:
        return self.q, self.r


MapTiles = frozenset[MapTile]


def map_tiles(tiles: tuple[TileView, ...]) -> MapTiles:
    return frozenset(MapTile(tile.q, tile.r, tile.corners, tile.middle) for tile in tiles)


class HeightSamples(NamedTuple):
    """A rectangle of samples, starting at column `left` and row `top`, SAMPLES_PER_RADIUS to a hex radius."""

    height: Field
    known: NDArray[np.bool_]
    home: Field  # 1 on the Mainland
    left: int
    top: int


@dataclass(frozen=True)
class Heightmap:
    """Heights from the placed tiles, and from the Mainland unless a tile is drawn alone."""

    tiles: MapTiles
    mainland: bool = True

    @cached_property
    def _by_cell(self) -> dict[tuple[int, int], MapTile]:
        return {tile.cell: tile for tile in self.tiles}

    @cached_property
    def _points(self) -> dict[Point, bool]:
        return {
            point_of(Cell(*tile.cell), corner): tile.land[corner] for tile in self.tiles for corner in EDGES
        }

    def is_known(self, cell: tuple[int, int]) -> bool:
        """True if a cell is painted. The Mainland's closed waters are not: no longship can sail there."""
        return cell in self._by_cell or (self.mainland and is_home(cell))

    def _point_height(self, point: Point) -> float | None:
        land = self._points.get(point)
        if land is None:
            return _home_height(point) if self.mainland else None
        uneven = chance(point.q * 7 + point.corner, point.r, 7)
        return 1.0 + 0.40 * uneven if land else -0.80 - 0.35 * uneven

    def cell_heights(self, cell: tuple[int, int]) -> tuple[float, ...]:
        """Heights of the middle and the six corners of a cell."""
        found = [self._point_height(point_of(Cell(*cell), corner)) for corner in EDGES]
        corners = [UNKNOWN if height is None else height for height in found]
        return (self._middle_height(cell, corners), *corners)

    def _middle_height(self, cell: tuple[int, int], corners: list[float]) -> float:
        tile = self._by_cell.get(cell)
        if tile is None:
            if self.mainland and is_home(cell):
                return HOME_INLAND if min(corners) > 0 else HOME_SHORE
            # Constant, so that a new tile changes the heights of unknown cells only at shared corners.
            return -1.0 if self.mainland and is_home_water(cell) else UNKNOWN
        if tile.middle is not None:
            return _COAST if tile.middle == "land" else -_COAST
        uneven = (chance(tile.q, tile.r, 3) - 0.5) * 0.29
        return (sum(tile.land) - 3) / 3 + 0.10 + uneven

    def sample(self, left: float, top: float, right: float, bottom: float) -> HeightSamples:
        """Sample a rectangle in hex radii; linear between a hex's middle and two neighbouring corners."""
        i0, j0 = math.floor(left * SAMPLES_PER_RADIUS), math.floor(top * SAMPLES_PER_RADIUS)
        i1, j1 = math.ceil(right * SAMPLES_PER_RADIUS) + 1, math.ceil(bottom * SAMPLES_PER_RADIUS) + 1
        x = (np.arange(i0, i1) / SAMPLES_PER_RADIUS)[None, :]
        y = (np.arange(j0, j1) / SAMPLES_PER_RADIUS)[:, None]
        q, r = _nearest_cell(x, y)
        q0, r0 = int(q.min()), int(r.min())
        shape = int(q.max()) - q0 + 1, int(r.max()) - r0 + 1
        seen = np.zeros(shape, bool)
        seen[q - q0, r - r0] = True
        table = np.zeros((*shape, 7), np.float32)
        known, home = np.zeros(shape, bool), np.zeros(shape, np.float32)
        for at in zip(*(axis.tolist() for axis in np.nonzero(seen)), strict=True):
            cell = at[0] + q0, at[1] + r0
            table[at] = self.cell_heights(cell)
            known[at] = self.is_known(cell)
            home[at] = self.mainland and is_home(cell)
        here = (q - q0) * shape[1] + r - r0
        from_x, from_y = (x - 1.5 * r).astype(np.float32), (y + ROOT3 * (q + r / 2)).astype(np.float32)
        height = _interpolate(table, here, from_x, from_y)
        return HeightSamples(height, known.ravel()[here], home.ravel()[here], i0, j0)


_TIPS = np.array([towards(corner) for corner in range(7)], np.float32)
_SECTORS = np.array([5, 0, 0, 1, 4, 0, 3, 2])
"""Maps the sides of three diagonals that a point lies on (as bits) to its sector of the hex."""


def _interpolate(table: Field, cell: NDArray[np.int64], x: Field, y: Field) -> Field:
    """Barycentric interpolation in the sector of each point; x and y are relative to the cell's middle."""
    sides = (_TIPS[corner, 0] * y - _TIPS[corner, 1] * x > 0 for corner in range(3))
    sector = _SECTORS[sum(side * np.int8(2**number) for number, side in enumerate(sides))]
    (ax, ay), (bx, by) = (_TIPS[sector + tip].transpose(2, 0, 1) for tip in (0, 1))
    turned = np.float32(ROOT3 / 2)
    one, other = (x * by - y * bx) / turned, (ax * y - ay * x) / turned
    flat, first = table.ravel(), cell * 7
    middle, corner, following = flat[first], flat[first + 1 + sector], flat[first + 1 + (sector + 1) % 6]
    return np.asarray(middle * (1 - one - other) + corner * one + following * other, np.float32)


@lru_cache(maxsize=8192)
def _home_height(point: Point) -> float | None:
    around = cells_around(point)
    if all(is_home(cell) for cell in around):
        return HOME_INLAND
    if any(is_home(cell) for cell in around):
        return HOME_RIM
    return -1.0 if any(is_home_water(cell) for cell in around) else None


def _nearest_cell(
    x: NDArray[np.float64], y: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Round points to hex cells in cube coordinates; the worst rounded coordinate follows from the others."""
    r = x / 1.5 + 0 * y
    q = -y / ROOT3 - r / 2
    t = -q - r
    near_q, near_r, near_t = np.rint(q), np.rint(r), np.rint(t)
    off_q, off_r, off_t = np.abs(near_q - q), np.abs(near_r - r), np.abs(near_t - t)
    worst_q = (off_q > off_r) & (off_q > off_t)
    worst_r = ~worst_q & (off_r > off_t)
    near_q = np.where(worst_q, -near_r - near_t, near_q)
    near_r = np.where(worst_r, -near_q - near_t, near_r)
    return near_q.astype(np.int64), near_r.astype(np.int64)
