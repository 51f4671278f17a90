"""Painted maps that are kept, so that a new tile repaints only what lies around it."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from threading import Lock

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from render.explorers import map_cache
from render.explorers.geometry import centre
from render.explorers.layout import RADII
from render.explorers.terrain import FAR, Box, Shore, looks_alike, paint
from render.explorers.world import Pieces, World

REACH = 2.75
"""How far, in hex radii, a tile changes the map around its middle."""
KEPT = 6
_SQUARE = 16
"""Maps are kept in squares of so many pixels."""
_WORTH = 0.8
"""Above this share of the map it is painted anew."""


@dataclass(frozen=True, eq=False)
class Lie:
    """How land and sea lie in a part of the world: at half the size, how far inland each place is."""

    pieces: Pieces
    radius: int
    box: Box
    shore: Shore


@dataclass(frozen=True, eq=False)
class Raster:
    """A painted part of the world: colours, and where there is paint."""

    lie: Lie
    colours: Image.Image
    paint: Image.Image

    @property
    def pieces(self) -> Pieces:
        return self.lie.pieces

    @property
    def radius(self) -> int:
        return self.lie.radius

    @property
    def box(self) -> Box:
        return self.lie.box

    @property
    def shore(self) -> Shore:
        return self.lie.shore


_Key = tuple[Pieces, int, Box]


class Rasters:
    """The maps painted last."""

    def __init__(self, limit: int = KEPT) -> None:
        self.limit = limit
        self.painted = 0
        """Pixels painted so far."""
        self._kept: OrderedDict[_Key, Raster] = OrderedDict()
        self._lock = Lock()

    def get(self, pieces: Pieces, radius: int, box: Box, before: Sequence[Pieces] = ()) -> Raster:
        """A painted map; `before` are those it may have grown from, the latest first."""
        with self._lock:
            key = pieces, radius, box
            if key not in self._kept:
                self._kept[key] = self._make(pieces, radius, box, before)
                while len(self._kept) > self.limit:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return self._kept[key]

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()

    def _make(self, pieces: Pieces, radius: int, box: Box, before: Sequence[Pieces]) -> Raster:
        nearest, parts = None, [box]
        limit = _area(box) * _WORTH
        grown = next((old for earlier in before if (old := _as_it_was(earlier, radius))), None)
        for old in (*self._kept.values(), *((grown,) if grown else ())):
            if old.radius == radius:
                differing = _differing(old, pieces, box)
                if sum(map(_area, differing)) < limit:
                    nearest, parts = old, differing
                    limit = sum(map(_area, differing))
        made = self._painted(nearest, pieces, radius, box, parts)
        _write(made)
        return made

    def _painted(self, old: Raster | None, pieces: Pieces, radius: int, box: Box, parts: list[Box]) -> Raster:
        width, height = box[2] - box[0], box[3] - box[1]
        colours, wash = Image.new("RGB", (width, height)), Image.new("L", (width, height))
        shore = np.full((height // 2, width // 2), -FAR, np.float16)
        if old:
            offset = old.box[0] - box[0], old.box[1] - box[1]
            colours.paste(old.colours, offset)
            wash.paste(old.paint, offset)
            _lay(shore, old.shore, offset)
        world = World(pieces)
        for part in parts:
            self.painted += _area(part)
            fresh = paint(world, radius, part)
            offset = part[0] - box[0], part[1] - box[1]
            colours.paste(fresh.colours, offset)
            wash.paste(fresh.paint, offset)
            _lay(shore, fresh.shore, offset)
        return Raster(Lie(pieces, radius, box, shore), colours, wash)


RASTERS = Rasters()


def _key(pieces: Pieces, radius: int) -> tuple[object, ...]:
    return "raster", sorted(pieces), radius


def _as_it_was(pieces: Pieces, radius: int) -> Raster | None:
    """A map of these tiles from disk, of this scale or of a larger one that differs in nothing else."""
    for larger in sorted(RADII):
        if larger >= radius and looks_alike(larger, radius) and (found := _read(pieces, larger)):
            return found if larger == radius else _reduced(found, radius)
    return None


def _reduced(old: Raster, radius: int) -> Raster:
    """A map made smaller; it shows a pixel or two less, since its edges fall between pixels."""
    share = radius / old.radius
    left, top = (ceil(edge * share / 2) * 2 for edge in old.box[:2])
    right, bottom = (floor(edge * share / 2) * 2 for edge in old.box[2:])
    box = left, top, right, bottom
    size = right - left, bottom - top
    half = Image.fromarray(old.shore.astype(np.float32))
    x0, y0, x1, y1 = (edge / 2 for edge in _before(box, share, old))
    half = half.resize((size[0] // 2, size[1] // 2), Image.Resampling.BILINEAR, (x0, y0, x1, y1))
    lie = Lie(old.pieces, radius, box, np.asarray(half).astype(np.float16))
    colours, wash = Image.new("RGB", size), Image.new("L", size)
    if painted := _common(box, _smaller(old.paint.getbbox() or (0, 0, 0, 0), share, old)):
        part = old.colours.copy()
        part.putalpha(old.paint)
        shape = painted[2] - painted[0], painted[3] - painted[1]
        part = _resized(part, shape, _before(painted, share, old))
        corner = painted[0] - left, painted[1] - top
        colours.paste(part.convert("RGB"), corner)
        wash.paste(part.getchannel("A"), corner)
    return Raster(lie, colours, wash)


def _smaller(part: Box, share: float, old: Raster) -> Box:
    """Where a part of a map comes to lie when it is made smaller, with a little around it."""
    left, top = (floor((edge + at) * share) - 4 for edge, at in zip(part[:2], old.box[:2], strict=True))
    right, bottom = (ceil((edge + at) * share) + 4 for edge, at in zip(part[2:], old.box[:2], strict=True))
    return left, top, right, bottom


def _before(box: Box, share: float, old: Raster) -> tuple[float, float, float, float]:
    """Where that was before. A division may end a hair outside, which Pillow does not forgive."""
    x0, y0 = max(0, box[0] / share - old.box[0]), max(0, box[1] / share - old.box[1])
    x1 = min(old.paint.width, box[2] / share - old.box[0])
    y1 = min(old.paint.height, box[3] / share - old.box[1])
    return x0, y0, x1, y1


def _resized(
    image: Image.Image, size: tuple[int, int], part: tuple[float, float, float, float]
) -> Image.Image:
    """A part of an image in another size; of the rest no pixel is touched."""
    left, top = floor(part[0]), floor(part[1])
    cut = image.crop((left, top, ceil(part[2]), ceil(part[3])))
    within = part[0] - left, part[1] - top, part[2] - left, part[3] - top
    return cut.resize(size, Image.Resampling.BICUBIC, within)


def _read(pieces: Pieces, radius: int) -> Raster | None:
    """A map of these tiles from disk, whatever part of the world it shows."""
    found = map_cache.read(_key(pieces, radius))
    if found is None:
        return None
    numbers, (where, colours, wash, shore) = found
    left, top, right, bottom = map(int, numbers)
    size = right - left, bottom - top
    there = np.frombuffer(where, bool).reshape(_squares(size[1]), _squares(size[0]))
    lie = Lie(pieces, radius, (left, top, right, bottom), shore_from(shore, size))
    return Raster(lie, _spread(colours, there, size, 3), _spread(wash, there, size, 1))


def _write(raster: Raster) -> None:
    """Only the squares with paint: about half of the map."""
    wash = _in_squares(np.asarray(raster.paint)[..., None])
    there = wash.any((2, 3, 4))
    colours = _in_squares(np.asarray(raster.colours))[there]
    parts = there.tobytes(), colours.tobytes(), wash[there].tobytes(), raster.shore.tobytes()
    map_cache.write(_key(raster.pieces, raster.radius), raster.box, parts)


def drop(pieces: Pieces, radius: int) -> None:
    """Keep a map no longer: none can grow from it any more."""
    map_cache.drop(_key(pieces, radius))


def _squares(length: int) -> int:
    return -(-length // _SQUARE)


def _in_squares(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """By row and column of squares, the rows and columns of each."""
    height, width, bands = pixels.shape
    rows, columns = _squares(height), _squares(width)
    if (height, width) != (rows * _SQUARE, columns * _SQUARE):
        whole = np.zeros((rows * _SQUARE, columns * _SQUARE, bands), np.uint8)
        whole[:height, :width] = pixels
        pixels = whole
    return pixels.reshape(rows, _SQUARE, columns, _SQUARE, bands).swapaxes(1, 2)


def _spread(data: bytes, there: NDArray[np.bool_], size: tuple[int, int], bands: int) -> Image.Image:
    rows, columns = there.shape
    pixels = np.zeros((rows * _SQUARE, columns * _SQUARE, bands), np.uint8)
    _in_squares(pixels)[there] = np.frombuffer(data, np.uint8).reshape(-1, _SQUARE, _SQUARE, bands)
    shown = pixels[: size[1], : size[0]]
    return Image.fromarray(np.ascontiguousarray(shown if bands > 1 else shown[..., 0]))


def shore_from(data: bytes, size: tuple[int, int]) -> Shore:
    """A field of half the size, as it was kept."""
    return np.frombuffer(data, np.float16).reshape(size[1] // 2, size[0] // 2)


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _common(one: Box, other: Box) -> Box | None:
    box = max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    return box if box[0] < box[2] and box[1] < box[3] else None


def _differing(old: Raster, pieces: Pieces, box: Box) -> list[Box]:
    """What must be painted when an older map is at hand: what it did not show, and around other tiles."""
    shared = _common(old.box, box)
    if shared is None:
        return [box]
    beside = [
        (box[0], box[1], box[2], shared[1]),
        (box[0], shared[3], box[2], box[3]),
        (box[0], shared[1], shared[0], shared[3]),
        (shared[2], shared[1], box[2], shared[3]),
    ]
    strips = [part for strip in beside if (part := _with_paint(strip, pieces, old.radius))]
    reach = int(REACH * old.radius)
    for piece in sorted(old.pieces ^ pieces):
        x, y = (int(part * old.radius) // 2 * 2 for part in centre(piece.cell))
        near = x - reach // 2 * 2, y - reach // 2 * 2, x + reach // 2 * 2, y + reach // 2 * 2
        around = _common(near, shared)
        if around:
            strips.append(around)
    return [strip for strip in dict.fromkeys(strips) if strip[0] < strip[2] and strip[1] < strip[3]]


def _with_paint(strip: Box, pieces: Pieces, radius: int) -> Box | None:
    """The part of a strip outside which there is only bare paper."""
    middles = (centre(piece.cell) for piece in pieces)
    washed = [(x - _WASHED, y - _WASHED, x + _WASHED, y + _WASHED) for x, y in middles]
    parts = []
    for edges in (*washed, _HOME):
        left, top, right, bottom = (round(edge * radius / 2) * 2 for edge in edges)
        if part := _common(strip, (left, top, right, bottom)):
            parts.append(part)
    if not parts:
        return None
    lefts, tops, rights, bottoms = zip(*parts, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


_WASHED = 1.75
"""How far, in hex radii, there is paint around the middle of a tile."""
_HOME = (-_WASHED, -4.4 - _WASHED, 99.0, 4.4 + _WASHED)
"""Where the Mainland and the waters around it are painted."""


def _lay(target: Shore, source: Shore, offset: tuple[int, int]) -> None:
    """Lay one field of half the size on another; the offset is in pixels of the whole."""
    x, y = offset[0] // 2, offset[1] // 2
    top, left = max(0, y), max(0, x)
    bottom, right = min(target.shape[0], y + source.shape[0]), min(target.shape[1], x + source.shape[1])
    if top < bottom and left < right:
        target[top:bottom, left:right] = source[top - y : bottom - y, left - x : right - x]
