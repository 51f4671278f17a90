"""Line chart of ratings over time; curves differ in colour, dashes and markers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from PIL import Image

from render.kit import Canvas
from render.kit.palette import BLUE_DARK, BONE, MADDER, VELLUM_DARK
from render.kit.paths import circle
from render.standings.views import Curve, CurvePoint

SUPERSAMPLING = 3
MAX_POINTS = 60


@dataclass(frozen=True, slots=True)
class Stroke:
    """The style of a curve; a dash length of 0 is a solid line."""

    colour: str
    thick: float
    dash: float
    mark: str


STROKES = (
    Stroke(BLUE_DARK, 8, 0, "circle"),
    Stroke(MADDER, 6, 26, "triangle"),
    Stroke("#3B6B2E", 6, 12, "square"),
    Stroke("#8A5A0C", 6, 44, "diamond"),
)


def mark_shape(kind: str, x: float, y: float, r: float) -> Sequence[tuple[float, float]]:
    match kind:
        case "triangle":
            return [(x, y - r * 1.15), (x + r * 1.1, y + r * 0.8), (x - r * 1.1, y + r * 0.8)]
        case "square":
            return [
                (x - r * 0.9, y - r * 0.9),
                (x + r * 0.9, y - r * 0.9),
                (x + r * 0.9, y + r * 0.9),
                (x - r * 0.9, y + r * 0.9),
            ]
        case "diamond":
            return [(x, y - r * 1.25), (x + r * 1.25, y), (x, y + r * 1.25), (x - r * 1.25, y)]
        case _:
            return [(float(px), float(py)) for px, py in circle(x, y, r)]


@dataclass(frozen=True, slots=True)
class Frame:
    """The ranges of time and rating that a chart spans, and its size."""

    first: int
    last: int
    low: int
    high: int
    width: int
    height: int

    @classmethod
    def around(cls, curves: Sequence[Curve], width: int, height: int) -> "Frame":
        points = [point for curve in curves for point in curve.points]
        times, values = [point.at for point in points], [point.value for point in points]
        step = step_for(max(values) - min(values))
        low, high = min(values) // step * step, -(-max(values) // step) * step
        if low == high:
            low, high = low - step, high + step
        return cls(min(times), max(times), low, high, width, height)

    @property
    def step(self) -> int:
        return step_for(self.high - self.low)

    def levels(self) -> Iterator[int]:
        yield from range(self.low, self.high + 1, self.step)

    def x(self, at: int) -> float:
        if self.first == self.last:
            return self.width / 2
        return 16 + (at - self.first) / (self.last - self.first) * (self.width - 32)

    def y(self, value: int) -> float:
        return self.height - 16 - (value - self.low) / (self.high - self.low) * (self.height - 32)


def step_for(span: int) -> int:
    """A round step that divides a span into two to four."""
    return next((step for step in (25, 50, 100, 200, 250, 500) if span <= 4 * step), max(500, span // 3))


def chart(curves: Sequence[Curve], frame: Frame) -> Image.Image:
    """Draw the curves on a transparent background."""
    canvas = Canvas(frame.width, frame.height, box=frame.width, supersampling=SUPERSAMPLING)
    for level in frame.levels():
        canvas.line([(0, frame.y(level)), (frame.width, frame.y(level))], VELLUM_DARK, 3)
    for curve, stroke in reversed(list(zip(curves, STROKES, strict=False))):
        points = [(frame.x(point.at), frame.y(point.value)) for point in thin_curve(curve)]
        for part in dashes(points, stroke.dash):
            canvas.line(part, stroke.colour, stroke.thick)
        if points:
            canvas.path(mark_shape(stroke.mark, *points[-1], 17), BONE)
            canvas.path(mark_shape(stroke.mark, *points[-1], 13), stroke.colour)
    return canvas.to_image()


def thin_curve(curve: Curve) -> Sequence[CurvePoint]:
    """Reduce a curve to at most MAX_POINTS, with the first and the last."""
    if len(curve.points) <= MAX_POINTS:
        return curve.points
    last = len(curve.points) - 1
    return [curve.points[round(place * last / (MAX_POINTS - 1))] for place in range(MAX_POINTS)]


def dashes(points: list[tuple[float, float]], dash: float) -> Iterator[list[tuple[float, float]]]:
    """Split a line into dashes, each as long as the gap after it."""
    if len(points) < 2:
        return
    if not dash:
        yield points
        return
    drawing, left, part = True, dash, [points[0]]
    for (x, y), (to_x, to_y) in pairwise(points):
        length = hypot(to_x - x, to_y - y)
        done = 0.0
        while length - done > left:
            done += left
            spot = x + (to_x - x) * done / length, y + (to_y - y) * done / length
            if drawing:
                yield [*part, spot]
            drawing, left, part = not drawing, dash, [spot]
        left -= length - done
        part.append((to_x, to_y))
    if drawing and len(part) > 1:
        yield part
