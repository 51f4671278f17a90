"""A picture in the making: sprites and lettering laid on a ground, then encoded."""

from dataclasses import dataclass
from io import BytesIO
from math import modf
from typing import Any, Literal, NamedTuple

from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont

from render.kit.palette import BONE, INK, rgb
from render.kit.sprites import Sprite
from render.kit.type import Line, font, length, lettering

WIDTH = 1200


def _steps(first: int, rise: float) -> list[int]:
    """How coarsely each wave of a square of JPEG is kept: what is fine nearly as well as what is broad."""
    return [round(first * (1 + rise * (across + down))) for down in range(8) for across in range(8)]


Extension = Literal["webp", "jpg"]
ENCODINGS: dict[Extension, dict[str, Any]] = {
    "webp": {"format": "WEBP", "quality": 70, "method": 0},
    "jpg": {"format": "JPEG", "qtables": [_steps(14, 0.07), _steps(17, 0.09)], "subsampling": "4:2:0"},
}
"""By the ending of a file's name. Lettering stays as clean in both; WebP takes fewer bytes and JPEG an eighth
of the time. `bench/README.md` has the measures."""
_ASPECTS = (3 / 4, 4 / 3)


class Part(NamedTuple):
    """A part of a picture that can be called by its name, and where it is."""

    key: str
    left: float
    top: float
    right: float
    bottom: float


class Drawn(NamedTuple):
    """Something a page was asked to draw, and where: lettering (`text`), or a sprite by its maker."""

    what: str
    values: tuple[object, ...]
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture, as it is sent."""

    data: bytes
    extension: str
    width: int
    height: int


class Page:
    """Lays pieces on a ground; x and y are the centre of a piece unless said otherwise."""

    def __init__(self, ground: Image.Image, extension: Extension = "webp") -> None:
        shape = ground.width / ground.height
        if ground.width != WIDTH or not _ASPECTS[0] <= shape <= _ASPECTS[1] or ground.width == ground.height:
            raise ValueError(f"a picture of {ground.width} by {ground.height} does not suit a phone")
        self.image = ground.copy()
        self._extension = extension
        self._pen = ImageDraw.Draw(self.image)
        self.parts: list[Part] = []
        self.drawn: list[Drawn] = []

    def part(self, key: str, left: float, top: float, right: float, bottom: float) -> None:
        """Say what is to be seen there, for the legend; of several alike the first is enough."""
        if all(known.key != key for known in self.parts):
            self.parts.append(Part(key, left, top, right, bottom))

    def put(self, piece: Sprite, x: float, y: float) -> None:
        self._note(piece, x, y)
        corner = round(x - piece.image.width / 2), round(y - piece.image.height / 2)
        self.image.paste(piece.image, corner, piece.image)

    def put_corner(self, piece: Sprite, left: float, top: float) -> None:
        """Lay a piece by the top left corner of its body."""
        middle = piece.image.width / 2 - piece.pad, piece.image.height / 2 - piece.pad
        self._note(piece, left + middle[0], top + middle[1])
        self.image.paste(piece.image, (round(left - piece.pad), round(top - piece.pad)), piece.image)

    def rule(self, left: float, top: float, right: float, colour: str, thick: int = 3) -> None:
        self._pen.line((left, top, right, top), fill=rgb(colour), width=thick)

    def upright(self, x: float, top: float, bottom: float, colour: str, thick: int = 3) -> None:
        self._pen.line((x, top, x, bottom), fill=rgb(colour), width=thick)

    def stroke(self, start: tuple[float, float], end: tuple[float, float], colour: str, thick: int) -> None:
        """A straight line from one place to another."""
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
        self.drawn.append(Drawn("text", (text,), x, y))
        if stroke:
            self._letter(x, y, text, face, edge, anchor, stroke)
        if not stroke or edge != colour:
            self._letter(x, y, text, face, colour, anchor)

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
        """A number; light ones get an edge of ink, so that they read on any ground."""
        edge = max(2, size // 11) if stroke is None else stroke
        self.text(x, y, str(value), font("number", size), colour, anchor, edge)

    def line(
        self, x: float, y: float, line: Line, colour: str = INK, anchor: Literal["left", "middle"] = "left"
    ) -> None:
        """A name, perhaps in several fonts, centred on y by the height of its capitals."""
        left = x if anchor == "left" else x - line.width / 2
        self.drawn.append(Drawn("text", ("".join(run.text for run in line.runs),), left + line.width / 2, y))
        baseline = y + line.size * 0.35
        for run in line.runs:
            self._letter(left, baseline, run.text, run.font, colour, "ls")
            left += length(run)

    def finish(self) -> Picture:
        data = BytesIO()
        self.image.save(data, **ENCODINGS[self._extension])
        return Picture(data.getvalue(), self._extension, self.image.width, self.image.height)

    def _letter(
        self, x: float, y: float, text: str, face: FreeTypeFont, colour: str, anchor: str, stroke: float = 0
    ) -> None:
        (along, column), (below, row) = modf(x), modf(y)
        left, top, mask = lettering(text, face, anchor, stroke, along, below)
        self.image.paste(rgb(colour), (int(column) + left, int(row) + top), mask)

    def _note(self, piece: Sprite, x: float, y: float) -> None:
        if piece.made is not None:
            self.drawn.append(Drawn(piece.made.name, piece.made.values, x, y))


def stamp(body: Image.Image, piece: Sprite | Image.Image, x: float, y: float) -> None:
    """Lay a piece centred on a sprite in the making, keeping its transparency."""
    image = piece.image if isinstance(piece, Sprite) else piece
    left, top = round(x - image.width / 2), round(y - image.height / 2)
    body.alpha_composite(image, (max(0, left), max(0, top)), (max(0, -left), max(0, -top)))
