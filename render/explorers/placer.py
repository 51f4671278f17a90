"""Finds room for pieces: on their own land or sea, within their cell, and not on top of each other."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from render.explorers.geometry import ROOT3, centre, corner_spot
from render.explorers.layout import Layout
from render.explorers.raster import Lie
from render.kit.fields import Field, distance_outside
from render.kit.sprites import Request, Sprite

Rect = tuple[float, float, float, float]
Kind = Literal["land", "sea"]
_SAMPLES = 23
_HALF = ROOT3 / 2


class Footprint(NamedTuple):
    """The opaque box of a sprite around its middle."""

    left: float
    top: float
    right: float
    bottom: float


@lru_cache(maxsize=512)
def _opaque(size: tuple[int, int], box: tuple[int, int, int, int]) -> Footprint:
    across, down = size[0] / 2, size[1] / 2
    return Footprint(box[0] - across, box[1] - down, box[2] - across, box[3] - down)


_OPAQUE = [255 if level > 150 else 0 for level in range(256)]


_footprints: dict[Request, Footprint] = {}


def footprint(piece: Sprite) -> Footprint:
    """What a sprite covers; of those that are kept, looked at once."""
    if piece.made is None:
        return _covered(piece)
    if piece.made not in _footprints:
        _footprints[piece.made] = _covered(piece)
    return _footprints[piece.made]


def _covered(piece: Sprite) -> Footprint:
    box = piece.image.getchannel("A").point(_OPAQUE).getbbox() or (0, 0, *piece.image.size)
    return _opaque(piece.image.size, box)


class Wish(NamedTuple):
    """A piece that wants a place: on the land or sea of a cell that reaches these corners."""

    cell: tuple[int, int]
    kind: Kind
    corners: tuple[int, ...]
    foot: Footprint
    hold: float = 1.0
    """How firmly it stays within its cell."""


class _Cell(NamedTuple):
    """Samples over a cell: where they are, how far from its border, how far inland."""

    x: Field
    y: Field
    border: Field
    shore: Field


@lru_cache(maxsize=1)
def _grid() -> tuple[Field, Field, Field]:
    line = np.linspace(-1, 1, _SAMPLES, dtype=np.float32)
    x, y = np.meshgrid(line, line * np.float32(_HALF))
    return x, y, _from_border(x, y)


def _from_border(x: Field, y: Field) -> Field:
    """How far inside a hex of radius 1 a place lies; negative outside."""
    x, y = np.abs(x), np.abs(y)
    return np.asarray(np.minimum(_HALF - y, _HALF - (x * _HALF + y * 0.5)), np.float32)


# Points of a footprint, as shares of it, and how much they matter: its edges, its tips, where it stands.
_EDGES = (
    (0.12, 0.5, 1.0), (0.88, 0.5, 1.0), (0.5, 0.06, 1.1), (0.5, 0.96, 1.1), (0.2, 0.9, 0.7), (0.8, 0.9, 0.7),
)  # fmt: skip
_TIPS = ((0.1, 0.12, 1.0), (0.9, 0.12, 1.0), (0.08, 0.9, 1.0), (0.92, 0.9, 1.0))
_FEET = (
    (0.2, 0.88, 0.6), (0.8, 0.88, 0.6), (0.5, 0.95, 0.6), (0.5, 0.55, 0.8), (0.25, 0.6, 0.4),
    (0.75, 0.6, 0.4),
)  # fmt: skip


Settled = dict[tuple[tuple[Rect, ...], tuple[Wish, ...]], tuple[list[tuple[float, float]], list[Rect]]]
"""What was settled on one map: by what was taken and wished, the places found and what is taken then."""
_MOST_SETTLED = 16


@dataclass
class Placer:
    """Places pieces one after another; each keeps out of the way of those before it."""

    layout: Layout
    lie: Lie
    taken: list[Rect] = field(default_factory=list)
    settled: Settled = field(default_factory=dict)
    """Kept from picture to picture of the same map: a preview moves no piece."""
    _cells: dict[tuple[int, int], _Cell] = field(default_factory=dict)
    _regions: dict[tuple[object, ...], NDArray[np.bool_]] = field(default_factory=dict)
    _aways: dict[tuple[object, ...], Field] = field(default_factory=dict)

    def reserve(self, x: float, y: float, foot: Footprint) -> Rect:
        rect = x + foot.left, y + foot.top, x + foot.right, y + foot.bottom
        self.taken.append(rect)
        return rect

    def settle(self, wishes: list[Wish]) -> list[tuple[float, float]]:
        """Places for all of them."""
        key = tuple(self.taken), tuple(wishes)
        known = self.settled.get(key)
        if known is None:
            spots = self._settle(wishes)
            known = spots, self.taken
            if len(self.settled) >= _MOST_SETTLED:
                self.settled.clear()
            self.settled[key] = known
        spots, taken = known
        self.taken = list(taken)
        return spots

    def _settle(self, wishes: list[Wish]) -> list[tuple[float, float]]:
        """The tightest first, and those in each other's way once more."""
        order = sorted(range(len(wishes)), key=lambda number: self._room(wishes[number]))
        spots: dict[int, tuple[float, float]] = {}
        rects: dict[int, Rect] = {}
        for number in order:
            spots[number] = self.put(wishes[number])
            rects[number] = self.taken[-1]
        for number in order * 2:
            if any(other is not rects[number] and _overlap(other, rects[number]) for other in self.taken):
                self.taken = [rect for rect in self.taken if rect is not rects[number]]
                spots[number] = self.put(wishes[number])
                rects[number] = self.taken[-1]
        return [spots[number] for number in range(len(wishes))]

    def put(self, wish: Wish) -> tuple[float, float]:
        """The best place for a piece, where its middle goes; it is taken from then on."""
        at = self._samples(wish.cell)
        foot, radius = wish.foot, self.layout.radius
        side = 1 if wish.kind == "land" else -1
        width, height = foot.right - foot.left, foot.bottom - foot.top
        # A piece stands on the lower part of its footprint: that is what is tried at every sample.
        x = at.x - (foot.left + foot.right) / 2
        y = at.y - (foot.top + height * (0.62 if wish.kind == "land" else 0.72))
        left, top = x + foot.left, y + foot.top
        cx, cy = self.layout.at(centre(wish.cell))
        score = np.zeros_like(at.x)
        stray = wish.hold * (2.2 if wish.kind == "land" else 1.5)
        for across, down, weight in (*_EDGES, *_TIPS) if wish.hold > 1 else _EDGES:
            right, low = left + across * width - cx, top + down * height - cy
            inside = _from_border(right / np.float32(radius), low / np.float32(radius))
            score -= weight * stray * np.maximum(-0.03 - inside, 0)
        wrong = 1.9 if wish.kind == "land" else 3.2
        for across, down, weight in _FEET:
            shore = self._shore(left + across * width, top + down * height)
            score -= weight * wrong * np.minimum(np.maximum(0.02 - side * shore, 0), 0.5)
        score += 0.10 * np.minimum(side * at.shore, 0.4) + 0.05 * np.minimum(at.border, 0.6)
        for rect in self.taken:
            if abs(rect[0] + rect[2] - 2 * cx) < 4 * radius and abs(rect[1] + rect[3] - 2 * cy) < 4 * radius:
                wide = np.maximum(np.minimum(x + foot.right, rect[2]) - np.maximum(left, rect[0]), 0)
                high = np.maximum(np.minimum(y + foot.bottom, rect[3]) - np.maximum(top, rect[1]), 0)
                share = wide * high / min(width * height, (rect[2] - rect[0]) * (rect[3] - rect[1]))
                score -= 11 * share * np.sqrt(share)
        region = self._region(wish)
        if region.any():
            away = self._away(wish)
            score -= (2.4 if wish.kind == "land" else 6.0) * away + (away > 0) * 0.12
        score = np.where(at.border > -0.05, score, -99)
        row, column = np.unravel_index(int(score.argmax()), score.shape)
        spot = float(x[row, column]), float(y[row, column])
        self.reserve(*spot, foot)
        return spot

    def middle_of(self, cell: tuple[int, int], kind: Kind, corners: tuple[int, ...]) -> tuple[float, float]:
        """The innermost place of a land or sea of a cell."""
        region = self._region(Wish(cell, kind, corners, Footprint(0, 0, 0, 0)))
        if not region.any():
            return self.layout.at(centre(cell))
        at = self._samples(cell)
        inner = distance_outside(~np.pad(region, 1), 12)[1:-1, 1:-1]
        row, column = np.unravel_index(int(inner.argmax()), inner.shape)
        return float(at.x[row, column]), float(at.y[row, column])

    def stands_on(self, wish: Wish, spot: tuple[float, float]) -> bool:
        """Whether a place lies on the land or sea of a wish."""
        at, region = self._samples(wish.cell), self._region(wish)
        far = np.hypot(at.x - spot[0], at.y - spot[1])
        row, column = np.unravel_index(int(far.argmin()), far.shape)
        return bool(region[row, column])

    def _room(self, wish: Wish) -> float:
        foot = wish.foot
        size = (foot.right - foot.left) * (foot.bottom - foot.top)
        return float(self._region(wish).sum()) / max(1.0, size)

    def _shore(self, x: Field, y: Field) -> Field:
        shore = self.lie.shore
        row = np.minimum(np.maximum((y / 2).astype(np.intp), 0), shore.shape[0] - 1)
        column = np.minimum(np.maximum((x / 2).astype(np.intp), 0), shore.shape[1] - 1)
        return np.asarray(shore[row, column], np.float32)

    def _samples(self, cell: tuple[int, int]) -> _Cell:
        if cell not in self._cells:
            across, down, border = _grid()
            cx, cy = self.layout.at(centre(cell))
            x, y = cx + across * self.layout.radius, cy + down * self.layout.radius
            self._cells[cell] = _Cell(x, y, border, self._shore(x, y))
        return self._cells[cell]

    def _region(self, wish: Wish) -> NDArray[np.bool_]:
        """The samples of a land or sea: on its ground, and nearest to one of its corners."""
        key = wish.cell, wish.kind, wish.corners
        if key not in self._regions:
            at = self._samples(wish.cell)
            ground = (at.shore > 0) if wish.kind == "land" else (at.shore <= 0)
            ground &= at.border > -0.02
            if wish.corners:
                ground &= self._near(wish.cell, wish.kind, wish.corners)
            self._regions[key] = ground
        return self._regions[key]

    def _away(self, wish: Wish) -> Field:
        """How far outside its land or sea each sample lies."""
        key = wish.cell, wish.kind, wish.corners
        if key not in self._aways:
            outside = distance_outside(self._region(wish), 12)
            self._aways[key] = np.asarray(outside * np.float32(2 / (_SAMPLES - 1)), np.float32)
        return self._aways[key]

    def _near(self, cell: tuple[int, int], kind: Kind, corners: tuple[int, ...]) -> NDArray[np.bool_]:
        piece = next((piece for piece in self.lie.pieces if piece.cell == cell), None)
        if piece is None:
            return np.ones((_SAMPLES, _SAMPLES), bool)
        alike = [corner for corner in range(6) if piece.land[corner] == (kind == "land")]
        at = self._samples(cell)
        far = []
        for corner in alike:
            x, y = self.layout.at(corner_spot(cell, corner))
            far.append(np.hypot(at.x - x, at.y - y))
        nearest = np.array(alike)[np.argmin(np.stack(far), axis=0)]
        return np.asarray(np.isin(nearest, corners))


def _overlap(one: Rect, other: Rect) -> bool:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide > 4 and high > 4
