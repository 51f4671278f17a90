"""Places pieces on the map with collision avoidance: on their land or sea, inside their cell.

Every request samples a grid over its cell, scores all samples at once and takes the best.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from render.explorers.geometry import ROOT3, centre, towards
from render.explorers.layout import Layout
from render.explorers.placement_cache import PlacementCache, cache_key
from render.explorers.raster_cache import ShoreMap
from render.kit import Sprite
from render.kit.fields import Field, distance_transform, distance_transforms
from render.kit.sprite_cache import SpriteKey

Rect = tuple[float, float, float, float]
Kind = Literal["land", "sea"]
_SAMPLES = 23
_FOOT_POSITION: dict[Kind, float] = {"land": 0.62, "sea": 0.72}
"""Height of a piece's foot within its footprint, from the top."""
_HALF = ROOT3 / 2
_COST_ON_OTHER_LAND = 20.0
"""More than any overlap costs: a piece rather covers another one than stands on an island it is not on."""


class Footprint(NamedTuple):
    """Bounding box of a sprite's opaque pixels, relative to its middle."""

    left: float
    top: float
    right: float
    bottom: float


@lru_cache(maxsize=512)
def _footprint(size: tuple[int, int], box: tuple[int, int, int, int]) -> Footprint:
    across, down = size[0] / 2, size[1] / 2
    return Footprint(box[0] - across, box[1] - down, box[2] - across, box[3] - down)


_OPAQUE = [255 if level > 150 else 0 for level in range(256)]


_footprints: dict[SpriteKey, Footprint] = {}


def footprint(piece: Sprite) -> Footprint:
    if piece.key is None:
        return _measure_footprint(piece)
    if piece.key not in _footprints:
        _footprints[piece.key] = _measure_footprint(piece)
    return _footprints[piece.key]


def _measure_footprint(piece: Sprite) -> Footprint:
    box = piece.image.getchannel("A").point(_OPAQUE).getbbox() or (0, 0, *piece.image.size)
    return _footprint(piece.image.size, box)


class PlacementRequest(NamedTuple):
    """A piece to be placed on the land or sea of a cell that contains these corners."""

    cell: tuple[int, int]
    kind: Kind
    corners: tuple[int, ...]
    foot: Footprint
    stay_weight: float = 1.0
    """Weight of the cost of leaving the cell."""

    @property
    def region_key(self) -> tuple[float, ...]:
        """Identifies the land or sea, as numbers for a cache key."""
        return *self.cell, self.kind == "land", len(self.corners), *self.corners


class _CellSamples(NamedTuple):
    """Sample grid of a cell: x of columns, y of rows, distance inland of each sample."""

    x: Field
    y: Field
    shore: Field


class _Candidates(NamedTuple):
    """All candidate positions of a request: middle and edges of the piece, and the score regardless of other
    pieces."""

    x: Field
    y: Field
    left: Field
    right: Field
    top: Field
    bottom: Field
    score: Field
    off_region_cost: NDArray[np.float64]


_SAMPLE_LINE = np.linspace(-1, 1, _SAMPLES, dtype=np.float32)
_SAMPLE_X, _SAMPLE_Y = _SAMPLE_LINE, _SAMPLE_LINE * np.float32(_HALF)
"""Sample columns and rows around the middle of a hex of radius 1."""


def _border_distance(x: Field, y: Field) -> Field:
    """Distance to the border of a hex of radius 1; negative outside."""
    x, y = np.abs(x), np.abs(y)
    return np.asarray(np.minimum(_HALF - y, _HALF - (x * _HALF + y * 0.5)), np.float32)


_BORDER = _border_distance(_SAMPLE_X[None, :], _SAMPLE_Y[:, None])
_OUTSIDE = _BORDER <= -0.05
_INSIDE = _BORDER > -0.02
_INNER = 0.05 * np.minimum(_BORDER, 0.6)


# Points of a footprint as shares of its size, with weights: edges, corners, and the part on the ground.
_EDGES = (
    (0.12, 0.5, 1.0), (0.88, 0.5, 1.0), (0.5, 0.06, 1.1), (0.5, 0.96, 1.1), (0.2, 0.9, 0.7), (0.8, 0.9, 0.7),
)  # fmt: skip
_TIPS = ((0.1, 0.12, 1.0), (0.9, 0.12, 1.0), (0.08, 0.9, 1.0), (0.92, 0.9, 1.0))
_FEET = (
    (0.2, 0.88, 0.6), (0.8, 0.88, 0.6), (0.5, 0.95, 0.6), (0.5, 0.55, 0.8), (0.25, 0.6, 0.4),
    (0.75, 0.6, 0.4),
)  # fmt: skip


PlacementMemo = dict[
    tuple[tuple[Rect, ...], tuple[PlacementRequest, ...]], tuple[list[tuple[float, float]], list[Rect]]
]
"""Results of `place_all` on one map: occupied rectangles and requests to spots and rectangles then."""
_MAX_MEMO_ENTRIES = 16


@dataclass
class PiecePlacer:
    """Places pieces one after another, each avoiding the earlier ones."""

    layout: Layout
    shore_map: ShoreMap
    occupied: list[Rect] = field(default_factory=list)
    memo: PlacementMemo = field(default_factory=dict)
    """Shared by all pictures of one map: a preview moves no piece."""
    cache: PlacementCache = field(default_factory=PlacementCache)
    _cells: dict[tuple[int, int], _CellSamples] = field(default_factory=dict)
    _regions: dict[tuple[object, ...], NDArray[np.bool_]] = field(default_factory=dict)
    _prefetched: list[PlacementRequest] = field(default_factory=list)
    _candidates: dict[PlacementRequest, _Candidates] = field(default_factory=dict)

    def reserve(self, x: float, y: float, foot: Footprint) -> Rect:
        rect = x + foot.left, y + foot.top, x + foot.right, y + foot.bottom
        self.occupied.append(rect)
        return rect

    def place_all(self, requests: list[PlacementRequest]) -> list[tuple[float, float]]:
        """Place all pieces. Returns their spots, in order."""
        key = tuple(self.occupied), tuple(requests)
        entry = self.memo.get(key)
        if entry is None:
            spots = self._place_all(requests)
            entry = spots, self.occupied
            if len(self.memo) >= _MAX_MEMO_ENTRIES:
                self.memo.clear()
            self.memo[key] = entry
        spots, occupied = entry
        self.occupied = list(occupied)
        return spots

    def _place_all(self, requests: list[PlacementRequest]) -> list[tuple[float, float]]:
        """Place the tightest requests first, then place overlapping ones again."""
        self.prefetch(requests)
        order = sorted(range(len(requests)), key=lambda number: self._space_ratio(requests[number]))
        spots: dict[int, tuple[float, float]] = {}
        rects: dict[int, Rect] = {}
        for number in order:
            spots[number] = self.place(requests[number])
            rects[number] = self.occupied[-1]
        for number in order * 2:
            if overlaps_any(rects[number], self.occupied):
                self.occupied = [rect for rect in self.occupied if rect is not rects[number]]
                spots[number] = self.place(requests[number])
                rects[number] = self.occupied[-1]
        return [spots[number] for number in range(len(requests))]

    def place(self, request: PlacementRequest) -> tuple[float, float]:
        """Place a piece on its best spot and reserve the spot."""
        spot = self.best_spot(request)
        self.reserve(*spot, request.foot)
        return spot

    def best_spot(self, request: PlacementRequest) -> tuple[float, float]:
        """Returns the best spot for the middle of a piece, without reserving it."""
        near = self._nearby_rects(request)
        left, top = self.layout.left, self.layout.top
        sides = [
            side
            for west, north, east, south in near
            for side in (west + left, north + top, east + left, south + top)
        ]
        key = cache_key(
            "best",
            *request.region_key,
            *request.foot,
            request.stay_weight,
            *(round(100 * side) for side in sides),
        )
        return self._cached_spot(key, lambda: self._best_spot(request, near))

    def _cached_spot(self, key: str, find: Callable[[], tuple[float, float]]) -> tuple[float, float]:
        """Returns a spot from the cache, where it is in world pixels: alike in all pictures at a scale."""
        known = self.cache.get(key)
        if known is None:
            x, y = find()
            known = self.cache.put(key, x + self.layout.left, y + self.layout.top)
        return known[0] - self.layout.left, known[1] - self.layout.top

    def _best_spot(self, request: PlacementRequest, near: list[Rect]) -> tuple[float, float]:
        if request not in self._candidates:
            self._evaluate([request, *self._likely_requests(request)])
        at = self._candidates[request]
        score = at.score.copy()
        for cost in _overlap_costs(request.foot, at, near):
            score -= cost
        score -= at.off_region_cost
        score[_OUTSIDE] = -99
        row, column = divmod(int(score.argmax()), _SAMPLES)
        return float(at.x[column]), float(at.y[row])

    def _nearby_rects(self, request: PlacementRequest) -> list[Rect]:
        """Occupied rectangles that could overlap the piece."""
        radius, foot = self.layout.radius, request.foot
        reach, wide, tall = 4 * radius, (foot.right - foot.left) / 2, foot.bottom - foot.top
        cx, cy = self.layout.at(centre(request.cell))
        west, east = cx - radius - wide, cx + radius + wide
        north = cy - _HALF * radius - tall * _FOOT_POSITION[request.kind]
        south = cy + _HALF * radius + tall * (1 - _FOOT_POSITION[request.kind])
        return sorted(
            rect
            for rect in self.occupied
            if rect[0] < east and rect[2] > west and rect[1] < south and rect[3] > north
            if abs(rect[0] + rect[2] - 2 * cx) < reach and abs(rect[1] + rect[3] - 2 * cy) < reach
        )

    def prefetch(self, requests: list[PlacementRequest]) -> None:
        """Announce requests. If nothing is cached for this map, they are evaluated in one batch."""
        self._prefetched += requests
        if self.cache.is_empty:
            self._evaluate(requests)

    def _likely_requests(self, request: PlacementRequest) -> list[PlacementRequest]:
        """Announced requests nearby, which are likely to need evaluation too."""
        q, r = request.cell
        return [
            other
            for other in self._prefetched
            if abs(other.cell[0] - q) <= 2 and abs(other.cell[1] - r) <= 2 and other not in self._candidates
        ]

    def _evaluate(self, requests: list[PlacementRequest]) -> None:
        """Evaluate all samples of these requests; a batch takes little longer than one."""
        for firm in (False, True):
            alike = [request for request in dict.fromkeys(requests) if (request.stay_weight > 1) == firm]
            if alike:
                self._evaluate_batch(alike, (*_EDGES, *_TIPS) if firm else _EDGES)

    def _evaluate_batch(
        self, requests: list[PlacementRequest], edges: tuple[tuple[float, float, float], ...]
    ) -> None:
        cells = [self._samples(request.cell) for request in requests]
        feet = np.array([request.foot for request in requests])
        on_land = np.array([request.kind == "land" for request in requests])
        width, height = feet[:, 2] - feet[:, 0], feet[:, 3] - feet[:, 1]
        # The sample is where the piece touches the ground, in the lower part of its footprint.
        x = np.stack([cell.x for cell in cells]) - _column((feet[:, 0] + feet[:, 2]) / 2)
        y = np.stack([cell.y for cell in cells]) - _column(
            feet[:, 1] + height * np.where(on_land, _FOOT_POSITION["land"], _FOOT_POSITION["sea"])
        )
        left, top = x + _column(feet[:, 0]), y + _column(feet[:, 1])
        middles = np.array([self.layout.at(centre(request.cell)) for request in requests])
        cx, cy = _column(middles[:, 0]), _column(middles[:, 1])
        score = np.zeros((len(requests), _SAMPLES, _SAMPLES), np.float32)
        stray = np.array([request.stay_weight for request in requests]) * np.where(on_land, 2.2, 1.5)
        radius = np.float32(self.layout.radius)
        for across, down, weight in edges:
            aside = left + _column(across * width) - cx
            low = top + _column(down * height) - cy
            inside = _border_distance((aside / radius)[:, None, :], (low / radius)[:, :, None])
            score -= _column(weight * stray)[:, None] * np.maximum(-0.03 - inside, 0)
        side = _column(np.where(on_land, 1, -1))[:, None]
        wrong = np.where(on_land, 1.9, 3.2)
        for across, down, weight in _FEET:
            shore = self._shore_distance(left + _column(across * width), top + _column(down * height))
            missed = np.minimum(np.maximum(0.02 - side * shore, 0), 0.5)
            score -= _column(weight * wrong)[:, None] * missed
        inland = side * np.stack([cell.shore for cell in cells])
        score += 0.10 * np.minimum(inland, 0.4) + _INNER
        off_region_cost = self._off_region_costs(requests)
        right, bottom = x + _column(feet[:, 2]), y + _column(feet[:, 3])
        samples = zip(x, y, left, right, top, bottom, score, off_region_cost, strict=True)
        self._candidates |= {request: _Candidates(*at) for request, at in zip(requests, samples, strict=True)}

    def _off_region_costs(self, requests: list[PlacementRequest]) -> NDArray[np.float64]:
        """Cost of each sample outside the request's land or sea; 0 if none of it is visible."""
        regions = np.stack([self._region(request) for request in requests])
        away = distance_transforms(regions, 12) * np.float32(2 / (_SAMPLES - 1))
        far = np.array([2.4 if request.kind == "land" else 6.0 for request in requests])
        cost = far[:, None, None].astype(np.float32) * away + (away > 0) * 0.12
        cost[~regions.any((1, 2))] = 0
        cost += _COST_ON_OTHER_LAND * np.stack([self._other_land(request) for request in requests])
        return np.asarray(cost, np.float64)

    def _other_land(self, request: PlacementRequest) -> NDArray[np.bool_]:
        """Mask of the samples on another land of the cell, where the piece would be mistaken to stand."""
        return (self._samples(request.cell).shore > 0) & ~self._region(request)

    def region_centre(
        self, cell: tuple[int, int], kind: Kind, corners: tuple[int, ...]
    ) -> tuple[float, float]:
        """The innermost spot of a land or sea of a cell."""
        request = PlacementRequest(cell, kind, corners, Footprint(0, 0, 0, 0))
        key = cache_key("middle", *request.region_key)
        return self._cached_spot(key, lambda: self._region_centre(request))

    def _region_centre(self, request: PlacementRequest) -> tuple[float, float]:
        region = self._region(request)
        if not region.any():
            return self.layout.at(centre(request.cell))
        at = self._samples(request.cell)
        inner = distance_transform(~np.pad(region, 1), 12)[1:-1, 1:-1]
        row, column = divmod(int(inner.argmax()), _SAMPLES)
        return float(at.x[column]), float(at.y[row])

    def is_on_region(self, request: PlacementRequest, spot: tuple[float, float]) -> bool:
        """True if a spot lies on the land or sea of a request."""
        x, y = spot[0] + self.layout.left, spot[1] + self.layout.top
        key = cache_key("stands", *request.region_key, round(100 * x), round(100 * y))
        (stands,) = self.cache.get(key) or self.cache.put(key, self._is_on_region(request, spot))
        return bool(stands)

    def _is_on_region(self, request: PlacementRequest, spot: tuple[float, float]) -> bool:
        at, region = self._samples(request.cell), self._region(request)
        column, row = np.abs(at.x - spot[0]).argmin(), np.abs(at.y - spot[1]).argmin()
        return bool(region[row, column])

    def _space_ratio(self, request: PlacementRequest) -> float:
        foot = request.foot
        size = (foot.right - foot.left) * (foot.bottom - foot.top)
        key = cache_key("room", *request.region_key)
        (room,) = self.cache.get(key) or self.cache.put(key, int(self._region(request).sum()))
        return room / max(1.0, size)

    def _shore_distance(self, x: Field, y: Field) -> Field:
        """Distance inland at the crossings of these columns and rows."""
        shore = self.shore_map.shore
        row = np.minimum(np.maximum((y / 2).astype(np.intp), 0), shore.shape[0] - 1)
        column = np.minimum(np.maximum((x / 2).astype(np.intp), 0), shore.shape[1] - 1)
        return np.asarray(shore[row[..., :, None], column[..., None, :]], np.float32)

    def _samples(self, cell: tuple[int, int]) -> _CellSamples:
        if cell not in self._cells:
            cx, cy = self.layout.at(centre(cell))
            x, y = cx + _SAMPLE_X * self.layout.radius, cy + _SAMPLE_Y * self.layout.radius
            self._cells[cell] = _CellSamples(x, y, self._shore_distance(x, y))
        return self._cells[cell]

    def _region(self, request: PlacementRequest) -> NDArray[np.bool_]:
        """Mask of the samples on a land or sea: on its side of the shore, nearest to one of its corners."""
        key = request.cell, request.kind, request.corners
        if key not in self._regions:
            at = self._samples(request.cell)
            ground = (at.shore > 0) if request.kind == "land" else (at.shore <= 0)
            ground &= _INSIDE
            if request.corners and request.cell in self._land:
                ground &= _nearest_corner_mask(self._land[request.cell], request.kind, request.corners)
            self._regions[key] = ground
        return self._regions[key]

    @cached_property
    def _land(self) -> dict[tuple[int, int], tuple[bool, ...]]:
        """Land flags of the corners of each tile."""
        return {piece.cell: piece.land for piece in self.shore_map.tiles}


@lru_cache(maxsize=1024)
def _nearest_corner_mask(land: tuple[bool, ...], kind: Kind, corners: tuple[int, ...]) -> NDArray[np.bool_]:
    """Mask of the samples that are nearer to these corners than to others of the same kind."""
    alike = [corner for corner in range(6) if land[corner] == (kind == "land")]
    tips = [towards(corner) for corner in alike]
    far = [np.hypot(_SAMPLE_X[None, :] - x, _SAMPLE_Y[:, None] - y) for x, y in tips]
    nearest = np.array(alike)[np.argmin(np.stack(far), axis=0)]
    return np.asarray(np.isin(nearest, corners))


def _column(values: NDArray[np.floating[Any]] | NDArray[np.integer[Any]]) -> Field:
    """A column vector with one value for each request."""
    return values[:, None].astype(np.float32)


def _overlap_costs(foot: Footprint, at: _Candidates, rects: list[Rect]) -> Iterable[Field]:
    """For each rectangle, the cost of overlapping it at every sample."""
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


def overlaps_any(rect: Rect, occupied: list[Rect]) -> bool:
    """True if another rectangle overlaps this one by more than a few pixels."""
    left, top, right, bottom = rect[0] + 4, rect[1] + 4, rect[2] - 4, rect[3] - 4
    for other in occupied:
        meet = other[0] < right and other[2] > left and other[1] < bottom and other[3] > top
        if meet and other is not rect:
            return True
    return False
