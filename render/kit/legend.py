"""A legend: the very picture, veiled, with its parts called by their names."""

from collections.abc import Iterator, Mapping
from itertools import product

from PIL import Image, ImageDraw

from render.kit.page import WIDTH, Page, Picture
from render.kit.palette import BONE, GOLD, NIGHT, rgb
from render.kit.type import MINIMUM, Line, fitted, font

Captions = Mapping[str, str]
"""What the parts of a picture are called, by key."""
Box = tuple[float, float, float, float]

VEIL = 0.45
"""How much of the picture the veil hides."""
BESIDE, TALL, GAP, EDGE = 16, 56, 6, 8
"""The room beside a name, the height of its plate, the room between two plates, and to the picture's edge."""
NEAR = 70
"""How far from its part a name may stand."""
LETTERING = MINIMUM + 4


def finished(page: Page, captions: Captions | None) -> Picture:
    """The picture of a page; with captions, the names of its parts are written on it."""
    if captions:
        _call_by_name(page, captions)
    return page.finish()


def _call_by_name(page: Page, captions: Captions) -> None:
    """Veil the page and write the names beside their parts; where there is no room, numbers, and the names of
    these below."""
    image = page.image
    image.paste(Image.blend(image, Image.new(image.mode, image.size, rgb(NIGHT)), VEIL))
    parts = sorted((part for part in page.parts if part.key in captions), key=lambda part: part.top)
    room = WIDTH - 2 * (BESIDE + EDGE) - 80
    lines = [fitted(captions[part.key], "letter", LETTERING, room) for part in parts]
    boxes, plates = _laid_out(image, [part[1:] for part in parts], lines)
    table = _table([line for line, plate in zip(lines, plates, strict=True) if plate is None])
    bottom = image.height - _height(table)
    pen = ImageDraw.Draw(image)
    for box, plate in zip(boxes, plates, strict=True):
        pen.rounded_rectangle(box, 12, outline=rgb(GOLD), width=4)
        if plate:
            pen.line((*_nearest(box, plate), *_nearest(plate, box)), fill=rgb(GOLD), width=5)
    numbered = 0
    for box, plate, line in zip(boxes, plates, lines, strict=True):
        if plate:
            pen.rounded_rectangle(plate, 16, fill=rgb(NIGHT), outline=rgb(GOLD), width=3)
            page.line((plate[0] + plate[2]) / 2, (plate[1] + plate[3]) / 2, line, BONE, "middle")
            continue
        column, row = table[numbered]
        numbered += 1
        x, y = EDGE + 40 + column * WIDTH / 2, bottom + EDGE + (row + 0.5) * (TALL + GAP)
        for at in ((box[2], (box[1] + box[3]) / 2), (x, y)):
            _badge(page, pen, *at, numbered)
        page.line(x + 40, y, line, BONE)


def _badge(page: Page, pen: ImageDraw.ImageDraw, x: float, y: float, number: int) -> None:
    pen.ellipse((x - 24, y - 24, x + 24, y + 24), fill=rgb(GOLD), outline=rgb(NIGHT), width=4)
    page.text(x, y - 1, str(number), font("number", MINIMUM, 850), NIGHT)


def _table(lines: list[Line]) -> list[tuple[int, int]]:
    """The column and the row of each name below the picture; a long one has a row to itself."""
    cells: list[tuple[int, int]] = []
    column, row = 0, 0
    for line in lines:
        is_long = line.width > WIDTH // 2 - 96
        if is_long and column:
            column, row = 0, row + 1
        cells.append((column, row))
        column, row = (0, row + 1) if column or is_long else (1, row)
    return cells


def _height(table: list[tuple[int, int]]) -> float:
    return 2 * EDGE + (table[-1][1] + 1) * (TALL + GAP) if table else 0


def _laid_out(image: Image.Image, parts: list[Box], lines: list[Line]) -> tuple[list[Box], list[Box | None]]:
    """Where parts and names are, once the picture is small enough for the names that go below it."""
    below: list[Line] = []
    while True:
        share = (image.height - _height(_table(below))) / image.height
        left = WIDTH * (1 - share) / 2
        boxes = [(left + a * share, b * share, left + c * share, d * share) for a, b, c, d in parts]
        plates = _plates(boxes, lines, image.height * share)
        crowded = [line for line, plate in zip(lines, plates, strict=True) if plate is None]
        if _height(_table(crowded)) <= _height(_table(below)):
            break
        below = crowded
    if below:
        small = image.resize((round(WIDTH * share), round(image.height * share)), Image.Resampling.LANCZOS)
        image.paste(Image.new(image.mode, image.size, rgb(NIGHT)))
        image.paste(small, (round(left), 0))
    return boxes, plates


def _plates(boxes: list[Box], names: list[Line], height: float) -> list[Box | None]:
    """Where the names go; none for those that have no room beside their parts."""
    plates: list[Box | None] = []
    for box, name in zip(boxes, names, strict=True):
        taken = [plate for plate in plates if plate]
        plates.append(_room(box, name.width + 2 * BESIDE, taken, boxes, height))
    return plates


def _room(part: Box, wide: float, plates: list[Box], parts: list[Box], height: float) -> Box | None:
    """Beside its part, as near as there is room: over no other name, and over no small part."""
    small = [other for other in parts if _area(other) < 6 * wide * TALL]
    for place in sorted(_places(part, wide, height), key=lambda place: _apart(part, place)):
        if _apart(part, place) > NEAR:
            return None
        if not any(_meets(place, other) for other in plates) and not any(
            _meets(place, other, 0) for other in small
        ):
            return place
    return None


def _places(part: Box, wide: float, height: float) -> Iterator[Box]:
    """Above, below and on either side, further and further away, within the picture."""
    x, y = (part[0] + part[2]) / 2, (part[1] + part[3]) / 2
    across = [x + step * wide / 4 for step in range(-12, 13)]
    across += [part[0] - GAP - wide / 2, part[2] + GAP + wide / 2]
    down = [y + step * (TALL + GAP) / 2 for step in range(-24, 25)]
    down += [part[1] - GAP - TALL / 2, part[3] + GAP + TALL / 2]
    for middle, level in product(across, down):
        left, top = middle - wide / 2, level - TALL / 2
        if EDGE <= left <= WIDTH - EDGE - wide and EDGE <= top <= height - EDGE - TALL:
            yield left, top, left + wide, top + TALL


def _nearest(one: Box, other: Box) -> tuple[float, float]:
    """The place of one box that is nearest to the middle of another."""
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return min(max(x, one[0]), one[2]), min(max(y, one[1]), one[3])


def _apart(one: Box, other: Box) -> float:
    """How far two boxes are from each other."""
    (x, y), (u, v) = _nearest(one, other), _nearest(other, one)
    return abs(x - u) + abs(y - v)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _meets(one: Box, other: Box, gap: float = GAP) -> bool:
    return (
        one[0] < other[2] + gap
        and other[0] < one[2] + gap
        and one[1] < other[3] + gap
        and other[1] < one[3] + gap
    )
