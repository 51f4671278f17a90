"""Parses SVG path strings into polylines."""

import math
import re
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


class Outline(NamedTuple):
    """One subpath as a polyline."""

    points: Points
    closed: bool


_TOKEN = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]|-?\d*\.?\d+(?:e-?\d+)?")
_CURVE = np.arange(1, 25) / 24


class _Pen:
    """Parser state: the current point, the last Bézier handle, and the subpaths so far."""

    def __init__(self, path: str) -> None:
        self.tokens = _TOKEN.findall(path)
        self.at = 0
        self.x = self.y = 0.0
        self.handle: tuple[float, float] | None = None
        self.current: list[tuple[float, float]] = []
        self.outlines: list[Outline] = []

    def number(self) -> float:
        self.at += 1
        return float(self.tokens[self.at - 1])

    def point(self, relative: bool) -> tuple[float, float]:
        x, y = self.number(), self.number()
        return (x + self.x, y + self.y) if relative else (x, y)

    def lift(self, closed: bool) -> None:
        if self.current:
            self.outlines.append(Outline(np.array(self.current, float), closed))
            if closed:
                self.x, self.y = self.current[0]
        self.current = []

    def to(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.current.append((x, y))

    def curve(
        self, first: tuple[float, float], second: tuple[float, float], end: tuple[float, float]
    ) -> None:
        t, u = _CURVE, 1 - _CURVE
        xs = u**3 * self.x + 3 * u * u * t * first[0] + 3 * u * t * t * second[0] + t**3 * end[0]
        ys = u**3 * self.y + 3 * u * u * t * first[1] + 3 * u * t * t * second[1] + t**3 * end[1]
        self.current += zip(xs.tolist(), ys.tolist(), strict=True)
        self.x, self.y = end

    def reflected_handle(self) -> tuple[float, float]:
        if self.handle is None:
            return self.x, self.y
        return 2 * self.x - self.handle[0], 2 * self.y - self.handle[1]

    def follow(self, letter: str) -> None:
        relative, kind = letter.islower(), letter.upper()
        handle = None
        if kind == "Z":
            self.lift(closed=True)
        elif kind == "M":
            self.lift(closed=False)
            self.to(*self.point(relative))
        elif kind == "L":
            self.to(*self.point(relative))
        elif kind == "H":
            self.to(self.number() + (self.x if relative else 0), self.y)
        elif kind == "V":
            self.to(self.x, self.number() + (self.y if relative else 0))
        elif kind in "CS":
            first = self.point(relative) if kind == "C" else self.reflected_handle()
            handle = self.point(relative)
            self.curve(first, handle, self.point(relative))
        elif kind in "QT":
            handle = self.point(relative) if kind == "Q" else self.reflected_handle()
            end = self.point(relative)
            self.curve(_towards((self.x, self.y), handle), _towards(end, handle), end)
        else:
            radii = self.number(), self.number()
            tilt, large, sweep = self.number(), self.number(), self.number()
            end = self.point(relative)
            self.current += _arc((self.x, self.y), radii, tilt, bool(large), bool(sweep), end)
            self.x, self.y = end
        self.handle = handle


def _towards(start: tuple[float, float], handle: tuple[float, float]) -> tuple[float, float]:
    """Convert the handle of a quadratic Bézier curve to one of a cubic."""
    return start[0] + 2 / 3 * (handle[0] - start[0]), start[1] + 2 / 3 * (handle[1] - start[1])


def _arc(
    start: tuple[float, float],
    radii: tuple[float, float],
    tilt: float,
    large: bool,
    sweep: bool,
    end: tuple[float, float],
) -> list[tuple[float, float]]:
    rx, ry = radii
    if rx == 0 or ry == 0:
        return [end]
    cos, sin = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * dx + sin * dy, cos * dy - sin * dx
    stretch = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * stretch, ry * stretch
    spare = max(0.0, (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2)
    k = math.sqrt(spare / ((rx * py) ** 2 + (ry * px) ** 2)) * (-1 if large == sweep else 1)
    qx, qy = k * rx * py / ry, -k * ry * px / rx
    cx, cy = cos * qx - sin * qy + (start[0] + end[0]) / 2, sin * qx + cos * qy + (start[1] + end[1]) / 2
    begin = math.atan2((py - qy) / ry, (px - qx) / rx)
    turn = math.atan2((-py - qy) / ry, (-px - qx) / rx) - begin
    if sweep and turn < 0:
        turn += 2 * math.pi
    if not sweep and turn > 0:
        turn -= 2 * math.pi
    angles = [begin + turn * step / 28 for step in range(1, 29)]
    return [
        (
            cx + rx * math.cos(a) * cos - ry * math.sin(a) * sin,
            cy + rx * math.cos(a) * sin + ry * math.sin(a) * cos,
        )
        for a in angles
    ]


@lru_cache(maxsize=1024)
def outlines(path: str) -> tuple[Outline, ...]:
    """Flatten an SVG path string to its subpaths."""
    pen = _Pen(path)
    letter = "M"
    while pen.at < len(pen.tokens):
        token = pen.tokens[pen.at]
        if token.isalpha():
            letter = token
            pen.at += 1
        pen.follow(letter)
        if letter in "Mm":
            letter = "L" if letter == "M" else "l"
    pen.lift(closed=False)
    return tuple(pen.outlines)


def rounded_box(x: float, y: float, width: float, height: float, radius: float) -> str:
    """A rectangle with round corners, as an SVG path string."""
    r = min(radius, width / 2, height / 2)
    if r <= 0:
        return f"M{x} {y}h{width}v{height}h{-width}Z"
    across, down = width - 2 * r, height - 2 * r
    return (
        f"M{x + r} {y}h{across}a{r} {r} 0 0 1 {r} {r}v{down}a{r} {r} 0 0 1 {-r} {r}"
        f"h{-across}a{r} {r} 0 0 1 {-r} {-r}v{-down}a{r} {r} 0 0 1 {r} {-r}Z"
    )


def circle(x: float, y: float, radius: float, radius_down: float | None = None) -> Points:
    angles = np.arange(72) * 2 * math.pi / 72
    return np.stack([x + radius * np.cos(angles), y + (radius_down or radius) * np.sin(angles)], 1)


def star(y: float, outer: float, inner: float) -> list[tuple[float, float]]:
    """Corners of a five-pointed star with its middle at (50, `y`), its points at the distance `outer`."""
    return [
        (50 + reach * math.sin(turn * math.pi / 5), y - reach * math.cos(turn * math.pi / 5))
        for turn in range(10)
        for reach in ((outer, inner)[turn % 2],)
    ]


def arc(x: float, y: float, radius: float, begin: float, end: float, steps: int = 60) -> Points:
    """Points along a circle, angles in degrees clockwise from the right."""
    angles = np.radians(np.linspace(begin, end, steps))
    return np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], 1)
