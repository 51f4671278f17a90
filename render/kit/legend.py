"""A legend: the very picture, veiled, with its parts called by their names."""

from collections.abc import Iterator, Mapping

from PIL import Image, ImageDraw

from render.kit.page import WIDTH, Page, Part, Picture
from render.kit.palette import BONE, GOLD, NIGHT, rgb
from render.kit.type import MINIMUM, fitted

Captions = Mapping[str, str]
"""What the parts of a picture are called, by key."""
Box = tuple[float, float, float, float]

VEIL = 0.45
"""How much of the picture the veil hides."""
BESIDE, TALL, GAP, EDGE = 16, 56, 6, 8
"""The room beside a name, the height of its plate, the room between two plates, and to the picture's edge."""


def finished(page: Page, captions: Captions | None) -> Picture:
    """The picture of a page; with captions, the names of its parts are written on it."""
    if captions:
        _call_by_name(page, captions)
    return page.finish()


def _call_by_name(page: Page, captions: Captions) -> None:
    """Veil the page and write the names, none over another."""
    image = page.image
    image.paste(Image.blend(image, Image.new(image.mode, image.size, rgb(NIGHT)), VEIL))
    pen = ImageDraw.Draw(image)
    parts = sorted((part for part in page.parts if part.key in captions), key=lambda part: part.top)
    for part in parts:
        pen.rounded_rectangle(part[1:], 14, outline=rgb(GOLD), width=4)
    plates: list[Box] = []
    for part in parts:
        name = fitted(captions[part.key], "letter", MINIMUM + 4, WIDTH - 2 * (BESIDE + EDGE))
        box = _room(part, name.width + 2 * BESIDE, plates, image.height)
        plates.append(box)
        pen.rounded_rectangle(box, 16, fill=rgb(NIGHT), outline=rgb(GOLD), width=3)
        page.line((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, name, BONE, "middle")


def _room(part: Part, wide: float, plates: list[Box], height: int) -> Box:
    """Where a name goes: on the middle of its part, or as near above or below as is free."""
    left = (part.left + part.right - wide) / 2
    left = min(max(left, EDGE), WIDTH - EDGE - wide)
    middle = (part.top + part.bottom - TALL) / 2
    places = [(left, top, left + wide, top + TALL) for top in _tops(middle, height)]
    return next((box for box in places if not any(_meets(box, other) for other in plates)), places[0])


def _tops(wish: float, height: int) -> Iterator[float]:
    last = height - EDGE - TALL
    for step in range(2 * height // TALL):
        away = (step + 1) // 2 * (TALL + GAP) / 2
        yield min(max(wish + (away if step % 2 else -away), EDGE), last)


def _meets(one: Box, other: Box) -> bool:
    return (
        one[0] < other[2] + GAP
        and other[0] < one[2] + GAP
        and one[1] < other[3] + GAP
        and other[1] < one[3] + GAP
    )
