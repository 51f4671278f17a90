"""Composes a picture from sprites and text on a background, and encodes it as WebP or JPEG."""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from math import modf
from typing import Any, Literal, NamedTuple

from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont

from render.kit.palette import BONE, INK, rgb
from render.kit.regions import NumberMark, Region, cut_regions
from render.kit.sprite_cache import Sprite
from render.kit.type import Line, font, glyph_mask, run_width

WIDTH = 1200


def _quantization_table(first: int, slope: float) -> list[int]:
    """JPEG quantization table, nearly flat so that lettering stays sharp."""
    return [round(first * (1 + slope * (across + down))) for down in range(8) for across in range(8)]


Extension = Literal["webp", "jpg"]
ENCODINGS: dict[Extension, dict[str, Any]] = {
    "webp": {"format": "WEBP", "quality": 70, "method": 0},
    "jpg": {
        "format": "JPEG",
        "qtables": [_quantization_table(14, 0.07), _quantization_table(17, 0.09)],
        "subsampling": "4:2:0",
    },
}
"""Encoder options by file extension. WebP takes fewer bytes, JPEG an eighth of the CPU time.

The measurements are in `docs/benchmarks.md`."""
_ASPECT_RATIOS = (3 / 4, 3 / 2)  # Focus pictures may be wider than boards.


class Part(NamedTuple):
    """A part of a picture that the legend can name, with its bounding box."""

    key: str
    left: float
    top: float
    right: float
    bottom: float


class DrawCall(NamedTuple):
    """A recorded draw call, for tests: text (`what` is "text") or a sprite by the name of its painter."""

    what: str
    values: tuple[object, ...]
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Picture:
    data: bytes
    extension: str
    width: int
    height: int
    regions: tuple[Region, ...] = ()
    """The shapes of the answers that are numbered in the picture, in order of their numbers."""


class Page:
    """Composes a picture on a background. x and y are the centre of a piece unless a method says otherwise.

    :raises ValueError: if the background is not 1200 pixels wide or its shape does not suit a phone.
    """

    def __init__(self, ground: Image.Image, extension: Extension = "webp") -> None:
        shape = ground.width / ground.height
        if (
            ground.width != WIDTH
            or not _ASPECT_RATIOS[0] <= shape <= _ASPECT_RATIOS[1]
            or ground.width == ground.height
        ):
            raise ValueError(f"a picture of {ground.width} by {ground.height} does not suit a phone")
        self.image = ground.copy()
        self._extension = extension
        self._pen = ImageDraw.Draw(self.image)
        self.parts: list[Part] = []
        self.draw_calls: list[DrawCall] = []
        self.number_marks: list[NumberMark] = []

    def part(self, key: str, left: float, top: float, right: float, bottom: float) -> None:
        """Register a part for the legend; only the first of a key counts."""
        if all(known.key != key for known in self.parts):
            self.parts.append(Part(key, left, top, right, bottom))

    def regions(self, tokens: Mapping[int, str]) -> tuple[Region, ...]:
        """Returns the shapes of the numbered answers. `tokens` are those of their offers, by number."""
        return cut_regions(self.number_marks, tokens, *self.image.size)

    def put(self, piece: Sprite, x: float, y: float) -> None:
        self._record(piece, x, y)
        corner = round(x - piece.image.width / 2), round(y - piece.image.height / 2)
        self.image.paste(piece.image, corner, piece.image)

    def put_corner(self, piece: Sprite, left: float, top: float) -> None:
        """Paste a sprite by the top left corner of its body, without its margin."""
        middle = piece.image.width / 2 - piece.pad, piece.image.height / 2 - piece.pad
        self._record(piece, left + middle[0], top + middle[1])
        self.image.paste(piece.image, (round(left - piece.pad), round(top - piece.pad)), piece.image)

    def hline(self, left: float, top: float, right: float, colour: str, thick: int = 3) -> None:
        self._pen.line((left, top, right, top), fill=rgb(colour), width=thick)

    def vline(self, x: float, top: float, bottom: float, colour: str, thick: int = 3) -> None:
        self._pen.line((x, top, x, bottom), fill=rgb(colour), width=thick)

    def segment(self, start: tuple[float, float], end: tuple[float, float], colour: str, thick: int) -> None:
        self._pen.line((*start, *end), fill=rgb(colour), width=thick)

    def dot(self, x: float, y: float, radius: float, colour: str) -> None:
        self._pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=rgb(colour))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        face: FreeTypeFont,
        colour: str = BONE,
        anchor: Literal["mm", "lm", "rm"] = "mm",
        stroke: float = 0,
        edge: str = INK,
    ) -> None:
        self.draw_calls.append(DrawCall("text", (text,), x, y))
        if stroke:
            self._draw_glyphs(x, y, text, face, edge, anchor, stroke)
        if not stroke or edge != colour:
            self._draw_glyphs(x, y, text, face, colour, anchor)

    def number(
        self,
        x: float,
        y: float,
        value: int | str,
        size: int = 52,
        colour: str = BONE,
        anchor: Literal["mm", "lm", "rm"] = "mm",
        stroke: int | None = None,
    ) -> None:
        """Write a number, by default with an ink outline so that it reads on any background."""
        edge = max(2, size // 11) if stroke is None else stroke
        self.text(x, y, str(value), font("number", size), colour, anchor, edge)

    def text_line(
        self, x: float, y: float, line: Line, colour: str = INK, anchor: Literal["left", "middle"] = "left"
    ) -> None:
        """Write a laid-out line of text, centred on y by the height of its capitals."""
        left = x if anchor == "left" else x - line.width / 2
        self.draw_calls.append(
            DrawCall("text", ("".join(run.text for run in line.runs),), left + line.width / 2, y)
        )
        baseline = y + line.size * 0.35
        for run in line.runs:
            self._draw_glyphs(left, baseline, run.text, run.font, colour, "ls")
            left += run_width(run)

    def encode(self) -> Picture:
        data = BytesIO()
        self.image.save(data, **ENCODINGS[self._extension])
        return Picture(data.getvalue(), self._extension, self.image.width, self.image.height)

    def _draw_glyphs(
        self, x: float, y: float, text: str, face: FreeTypeFont, colour: str, anchor: str, stroke: float = 0
    ) -> None:
        (along, column), (below, row) = modf(x), modf(y)
        left, top, mask = glyph_mask(text, face, anchor, stroke, along, below)
        self.image.paste(rgb(colour), (int(column) + left, int(row) + top), mask)

    def _record(self, piece: Sprite, x: float, y: float) -> None:
        if piece.key is not None:
            self.draw_calls.append(DrawCall(piece.key.name, piece.key.values, x, y))


def stamp(body: Image.Image, piece: Sprite | Image.Image, x: float, y: float) -> None:
    """Paste a piece centred on a sprite in the making, keeping its transparency."""
    image = piece.image if isinstance(piece, Sprite) else piece
    left, top = round(x - image.width / 2), round(y - image.height / 2)
    body.alpha_composite(image, (max(0, left), max(0, top)), (max(0, -left), max(0, -top)))
