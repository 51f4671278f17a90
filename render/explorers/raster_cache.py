"""Raster cache of painted maps with incremental repaint: a new tile repaints only its surroundings."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from threading import Lock

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray
from PIL import Image

from render.explorers import map_cache
from render.explorers.geometry import centre
from render.explorers.heightmap import Heightmap, MapTiles
from render.explorers.layout import RADII
from render.explorers.terrain import FAR, Box, Shore, looks_alike, paint

REACH = 2.75
"""Distance from its middle up to which a tile changes the map, in hex radii."""
MAX_RASTERS = 6
_BLOCK_PX = 16
"""Rasters are stored in square blocks of this size; blocks without paint are left out."""
_REPAINT_ALL_ABOVE = 0.8
"""If more than this share of the map is dirty, all of it is repainted."""

_WASHED_OUT = (127, 148, 140)
"""About the colour of the paint where it ends."""
_IS_BARE = [255] + 255 * [0]
"""Maps an amount of paint to a mask of bare paper."""


@dataclass(frozen=True, eq=False)
class ShoreMap:
    """Signed distance to the shore in a box of the world, in hex radii and at half resolution."""

    tiles: MapTiles
    radius: int
    box: Box
    shore: Shore


@dataclass(frozen=True, eq=False)
class Raster:
    """A painted box of the world: colours, and a mask of where there is paint."""

    shore_map: ShoreMap
    colours: Image.Image
    paint: Image.Image

    @property
    def tiles(self) -> MapTiles:
        return self.shore_map.tiles

    @property
    def radius(self) -> int:
        return self.shore_map.radius

    @property
    def box(self) -> Box:
        return self.shore_map.box

    @property
    def shore(self) -> Shore:
        return self.shore_map.shore


_Key = tuple[MapTiles, int, Box]


class RasterCache:
    """LRU cache of painted maps. Thread-safe."""

    def __init__(self, limit: int = MAX_RASTERS) -> None:
        self.painted_pixels = 0
        self._entries: LRUCache[_Key, Raster] = LRUCache(limit)
        self._lock = Lock()

    def get(self, tiles: MapTiles, radius: int, box: Box, before: Sequence[MapTiles] = ()) -> Raster:
        """Returns a painted map.

        `before` are sets of tiles it may have grown from, the latest first.
        """
        with self._lock:
            key = tiles, radius, box
            found = self._entries.get(key)
            if found is None:
                found = self._entries[key] = self._make(tiles, radius, box, before)
            return found

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()

    def _make(self, tiles: MapTiles, radius: int, box: Box, before: Sequence[MapTiles]) -> Raster:
        stored = _read(tiles, radius)
        if stored is not None and stored.box == box:
            return stored
        nearest, parts = None, [box]
        limit = _area(box) * _REPAINT_ALL_ABOVE
        grown = next((old for earlier in before if (old := _read_at_scale(earlier, radius))), None)
        same_scale = [self._entries[key] for key in self._entries if key[1] == radius]
        for old in (*same_scale, *((grown,) if grown else ())):
            dirty = _dirty_boxes(old, tiles, box)
            if sum(map(_area, dirty)) < limit:
                nearest, parts = old, dirty
                limit = sum(map(_area, dirty))
        made = self._compose(nearest, tiles, radius, box, parts)
        _write(made)
        return made

    def _compose(
        self, old: Raster | None, tiles: MapTiles, radius: int, box: Box, parts: list[Box]
    ) -> Raster:
        width, height = box[2] - box[0], box[3] - box[1]
        colours, wash = Image.new("RGB", (width, height)), Image.new("L", (width, height))
        shore = np.full((height // 2, width // 2), -FAR, np.float16)
        if old:
            offset = old.box[0] - box[0], old.box[1] - box[1]
            colours.paste(old.colours, offset)
            wash.paste(old.paint, offset)
            _blit(shore, old.shore, offset)
        heightmap = Heightmap(tiles)
        for part in parts:
            self.painted_pixels += _area(part)
            fresh = paint(heightmap, radius, part)
            offset = part[0] - box[0], part[1] - box[1]
            colours.paste(fresh.colours, offset)
            wash.paste(fresh.paint, offset)
            _blit(shore, fresh.shore, offset)
        return Raster(ShoreMap(tiles, radius, box, shore), colours, wash)


RASTER_CACHE = RasterCache()


def _key(tiles: MapTiles, radius: int) -> tuple[object, ...]:
    return "raster", sorted(tiles), radius


def _read_at_scale(tiles: MapTiles, radius: int) -> Raster | None:
    """Read a map from disk, at this scale or downscaled from a larger one that looks alike."""
    for larger in sorted(RADII):
        if larger >= radius and looks_alike(larger, radius) and (found := _read(tiles, larger)):
            return found if larger == radius else _downscale(found, radius)
    return None


def _downscale(old: Raster, radius: int) -> Raster:
    """Downscale a map. It loses a pixel or two at the edges, which fall between pixels."""
    smaller = rescale(old, radius, _scaled_extent(old, radius))
    smaller.colours.paste((0, 0, 0), mask=smaller.paint.point(_IS_BARE))
    return smaller


def rescale(old: Raster, radius: int, box: Box) -> Raster:
    """Scale the part of a map in a box of the world at the new scale. The rest of the box has no paint.

    Pixels without paint can have any colour.
    """
    share = radius / old.radius
    size = box[2] - box[0], box[3] - box[1]
    colours, wash = Image.new("RGB", size), Image.new("L", size)
    shore = np.full((size[1] // 2, size[0] // 2), -FAR, np.float16)
    covered = _intersection(box, _scaled_extent(old, radius))
    if covered:
        half = Image.fromarray(old.shore.astype(np.float32))
        x0, y0, x1, y1 = (edge / 2 for edge in _source_box(covered, share, old))
        shape = (covered[2] - covered[0]) // 2, (covered[3] - covered[1]) // 2
        scaled = np.asarray(half.resize(shape, Image.Resampling.BILINEAR, (x0, y0, x1, y1)))
        _blit(shore, scaled.astype(np.float16), (covered[0] - box[0], covered[1] - box[1]))
    bounds = _scaled_box(old.paint.getbbox() or (0, 0, 0, 0), share, old)
    if covered and (painted := _intersection(covered, bounds)):
        source = _source_box(painted, share, old)
        shape = painted[2] - painted[0], painted[3] - painted[1]
        corner = painted[0] - box[0], painted[1] - box[1]
        part, amount = _resize_part(old, shape, source)
        colours.paste(part, corner)
        wash.paste(amount, corner)
    return Raster(ShoreMap(old.tiles, radius, box, shore), colours, wash)


def _scaled_extent(old: Raster, radius: int) -> Box:
    """The box of a whole map at another scale, without pixels that it covers in part."""
    share = radius / old.radius
    left, top = (ceil(edge * share / 2) * 2 for edge in old.box[:2])
    right, bottom = (floor(edge * share / 2) * 2 for edge in old.box[2:])
    return left, top, right, bottom


def _scaled_box(part: Box, share: float, old: Raster) -> Box:
    """The box of a part after scaling, with a small margin."""
    left, top = (floor((edge + at) * share) - 4 for edge, at in zip(part[:2], old.box[:2], strict=True))
    right, bottom = (ceil((edge + at) * share) + 4 for edge, at in zip(part[2:], old.box[:2], strict=True))
    return left, top, right, bottom


def _source_box(box: Box, share: float, old: Raster) -> tuple[float, float, float, float]:
    """The source box of a scaled box, clamped because Pillow rejects a box a rounding error outside."""
    x0, y0 = max(0, box[0] / share - old.box[0]), max(0, box[1] / share - old.box[1])
    x1 = min(old.paint.width, box[2] / share - old.box[0])
    y1 = min(old.paint.height, box[3] / share - old.box[1])
    return x0, y0, x1, y1


def _resize_part(
    old: Raster, size: tuple[int, int], part: tuple[float, float, float, float]
) -> tuple[Image.Image, Image.Image]:
    """Resize the colours and the paint of a part of a map without touching the rest."""
    left, top = floor(part[0]), floor(part[1])
    around = left, top, ceil(part[2]), ceil(part[3])
    within = part[0] - left, part[1] - top, part[2] - left, part[3] - top
    colours, wash = old.colours.crop(around), old.paint.crop(around)
    # Bare paper is black, which would darken the edge of the paint.
    colours.paste(_WASHED_OUT, mask=wash.point(_IS_BARE))
    return (
        colours.resize(size, Image.Resampling.BILINEAR, within),
        wash.resize(size, Image.Resampling.BILINEAR, within),
    )


def _read(tiles: MapTiles, radius: int) -> Raster | None:
    """Read a map of these tiles from disk, with any box."""
    found = map_cache.read(_key(tiles, radius))
    if found is None:
        return None
    numbers, (where, colours, wash, shore) = found
    left, top, right, bottom = map(int, numbers)
    size = right - left, bottom - top
    there = np.frombuffer(where, bool).reshape(_block_count(size[1]), _block_count(size[0]))
    shore_map = ShoreMap(tiles, radius, (left, top, right, bottom), decode_shore(shore, size))
    return Raster(shore_map, _from_blocks(colours, there, size, 3), _from_blocks(wash, there, size, 1))


def _write(raster: Raster) -> None:
    """Write the blocks with paint, about half of the map."""
    wash = _as_blocks(np.asarray(raster.paint)[..., None])
    there = wash.any((2, 3, 4))
    colours = _as_blocks(np.asarray(raster.colours))[there]
    parts = there.tobytes(), colours.tobytes(), wash[there].tobytes(), raster.shore.tobytes()
    map_cache.write(_key(raster.tiles, raster.radius), raster.box, parts)


def delete_raster(tiles: MapTiles, radius: int) -> None:
    """Delete a map that no other can grow from any more."""
    map_cache.delete(_key(tiles, radius))


def _block_count(length: int) -> int:
    return -(-length // _BLOCK_PX)


def _as_blocks(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Reshape pixels to block rows, block columns, and the pixels of each block."""
    height, width, bands = pixels.shape
    rows, columns = _block_count(height), _block_count(width)
    if (height, width) != (rows * _BLOCK_PX, columns * _BLOCK_PX):
        whole = np.zeros((rows * _BLOCK_PX, columns * _BLOCK_PX, bands), np.uint8)
        whole[:height, :width] = pixels
        pixels = whole
    return pixels.reshape(rows, _BLOCK_PX, columns, _BLOCK_PX, bands).swapaxes(1, 2)


def _from_blocks(data: bytes, there: NDArray[np.bool_], size: tuple[int, int], bands: int) -> Image.Image:
    rows, columns = there.shape
    pixels = np.zeros((rows * _BLOCK_PX, columns * _BLOCK_PX, bands), np.uint8)
    _as_blocks(pixels)[there] = np.frombuffer(data, np.uint8).reshape(-1, _BLOCK_PX, _BLOCK_PX, bands)
    shown = pixels[: size[1], : size[0]]
    return Image.fromarray(np.ascontiguousarray(shown if bands > 1 else shown[..., 0]))


def decode_shore(data: bytes, size: tuple[int, int]) -> Shore:
    """Decode a stored shore array at half resolution."""
    return np.frombuffer(data, np.float16).reshape(size[1] // 2, size[0] // 2)


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _intersection(one: Box, other: Box) -> Box | None:
    box = max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    return box if box[0] < box[2] and box[1] < box[3] else None


def _dirty_boxes(old: Raster, tiles: MapTiles, box: Box) -> list[Box]:
    """Boxes to repaint on an older map: strips it did not show, and surroundings of tiles that differ."""
    shared = _intersection(old.box, box)
    if shared is None:
        return [box]
    beside = [
        (box[0], box[1], box[2], shared[1]),
        (box[0], shared[3], box[2], box[3]),
        (box[0], shared[1], shared[0], shared[3]),
        (shared[2], shared[1], box[2], shared[3]),
    ]
    strips = [part for strip in beside if (part := _painted_part(strip, tiles, old.radius))]
    reach = int(REACH * old.radius)
    for tile in sorted(old.tiles ^ tiles):
        x, y = (int(part * old.radius) // 2 * 2 for part in centre(tile.cell))
        near = x - reach // 2 * 2, y - reach // 2 * 2, x + reach // 2 * 2, y + reach // 2 * 2
        around = _intersection(near, shared)
        if around:
            strips.append(around)
    return [strip for strip in dict.fromkeys(strips) if strip[0] < strip[2] and strip[1] < strip[3]]


def _painted_part(strip: Box, tiles: MapTiles, radius: int) -> Box | None:
    """The part of a strip outside which there is only bare paper."""
    middles = (centre(tile.cell) for tile in tiles)
    washed = [(x - _PAINT_REACH, y - _PAINT_REACH, x + _PAINT_REACH, y + _PAINT_REACH) for x, y in middles]
    parts = []
    for edges in (*washed, _HOME):
        left, top, right, bottom = (round(edge * radius / 2) * 2 for edge in edges)
        if part := _intersection(strip, (left, top, right, bottom)):
            parts.append(part)
    if not parts:
        return None
    lefts, tops, rights, bottoms = zip(*parts, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


_PAINT_REACH = 1.75
"""Distance from a tile's middle up to which there is paint, in hex radii."""
_HOME = (-_PAINT_REACH, -4.4 - _PAINT_REACH, 99.0, 4.4 + _PAINT_REACH)
"""Box of the Mainland and its waters that is painted, in hex radii."""


def _blit(target: Shore, source: Shore, offset: tuple[int, int]) -> None:
    """Copy one half-resolution array onto another; the offset is in full-resolution pixels."""
    x, y = offset[0] // 2, offset[1] // 2
    top, left = max(0, y), max(0, x)
    bottom, right = min(target.shape[0], y + source.shape[0]), min(target.shape[1], x + source.shape[1])
    if top < bottom and left < right:
        target[top:bottom, left:right] = source[top - y : bottom - y, left - x : right - x]
