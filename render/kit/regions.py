"""Regions: a shape around the number of each answer that can be tapped, so that none covers another.

All shapes are convex polygons. Two that overlap are cut apart along one straight line between their numbers.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Point = tuple[float, float]
Outline = tuple[Point, ...]

MIN_SIDE_PX = 100
"""Least width and height of a region that has room: 32 pixels on a screen 390 pixels wide."""
_GAP_PX = 1.5
"""Distance between regions that were cut apart, so that they do not overlap when rounded."""
_DISC_CORNERS = 16


@dataclass(frozen=True, slots=True)
class Region:
    """The shape of one answer in pixels of the picture. `token` is that of its offer."""

    token: str
    outline: tuple[tuple[int, int], ...]


class NumberMark(NamedTuple):
    """The number of an answer: the centre and the size of its plate, and the outline of its target."""

    number: int
    x: float
    y: float
    width: float
    height: float
    target: Outline

    @property
    def plate(self) -> Outline:
        across, down = self.width / 2, self.height / 2
        return rectangle(self.x - across, self.y - down, self.x + across, self.y + down)


def rectangle(left: float, top: float, right: float, bottom: float) -> Outline:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def bounding_rectangle(points: Sequence[Point]) -> Outline:
    return rectangle(*_bounds(points))


def disc(x: float, y: float, radius: float) -> Outline:
    angles = (2 * math.pi * corner / _DISC_CORNERS for corner in range(_DISC_CORNERS))
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


def hull(points: Sequence[Point]) -> Outline:
    """Returns the convex hull of points, clockwise on the screen."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    chains = (_chain(ordered), _chain(ordered[::-1]))
    return tuple(point for chain in chains for point in chain[:-1])


def _chain(points: Sequence[Point]) -> list[Point]:
    kept: list[Point] = []
    for x, y in points:
        while len(kept) > 1:
            (x0, y0), (x1, y1) = kept[-2:]
            if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0:
                break
            kept.pop()
        kept.append((x, y))
    return kept


def split(mark: NumberMark, numbers: Sequence[int]) -> list[NumberMark]:
    """Returns a mark for each of several numbers that share a plate, from left to right."""
    share = mark.width / len(numbers)
    first = mark.x - mark.width / 2 + share / 2
    return [
        mark._replace(number=number, x=first + place * share, width=share)
        for place, number in enumerate(numbers)
    ]


def cut_regions(
    marks: Sequence[NumberMark], tokens: Mapping[int, str], width: int, height: int
) -> tuple[Region, ...]:
    """Returns the regions of the numbers that have a token, in order. They do not overlap."""
    known = sorted(mark for mark in marks if mark.number in tokens)
    shapes = [_tappable_shape(mark, width, height) for mark in known]
    for place, mark in enumerate(known):
        for other in range(place):
            shapes[other], shapes[place] = _cut_apart(known[other], shapes[other], mark, shapes[place])
    return tuple(
        Region(tokens[mark.number], tuple(dict.fromkeys((round(x), round(y)) for x, y in shape)))
        for mark, shape in zip(known, shapes, strict=True)
    )


def _tappable_shape(mark: NumberMark, width: int, height: int) -> Outline:
    """The target and the number, both within the picture, at least as large as a fingertip."""
    shape = hull(mark.target)
    inner = mark._replace(width=mark.width / 2, height=mark.height / 2).plate
    if not all(_contains(shape, corner) for corner in inner):
        reach = MIN_SIDE_PX / 2
        shape = hull((*shape, *mark.plate, *_grown((mark.x, mark.y, mark.x, mark.y), reach, reach)))
    left, top, right, bottom = _bounds(shape)
    across, down = (MIN_SIDE_PX - (right - left)) / 2, (MIN_SIDE_PX - (bottom - top)) / 2
    if across > 0 or down > 0:
        shape = _grown((left, top, right, bottom), max(0.0, across), max(0.0, down))
    for normal, limit in (((-1, 0), 0), ((0, -1), 0), ((1, 0), width), ((0, 1), height)):
        shape = _clip(shape, normal, limit)
    return shape


def _grown(box: tuple[float, float, float, float], across: float, down: float) -> Outline:
    left, top, right, bottom = box
    return rectangle(left - across, top - down, right + across, bottom + down)


def _bounds(shape: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = zip(*shape, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _edges(shape: Outline) -> Iterator[tuple[Point, Point]]:
    return zip(shape, (*shape[1:], shape[0]), strict=True)


def _contains(shape: Outline, point: Point) -> bool:
    (x, y) = point
    return all((x1 - x0) * (y - y0) >= (y1 - y0) * (x - x0) for (x0, y0), (x1, y1) in _edges(shape))


def _area(shape: Outline) -> float:
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in _edges(shape)) / 2 if shape else 0.0


def _along(normal: Point, points: Outline) -> list[float]:
    """The distances of points in a direction."""
    return [normal[0] * x + normal[1] * y for x, y in points]


def _clip(shape: Outline, normal: Point, limit: float) -> Outline:
    """Cut off what lies beyond a distance in a direction."""
    kept: list[Point] = []
    for (x0, y0), (x1, y1) in _edges(shape):
        here = normal[0] * x0 + normal[1] * y0 - limit
        there = normal[0] * x1 + normal[1] * y1 - limit
        if here <= 0:
            kept.append((x0, y0))
        if (here < 0 < there) or (there < 0 < here):
            share = here / (here - there)
            kept.append((x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
    return tuple(kept)


def _cut_apart(
    one: NumberMark, shape: Outline, other: NumberMark, beyond: Outline
) -> tuple[Outline, Outline]:
    """Cut two shapes along the line that leaves most of either, with each number on its own side."""
    if not _overlap(shape, beyond):
        return shape, beyond
    sizes = _area(shape), _area(beyond)
    straight = other.x - one.x, other.y - one.y
    best, kept = 0.0, (shape, beyond)
    for normal in _directions((shape, beyond), straight):
        nearest = max(_along(normal, one.plate)) + _GAP_PX / 2
        farthest = min(_along(normal, other.plate)) - _GAP_PX / 2
        if nearest > farthest:
            if normal != _unit(straight):
                continue
            # Plates that overlap are divided half-way.
            nearest = farthest = (nearest + farthest) / 2
        middle = (max(_along(normal, shape)) + min(_along(normal, beyond))) / 2
        limit = min(max(middle, nearest), farthest)
        back = -normal[0], -normal[1]
        pair = _clip(shape, normal, limit - _GAP_PX / 2), _clip(beyond, back, -limit - _GAP_PX / 2)
        left = min(_area(pair[0]) / sizes[0], _area(pair[1]) / sizes[1])
        if left > best:
            best, kept = left, pair
    return kept


def _overlap(one: Outline, other: Outline) -> bool:
    """True unless a line along one of the edges separates the shapes."""
    return all(
        max(_along(normal, one)) > min(_along(normal, other))
        for normal in _directions((one, other), (1.0, 0.0))
    )


def _unit(vector: Point) -> Point:
    length = math.hypot(*vector)
    return (vector[0] / length, vector[1] / length) if length else (1.0, 0.0)


def _directions(shapes: tuple[Outline, Outline], straight: Point) -> set[Point]:
    """The directions in which shapes can be told apart: across each edge, both ways, and straight."""
    across = [(y1 - y0, x0 - x1) for shape in shapes for (x0, y0), (x1, y1) in _edges(shape)]
    return {_unit(way) for x, y in (*across, (0.0, 1.0), (1.0, 0.0)) for way in ((x, y), (-x, -y))} | {
        _unit(straight)
    }
