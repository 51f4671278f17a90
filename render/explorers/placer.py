"""Finds room for pieces: on their own land or sea, within their cell, and not on top of each other."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from render.explorers.geometry import ROOT3, centre, towards
from render.explorers.layout import Layout
from render.explorers.placement_cache import Recall, question
from render.explorers.raster import Lie
from render.kit.fields import Field, distance_transform, distance_transforms
from render.kit.sprites import Sprite, SpriteKey

Rect = tuple[float, float, float, float]
Kind = Literal["land", "sea"]
_SAMPLES = 23
_STANDING: dict[Kind, float] = {"land": 0.62, "sea": 0.72}
"""How far down its footprint a piece stands."""
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


_footprints: dict[SpriteKey, Footprint] = {}


def footprint(piece: Sprite) -> Footprint:
    """What a sprite covers; of those that are kept, looked at once."""
    if piece.key is None:
        return _covered(piece)
    if piece.key not in _footprints:
        _footprints[piece.key] = _covered(piece)
    return _footprints[piece.key]


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

    @property
    def numbers(self) -> tuple[float, ...]:
        """Its land or sea."""
        return *self.cell, self.kind == "land", len(self.corners), *self.corners


class _Cell(NamedTuple):
    """Samples over a cell: the x of its columns, the y of its rows, and how far inland each lies."""

    x: Field
    y: Field
    shore: Field


class _Ranked(NamedTuple):
    """The samples of a wish: where the piece's middle, its sides, its top and foot would be, and what speaks
    for each and against it, whatever else stands there."""

    x: Field
    y: Field
    left: Field
    right: Field
    top: Field
    bottom: Field
    merits: Field
    astray: NDArray[np.float64]


_line = np.linspace(-1, 1, _SAMPLES, dtype=np.float32)
_ACROSS, _DOWN = _line, _line * np.float32(_HALF)
"""Where the columns and rows of samples lie around the middle of a hex of radius 1."""


def _from_border(x: Field, y: Field) -> Field:
    """How far inside a hex of radius 1 a place lies; negative outside."""
    x, y = np.abs(x), np.abs(y)
    return np.asarray(np.minimum(_HALF - y, _HALF - (x * _HALF + y * 0.5)), np.float32)


_BORDER = _from_border(_ACROSS[None, :], _DOWN[:, None])
_OUTSIDE = _BORDER <= -0.05
_INSIDE = _BORDER > -0.02
_INNER = 0.05 * np.minimum(_BORDER, 0.6)


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
    recall: Recall = field(default_factory=Recall)
    _cells: dict[tuple[int, int], _Cell] = field(default_factory=dict)
    _regions: dict[tuple[object, ...], NDArray[np.bool_]] = field(default_factory=dict)
    _expected: list[Wish] = field(default_factory=list)
    _ranks: dict[Wish, _Ranked] = field(default_factory=dict)

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
        self.expect(wishes)
        order = sorted(range(len(wishes)), key=lambda number: self._room(wishes[number]))
        spots: dict[int, tuple[float, float]] = {}
        rects: dict[int, Rect] = {}
        for number in order:
            spots[number] = self.put(wishes[number])
            rects[number] = self.taken[-1]
        for number in order * 2:
            if _crowded(rects[number], self.taken):
                self.taken = [rect for rect in self.taken if rect is not rects[number]]
                spots[number] = self.put(wishes[number])
                rects[number] = self.taken[-1]
        return [spots[number] for number in range(len(wishes))]

    def put(self, wish: Wish) -> tuple[float, float]:
        """The best place for a piece; it is taken from then on."""
        spot = self.best(wish)
        self.reserve(*spot, wish.foot)
        return spot

    def best(self, wish: Wish) -> tuple[float, float]:
        """The best place for a piece now, where its middle goes."""
        near = self._near(wish)
        asked = question("best", *wish.numbers, *wish.foot, wish.hold, *chain.from_iterable(near))
        x, y = self.recall.get(asked) or self.recall.put(asked, *self._best(wish, near))
        return x, y

    def _best(self, wish: Wish, near: list[Rect]) -> tuple[float, float]:
        if wish not in self._ranks:
            self._rank([wish, *self._likely(wish)])
        at = self._ranks[wish]
        score = at.merits.copy()
        for cost in _in_the_way(wish.foot, at, near):
            score -= cost
        score -= at.astray
        score[_OUTSIDE] = -99
        row, column = divmod(int(score.argmax()), _SAMPLES)
        return float(at.x[column]), float(at.y[row])

    def _near(self, wish: Wish) -> list[Rect]:
        """What stands already where a piece might."""
        radius, foot = self.layout.radius, wish.foot
        reach, wide, tall = 4 * radius, (foot.right - foot.left) / 2, foot.bottom - foot.top
        cx, cy = self.layout.at(centre(wish.cell))
        west, east = cx - radius - wide, cx + radius + wide
        north = cy - _HALF * radius - tall * _STANDING[wish.kind]
        south = cy + _HALF * radius + tall * (1 - _STANDING[wish.kind])
        return sorted(
            rect
            for rect in self.taken
            if rect[0] < east and rect[2] > west and rect[1] < south and rect[3] > north
            if abs(rect[0] + rect[2] - 2 * cx) < reach and abs(rect[1] + rect[3] - 2 * cy) < reach
        )

    def expect(self, wishes: list[Wish]) -> None:
        """These will be put: where nothing is known of the map yet, they are weighed together."""
        self._expected += wishes
        if self.recall.empty:
            self._rank(wishes)

    def _likely(self, wish: Wish) -> list[Wish]:
        """Where a piece stands otherwise than before, its neighbours are likely to as well."""
        q, r = wish.cell
        return [
            other
            for other in self._expected
            if abs(other.cell[0] - q) <= 2 and abs(other.cell[1] - r) <= 2 and other not in self._ranks
        ]

    def _rank(self, wishes: list[Wish]) -> None:
        """Weigh every sample of all these wishes; many at once take little longer than one."""
        for firm in (False, True):
            alike = [wish for wish in dict.fromkeys(wishes) if (wish.hold > 1) == firm]
            if alike:
                self._rank_alike(alike, (*_EDGES, *_TIPS) if firm else _EDGES)

    def _rank_alike(self, wishes: list[Wish], edges: tuple[tuple[float, float, float], ...]) -> None:
        cells = [self._samples(wish.cell) for wish in wishes]
        feet = np.array([wish.foot for wish in wishes])
        on_land = np.array([wish.kind == "land" for wish in wishes])
        width, height = feet[:, 2] - feet[:, 0], feet[:, 3] - feet[:, 1]
        # A piece stands on the lower part of its footprint: that is what is tried at every sample.
        x = np.stack([cell.x for cell in cells]) - _single((feet[:, 0] + feet[:, 2]) / 2)
        y = np.stack([cell.y for cell in cells]) - _single(
            feet[:, 1] + height * np.where(on_land, _STANDING["land"], _STANDING["sea"])
        )
        left, top = x + _single(feet[:, 0]), y + _single(feet[:, 1])
        middles = np.array([self.layout.at(centre(wish.cell)) for wish in wishes])
        cx, cy = _single(middles[:, 0]), _single(middles[:, 1])
        merits = np.zeros((len(wishes), _SAMPLES, _SAMPLES), np.float32)
        stray = np.array([wish.hold for wish in wishes]) * np.where(on_land, 2.2, 1.5)
        radius = np.float32(self.layout.radius)
        for across, down, weight in edges:
            aside = left + _single(across * width) - cx
            low = top + _single(down * height) - cy
            inside = _from_border((aside / radius)[:, None, :], (low / radius)[:, :, None])
            merits -= _single(weight * stray)[:, None] * np.maximum(-0.03 - inside, 0)
        side = _single(np.where(on_land, 1, -1))[:, None]
        wrong = np.where(on_land, 1.9, 3.2)
        for across, down, weight in _FEET:
            shore = self._shore(left + _single(across * width), top + _single(down * height))
            missed = np.minimum(np.maximum(0.02 - side * shore, 0), 0.5)
            merits -= _single(weight * wrong)[:, None] * missed
        inland = side * np.stack([cell.shore for cell in cells])
        merits += 0.10 * np.minimum(inland, 0.4) + _INNER
        astray = self._astray(wishes)
        right, bottom = x + _single(feet[:, 2]), y + _single(feet[:, 3])
        samples = zip(x, y, left, right, top, bottom, merits, astray, strict=True)
        self._ranks |= {wish: _Ranked(*at) for wish, at in zip(wishes, samples, strict=True)}

    def _astray(self, wishes: list[Wish]) -> NDArray[np.float64]:
        """What it costs to stand outside one's land or sea; nothing where none of it is seen."""
        regions = np.stack([self._region(wish) for wish in wishes])
        away = distance_transforms(regions, 12) * np.float32(2 / (_SAMPLES - 1))
        far = np.array([2.4 if wish.kind == "land" else 6.0 for wish in wishes])
        cost = far[:, None, None].astype(np.float32) * away + (away > 0) * 0.12
        cost[~regions.any((1, 2))] = 0
        return np.asarray(cost, np.float64)

    def middle_of(self, cell: tuple[int, int], kind: Kind, corners: tuple[int, ...]) -> tuple[float, float]:
        """The innermost place of a land or sea of a cell."""
        wish = Wish(cell, kind, corners, Footprint(0, 0, 0, 0))
        asked = question("middle", *wish.numbers)
        x, y = self.recall.get(asked) or self.recall.put(asked, *self._middle_of(wish))
        return x, y

    def _middle_of(self, wish: Wish) -> tuple[float, float]:
        region = self._region(wish)
        if not region.any():
            return self.layout.at(centre(wish.cell))
        at = self._samples(wish.cell)
        inner = distance_transform(~np.pad(region, 1), 12)[1:-1, 1:-1]
        row, column = divmod(int(inner.argmax()), _SAMPLES)
        return float(at.x[column]), float(at.y[row])

    def stands_on(self, wish: Wish, spot: tuple[float, float]) -> bool:
        """Whether a place lies on the land or sea of a wish."""
        asked = question("stands", *wish.numbers, *spot)
        (stands,) = self.recall.get(asked) or self.recall.put(asked, self._stands_on(wish, spot))
        return bool(stands)

    def _stands_on(self, wish: Wish, spot: tuple[float, float]) -> bool:
        at, region = self._samples(wish.cell), self._region(wish)
        column, row = np.abs(at.x - spot[0]).argmin(), np.abs(at.y - spot[1]).argmin()
        return bool(region[row, column])

    def _room(self, wish: Wish) -> float:
        foot = wish.foot
        size = (foot.right - foot.left) * (foot.bottom - foot.top)
        asked = question("room", *wish.numbers)
        (room,) = self.recall.get(asked) or self.recall.put(asked, int(self._region(wish).sum()))
        return room / max(1.0, size)

    def _shore(self, x: Field, y: Field) -> Field:
        """How far inland the places of these columns and rows lie."""
        shore = self.lie.shore
        row = np.minimum(np.maximum((y / 2).astype(np.intp), 0), shore.shape[0] - 1)
        column = np.minimum(np.maximum((x / 2).astype(np.intp), 0), shore.shape[1] - 1)
        return np.asarray(shore[row[..., :, None], column[..., None, :]], np.float32)

    def _samples(self, cell: tuple[int, int]) -> _Cell:
        if cell not in self._cells:
            cx, cy = self.layout.at(centre(cell))
            x, y = cx + _ACROSS * self.layout.radius, cy + _DOWN * self.layout.radius
            self._cells[cell] = _Cell(x, y, self._shore(x, y))
        return self._cells[cell]

    def _region(self, wish: Wish) -> NDArray[np.bool_]:
        """The samples of a land or sea: on its ground, and nearest to one of its corners."""
        key = wish.cell, wish.kind, wish.corners
        if key not in self._regions:
            at = self._samples(wish.cell)
            ground = (at.shore > 0) if wish.kind == "land" else (at.shore <= 0)
            ground &= _INSIDE
            if wish.corners and wish.cell in self._land:
                ground &= _near(self._land[wish.cell], wish.kind, wish.corners)
            self._regions[key] = ground
        return self._regions[key]

    @cached_property
    def _land(self) -> dict[tuple[int, int], tuple[bool, ...]]:
        """Which corners of each tile are land."""
        return {piece.cell: piece.land for piece in self.lie.pieces}


@lru_cache(maxsize=1024)
def _near(land: tuple[bool, ...], kind: Kind, corners: tuple[int, ...]) -> NDArray[np.bool_]:
    """The samples of a cell that are nearer to these corners than to others of their kind."""
    alike = [corner for corner in range(6) if land[corner] == (kind == "land")]
    tips = [towards(corner) for corner in alike]
    far = [np.hypot(_ACROSS[None, :] - x, _DOWN[:, None] - y) for x, y in tips]
    nearest = np.array(alike)[np.argmin(np.stack(far), axis=0)]
    return np.asarray(np.isin(nearest, corners))


def _single(values: NDArray[np.floating[Any]] | NDArray[np.integer[Any]]) -> Field:
    """A value for each wish, beside rows or columns of samples."""
    return values[:, None].astype(np.float32)


def _in_the_way(foot: Footprint, at: _Ranked, rects: list[Rect]) -> Iterable[Field]:
    """For each thing that stands there already, what it costs to cover it or be covered by it."""
    if not rects:
        return ()
    size = (foot.right - foot.left) * (foot.bottom - foot.top)
    smaller = [min(size, (right - left) * (bottom - top)) for left, top, right, bottom in rects]
    sides = np.array(rects, np.float32)[:, :, None]
    wide = np.maximum(np.minimum(at.right, sides[:, 2]) - np.maximum(at.left, sides[:, 0]), 0)
    high = np.maximum(np.minimum(at.bottom, sides[:, 3]) - np.maximum(at.top, sides[:, 1]), 0)
    covered = wide[:, None, :] * high[:, :, None]
    share = covered / np.array(smaller, np.float32)[:, None, None]
    return np.asarray(11 * share * np.sqrt(share), np.float32)


def _crowded(rect: Rect, taken: list[Rect]) -> bool:
    """Whether something else lies on a place that is taken."""
    left, top, right, bottom = rect[0] + 4, rect[1] + 4, rect[2] - 4, rect[3] - 4
    for other in taken:
        meet = other[0] < right and other[2] > left and other[1] < bottom and other[3] > top
        if meet and other is not rect:
            return True
    return False
