"""A legend: the very picture, veiled, with its parts called by their names."""

from collections.abc import Iterator, Mapping
from itertools import product

from PIL import Image, ImageDraw

from render.kit.page import WIDTH, Page, Part, Picture
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
ROOMY, SPACIOUS = 2, 8
"""A part so many times as large as its name may have it inside, and rather has it there than beside it."""
LETTERING = MINIMUM + 4
CUTTING = (300, 150)
"""A part no larger than this is shown beside its name below the picture; a larger one bears a number."""
TALLEST = 1600
SHOWN = (104, TALL)
"""How large it is there at most."""
NAMES_X = EDGE + SHOWN[0] + 16
"""Where the names below the picture begin in their column."""
HALF = WIDTH // 2 - NAMES_X - EDGE


def finished(page: Page, captions: Captions | None) -> Picture:
    """The picture of a page; with captions, the names of its parts are written on it."""
    return (_called_by_name(page, captions) if captions else page).finish()


def _called_by_name(page: Page, captions: Captions) -> Page:
    """The page veiled, with the names beside their parts. Where there is no room they stand below, each with
    a cutting of its part, or the number that a larger part bears."""
    bright = page.image
    veiled = Image.blend(bright, Image.new(bright.mode, bright.size, rgb(NIGHT)), VEIL)
    parts = sorted((part for part in page.parts if part.key in captions), key=lambda part: part.top)
    names = [captions[part.key] for part in parts]
    lines = [fitted(name, "letter", LETTERING, WIDTH - 2 * (BESIDE + EDGE)) for name in names]
    image, boxes, plates = _laid_out(veiled, [part[1:] for part in parts], lines)
    page = Page(image)
    for part, box in zip(parts, boxes, strict=True):
        page.part(part.key, *box)
    image = page.image
    pen = ImageDraw.Draw(image)
    for box, plate in zip(boxes, plates, strict=True):
        pen.rounded_rectangle(box, 12, outline=rgb(GOLD), width=4)
        if plate:
            pen.line((*_nearest(box, plate), *_nearest(plate, box)), fill=rgb(GOLD), width=5)
    for plate, line in zip(plates, lines, strict=True):
        if plate:
            pen.rounded_rectangle(plate, 16, fill=rgb(NIGHT), outline=rgb(GOLD), width=3)
            page.line((plate[0] + plate[2]) / 2, (plate[1] + plate[3]) / 2, line, BONE, "middle")
    crowded = [place for place, plate in enumerate(plates) if plate is None]
    below = [_below(lines[place]) for place in crowded]
    table, number = _table(below), 0
    top = image.height - _height(table) + EDGE
    for place, line, (x, row) in zip(crowded, below, table, strict=True):
        y = top + (row + 0.5) * (TALL + GAP)
        cutting = _cutting(bright, parts[place])
        if cutting is None:
            number += 1
            box = boxes[place]
            _badge(page, pen, box[2] - 12, (box[1] + box[3]) / 2, number)
            _badge(page, pen, x + NAMES_X - 40, y, number)
        else:
            image.paste(cutting, (round(x + NAMES_X - 16 - cutting.width), round(y - cutting.height / 2)))
        page.line(x + NAMES_X, y, line, BONE)
    return page


def _below(line: Line) -> Line:
    """The same for the list below the picture: smaller, if half of its width is enough then."""
    text = "".join(run.text for run in line.runs)
    small = fitted(text, "letter", MINIMUM, WIDTH - NAMES_X - EDGE)
    return small if line.width > HALF >= small.width else line


def _cutting(bright: Image.Image, part: Part) -> Image.Image | None:
    """A small part as it looks; None of one that is too large to be known by it."""
    left, top, right, bottom = map(round, part[1:])
    wide, high = right - left, bottom - top
    if wide > CUTTING[0] or high > CUTTING[1]:
        return None
    share = min(1.0, SHOWN[0] / wide, SHOWN[1] / high)
    cut = bright.crop((left, top, right, bottom))
    return cut.resize((round(wide * share), round(high * share)), Image.Resampling.LANCZOS)


def _badge(page: Page, pen: ImageDraw.ImageDraw, x: float, y: float, number: int) -> None:
    pen.ellipse((x - 24, y - 24, x + 24, y + 24), fill=rgb(GOLD), outline=rgb(NIGHT), width=4)
    page.text(x, y - 1, str(number), font("number", MINIMUM, 850), NIGHT)


def _table(lines: list[Line]) -> list[tuple[float, int]]:
    """Where the cell of each name below the picture begins, and its row: two in a row, if they have room."""
    cells: list[tuple[float, int]] = []
    end, row = 0.0, -1
    for line in lines:
        left = max(WIDTH / 2, end) if end else 0.0
        if not end or left + NAMES_X + line.width > WIDTH - EDGE:
            left, row = 0.0, row + 1
        cells.append((left, row))
        end = 0.0 if left else NAMES_X + line.width + EDGE
    return cells


def _height(table: list[tuple[float, int]]) -> float:
    return 2 * EDGE + (table[-1][1] + 1) * (TALL + GAP) if table else 0


def _laid_out(
    veiled: Image.Image, parts: list[Box], lines: list[Line]
) -> tuple[Image.Image, list[Box], list[Box | None]]:
    """The picture with room below for the names that go there, and where parts and names are. It grows as
    high as any picture may, and then becomes smaller."""
    below: list[Line] = []
    while True:
        room = _height(_table(below))
        height = max(veiled.height, min(TALLEST, veiled.height + round(room)))
        share = (height - room) / veiled.height
        left = WIDTH * (1 - share) / 2
        boxes = [(left + a * share, b * share, left + c * share, d * share) for a, b, c, d in parts]
        plates = _plates(boxes, lines, height - room)
        crowded = [_below(line) for line, plate in zip(lines, plates, strict=True) if plate is None]
        if _height(_table(crowded)) <= room:
            break
        below = crowded
    if not below:
        return veiled, boxes, plates
    small = veiled.resize((round(WIDTH * share), round(veiled.height * share)), Image.Resampling.LANCZOS)
    image = Image.new(veiled.mode, (WIDTH, height), rgb(NIGHT))
    image.paste(small, (round(left), 0))
    return image, boxes, plates


def _plates(boxes: list[Box], names: list[Line], height: float) -> list[Box | None]:
    """Where the names go; none for those that have no room beside their parts."""
    plates: list[Box | None] = []
    for box, name in zip(boxes, names, strict=True):
        taken = [plate for plate in plates if plate]
        plates.append(_room(box, name.width + 2 * BESIDE, taken, boxes, height))
    return plates


def _room(part: Box, wide: float, plates: list[Box], parts: list[Box], height: float) -> Box | None:
    """Beside its part, as near as there is room, or inside if that is roomy: over no other name, and over no
    part but one it belongs to."""
    others = [other for other in parts if other != part and not _within(part, other)]
    near = [place for place in _places(part, wide, height) if _apart(part, place) <= NEAR]
    beside = sorted((place for place in near if not _meets(place, part, 0)), key=lambda at: _apart(part, at))
    size = _area(part) / (wide * TALL)
    inside = [place for place in near if size > ROOMY and _within(place, part)]
    inside.sort(key=lambda place: _off(part, place))
    for place in (*inside, *beside) if size > SPACIOUS else (*beside, *inside):
        if not any(_meets(place, other) for other in plates) and not any(
            _meets(place, other, 0) for other in others
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


def _off(one: Box, other: Box) -> float:
    """How far the middles of two boxes are from each other."""
    return abs(one[0] + one[2] - other[0] - other[2]) + abs(one[1] + one[3] - other[1] - other[3])


def _within(one: Box, other: Box) -> bool:
    return other[0] <= one[0] and other[1] <= one[1] and one[2] <= other[2] and one[3] <= other[3]


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _meets(one: Box, other: Box, gap: float = GAP) -> bool:
    return (
        one[0] < other[2] + gap
        and other[0] < one[2] + gap
        and one[1] < other[3] + gap
        and other[1] < one[3] + gap
    )
