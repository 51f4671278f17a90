"""A vector canvas, anti-aliased by supersampling: filled and stroked shapes, bevel and outline."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from PIL import Image, ImageChops, ImageDraw

from render.kit.fields import Field, blur, distance_transform, pixel_grid, ramp, to_field, to_image
from render.kit.palette import INK, Gradient, Paint, rgb
from render.kit.paths import Outline, Points, circle, outlines, rounded_box

Shape = str | Points | Sequence[tuple[float, float]]
_Affine = tuple[float, float, float, float, float, float]


class Canvas:
    """Draws shapes in a box `box` units wide onto `width` by `height` pixels.

    Shapes are drawn `supersampling` times as large; `to_image` reduces them, which smooths their edges.
    """

    def __init__(
        self, width: int, height: int | None = None, box: float | None = None, supersampling: int = 4
    ) -> None:
        self.width, self.height, self.supersampling = width, height or width, supersampling
        self.unit = width * supersampling / (box or 100)
        self.image = Image.new(
            "RGBA", (self.width * supersampling, self.height * supersampling), (0, 0, 0, 0)
        )
        self._transforms: list[_Affine] = [(1, 0, 0, 1, 0, 0)]
        self._clips: list[Image.Image] = []

    @contextmanager
    def at(
        self, x: float = 0, y: float = 0, scale: float = 1, scale_down: float | None = None, turn: float = 0
    ) -> Iterator["Canvas"]:
        """Push an affine transform: translate, scale, and turn by degrees clockwise."""
        sx, sy = scale, scale if scale_down is None else scale_down
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        a, b, c, d, e, f = self._transforms[-1]
        k, m, n, o = cos * sx, sin * sx, -sin * sy, cos * sy
        moved = (a * x + c * y + e, b * x + d * y + f)
        self._transforms.append((a * k + c * m, b * k + d * m, a * n + c * o, b * n + d * o, *moved))
        yield self
        self._transforms.pop()

    @contextmanager
    def clip(self, shape: Shape) -> Iterator["Canvas"]:
        mask = Image.new("L", self.image.size, 0)
        drawn = self._fill_mask(self._subpaths(shape), union=False)
        if drawn:
            mask.paste(drawn[0], drawn[1])
        self._clips.append(mask)
        yield self
        self._clips.pop()

    def path(
        self,
        shape: Shape,
        fill: Paint | None = None,
        stroke: Paint | None = None,
        width: float = 0,
        strength: float = 1,
        union: bool = False,
    ) -> "Canvas":
        """Fill and stroke a shape, by the even-odd rule or, with `union`, by the union of its subpaths."""
        strokes = self._subpaths(shape)
        if fill is not None:
            self._composite(self._fill_mask(strokes, union), fill, strength)
        if stroke is not None:
            self._composite(self._stroke_mask(strokes, width), stroke, strength)
        return self

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: Paint | None = None,
        stroke: Paint | None = None,
        width: float = 0,
        strength: float = 1,
        radius_down: float | None = None,
    ) -> "Canvas":
        points = circle(x, y, radius, radius_down)
        if fill is not None:
            self.path(points, fill, strength=strength)
        if stroke is not None:
            self.path(np.vstack([points, points[:1]]), None, stroke, width, strength)
        return self

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float = 0,
        fill: Paint | None = None,
        stroke: Paint | None = None,
        line: float = 0,
        strength: float = 1,
    ) -> "Canvas":
        return self.path(rounded_box(x, y, width, height, radius), fill, stroke, line, strength)

    def line(self, points: Shape, colour: Paint = INK, width: float = 3, strength: float = 1) -> "Canvas":
        return self.path(points, None, colour, width, strength)

    def bevel(self, size: float = 5, strength: float = 26) -> "Canvas":
        """Light the edges of the drawing from the top left."""
        # Computed at the final resolution: the slope is soft, and this is much faster.
        alpha = to_field(self.image.getchannel("A").reduce(self.supersampling)) / np.float32(255)
        inside = alpha > 0.5
        if not inside.any():
            return self
        downwards, across = np.gradient(blur(alpha, size * self.unit / self.supersampling / 2.2))
        slope = np.asarray(across * 0.55 + downwards * 0.83, np.float32)
        steep = float(np.percentile(np.abs(slope[inside]), 97)) + 1e-6
        shade = Image.fromarray(np.clip(slope / np.float32(steep), -1, 1) * np.float32(127) + np.float32(128))
        wide = shade.convert("L").resize(self.image.size, Image.Resampling.BILINEAR)
        colours, alpha_band = self.image.convert("RGB"), self.image.getchannel("A")
        shine = wide.point([round(max(0, level - 128) / 127 * strength) for level in range(256)])
        shadow = wide.point([round(max(0, 128 - level) / 127 * strength) for level in range(256)])
        colours = ImageChops.add(colours, Image.merge("RGB", (shine, shine, shine)))
        colours = ImageChops.subtract(colours, Image.merge("RGB", (shadow, shadow, shadow)))
        colours.putalpha(alpha_band)
        self.image = colours
        return self

    def outline(self, width: float = 4, colour: str = INK) -> "Canvas":
        """Draw a line around the silhouette of the drawing."""
        solid = np.asarray(self.image.getchannel("A")) > 127
        reach = width * self.unit
        ring = np.clip(reach - distance_transform(solid, reach) + 0.5, 0, 1) * 255
        base = Image.new("RGBA", self.image.size, (*rgb(colour), 0))
        base.putalpha(Image.fromarray(ring.astype(np.uint8), "L"))
        base.alpha_composite(self.image)
        self.image = base
        return self

    def to_image(self) -> Image.Image:
        """Reduce the supersampled drawing to the size of the canvas."""
        return self.image.reduce(self.supersampling) if self.supersampling > 1 else self.image

    def _subpaths(self, shape: Shape) -> list[Outline]:
        if isinstance(shape, str):
            found: Sequence[Outline] = outlines(shape)
        else:
            found = (Outline(np.asarray(shape, float), False),)
        a, b, c, d, e, f = self._transforms[-1]
        turned = []
        for points, closed in found:
            x, y = points[:, 0], points[:, 1]
            placed = np.stack([a * x + c * y + e, b * x + d * y + f], 1) * self.unit
            turned.append(Outline(placed, closed))
        return turned

    def _bounds(self, strokes: list[Outline], margin: float) -> tuple[int, int, int, int] | None:
        every = np.vstack([stroke.points for stroke in strokes])
        left, top = np.floor(every.min(0) - margin).astype(int)
        right, bottom = np.ceil(every.max(0) + margin).astype(int) + 1
        limit_x, limit_y = self.image.size
        frame = max(0, int(left)), max(0, int(top)), min(limit_x, int(right)), min(limit_y, int(bottom))
        return frame if frame[0] < frame[2] and frame[1] < frame[3] else None

    def _fill_mask(self, strokes: list[Outline], union: bool) -> tuple[Image.Image, tuple[int, int]] | None:
        frame = self._bounds(strokes, 1)
        if frame is None:
            return None
        size, corner = (frame[2] - frame[0], frame[3] - frame[1]), np.array(frame[:2])
        mask = Image.new("L", size, 0)
        for stroke in strokes:
            part = mask if union else Image.new("L", size, 0)
            points = [(float(x), float(y)) for x, y in stroke.points - corner]
            ImageDraw.Draw(part).polygon(points, fill=255)
            mask = part if union else ImageChops.difference(mask, part)
        return mask, (frame[0], frame[1])

    def _stroke_mask(
        self, strokes: list[Outline], width: float
    ) -> tuple[Image.Image, tuple[int, int]] | None:
        a, b, c, d, _, _ = self._transforms[-1]
        thick = max(1.0, width * math.sqrt(abs(a * d - b * c)) * self.unit)
        frame = self._bounds(strokes, thick)
        if frame is None:
            return None
        mask = Image.new("L", (frame[2] - frame[0], frame[3] - frame[1]), 0)
        pen, r = ImageDraw.Draw(mask), thick / 2
        for stroke in strokes:
            points = [(float(x), float(y)) for x, y in stroke.points - np.array(frame[:2])]
            pen.line([*points, points[0]] if stroke.closed else points, fill=255, width=round(thick))
            for x, y in points:
                pen.ellipse((x - r, y - r, x + r, y + r), fill=255)
        return mask, (frame[0], frame[1])

    def _composite(
        self, drawn: tuple[Image.Image, tuple[int, int]] | None, paint: Paint, strength: float
    ) -> None:
        if drawn is None:
            return
        mask, (left, top) = drawn
        if strength < 1:
            mask = mask.point([round(level * strength) for level in range(256)])
        if self._clips:
            frame = (left, top, left + mask.width, top + mask.height)
            mask = ImageChops.multiply(mask, self._clips[-1].crop(frame))
        coat = _paint_layer(paint, mask.size)
        coat.putalpha(mask)
        self.image.alpha_composite(coat, (left, top))


def _paint_layer(paint: Paint, size: tuple[int, int]) -> Image.Image:
    if isinstance(paint, str):
        return Image.new("RGBA", size, (*rgb(paint), 255))
    return to_image(ramp(_gradient_field(paint, size), *paint.stops)).convert("RGBA").resize(size)


def _gradient_field(paint: Gradient, size: tuple[int, int]) -> Field:
    width, height = size
    if paint.direction == "round":
        # Half the resolution is enough for a soft round light, and four times as fast.
        small = max(2, width // 2), max(2, height // 2)
        across, down = pixel_grid(*small)
        far = np.hypot(
            (across - small[0] * 0.38) / (small[0] * 0.72), (down - small[1] * 0.32) / (small[1] * 0.72)
        )
        return np.asarray(np.clip(far, 0, 1), np.float32)
    along = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    downwards = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    if paint.direction == "across":
        return along
    if paint.direction == "down":
        return downwards
    return (along + downwards) / np.float32(2)
