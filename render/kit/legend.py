"""Legend: the dimmed picture with a label beside each part (label placement), or in a list below."""

from collections.abc import Iterator, Mapping
from itertools import count, product
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.kit.page import WIDTH, Page, Part, Picture
from render.kit.palette import BONE, GOLD, NIGHT, rgb
from render.kit.type import MIN_FONT_PX, Line, fit_text, font

Box = tuple[float, float, float, float]

VEIL_OPACITY = 0.45
PLATE_PADDING, PLATE_HEIGHT, GAP, EDGE = 16, 56, 6, 8
"""`GAP` is the least distance between two plates, `EDGE` that to the edge of the picture."""
MAX_DISTANCE = 70
"""A name farther than this from its part goes into the list below the picture."""
MIN_SHARE_INSIDE, MIN_SHARE_PREFER_INSIDE = 2, 8
"""A part may contain its plate if it is this many times larger, and prefers that from the second on."""
FONT_PX = MIN_FONT_PX + 4
MAX_THUMBNAIL_SOURCE = (300, 150)
"""In the list a part of at most this size has a thumbnail; a larger one is numbered."""
MAX_HEIGHT = 1600
THUMBNAIL_SIZE = (104, PLATE_HEIGHT)
NAMES_X = EDGE + THUMBNAIL_SIZE[0] + 16
"""Left edge of the names in a column of the list."""
COLUMN_WIDTH = WIDTH // 2 - NAMES_X - EDGE


class _Label(NamedTuple):
    """A part with its name, its box in the legend, and the box of its plate, None if the name is listed."""

    part: Part
    line: Line
    box: Box
    plate: Box | None


def encode_page(page: Page, captions: Mapping[str, str]) -> Picture:
    """Encode a page; with captions (names of its parts by key), as a legend."""
    return (_annotate(page, captions) if captions else page).encode()


def _annotate(page: Page, captions: Mapping[str, str]) -> Page:
    """Returns the dimmed page with a name plate beside each part.

    Names without room are listed below, each with a thumbnail of its part or with the part's number.
    """
    original = page.image
    dimmed = Image.blend(original, Image.new(original.mode, original.size, rgb(NIGHT)), VEIL_OPACITY)
    parts = sorted((part for part in page.parts if part.key in captions), key=lambda part: part.top)
    names = [captions[part.key] for part in parts]
    lines = [fit_text(name, "letter", FONT_PX, WIDTH - 2 * (PLATE_PADDING + EDGE)) for name in names]
    image, boxes, plates = _lay_out(dimmed, [part[1:] for part in parts], lines)
    page = Page(image)
    pen = ImageDraw.Draw(page.image)
    labels = [_Label(*each) for each in zip(parts, lines, boxes, plates, strict=True)]
    for label in labels:
        page.part(label.part.key, *label.box)
        pen.rounded_rectangle(label.box, 12, outline=rgb(GOLD), width=4)
        if label.plate:
            line = *_nearest_point(label.box, label.plate), *_nearest_point(label.plate, label.box)
            pen.line(line, fill=rgb(GOLD), width=5)
    for label in labels:
        if label.plate:
            left, top, right, bottom = label.plate
            pen.rounded_rectangle(label.plate, 16, fill=rgb(NIGHT), outline=rgb(GOLD), width=3)
            page.text_line((left + right) / 2, (top + bottom) / 2, label.line, BONE, "middle")
    _put_list(page, pen, original, [label for label in labels if label.plate is None])
    return page


def _put_list(page: Page, pen: ImageDraw.ImageDraw, original: Image.Image, labels: list[_Label]) -> None:
    """Draw the names below the picture, each after a thumbnail of its part or after the part's number."""
    below = [_list_line(label.line) for label in labels]
    table, numbers = _list_cells(below), count(1)
    list_top = page.image.height - _list_height(table) + EDGE
    for label, line, (x, row) in zip(labels, below, table, strict=True):
        y = list_top + (row + 0.5) * (PLATE_HEIGHT + GAP)
        thumbnail = _thumbnail(original, label.part)
        if thumbnail is None:
            number, (_, top, right, bottom) = next(numbers), label.box
            _badge(page, pen, right - 12, (top + bottom) / 2, number)
            _badge(page, pen, x + NAMES_X - 40, y, number)
        else:
            corner = round(x + NAMES_X - 16 - thumbnail.width), round(y - thumbnail.height / 2)
            page.image.paste(thumbnail, corner)
        page.text_line(x + NAMES_X, y, line, BONE)


def _list_line(line: Line) -> Line:
    """Returns the line for the list below the picture: smaller if it then fits one of the two columns."""
    text = "".join(run.text for run in line.runs)
    small = fit_text(text, "letter", MIN_FONT_PX, WIDTH - NAMES_X - EDGE)
    return small if line.width > COLUMN_WIDTH >= small.width else line


def _thumbnail(original: Image.Image, part: Part) -> Image.Image | None:
    """A small copy of a part; None if the part is too large for one."""
    left, top, right, bottom = map(round, part[1:])
    wide, high = right - left, bottom - top
    if wide > MAX_THUMBNAIL_SOURCE[0] or high > MAX_THUMBNAIL_SOURCE[1]:
        return None
    share = min(1.0, THUMBNAIL_SIZE[0] / wide, THUMBNAIL_SIZE[1] / high)
    cut = original.crop((left, top, right, bottom))
    return cut.resize((round(wide * share), round(high * share)), Image.Resampling.LANCZOS)


def _badge(page: Page, pen: ImageDraw.ImageDraw, x: float, y: float, number: int) -> None:
    pen.ellipse((x - 24, y - 24, x + 24, y + 24), fill=rgb(GOLD), outline=rgb(NIGHT), width=4)
    page.text(x, y - 1, str(number), font("number", MIN_FONT_PX, 850), NIGHT)


def _list_cells(lines: list[Line]) -> list[tuple[float, int]]:
    """Returns the left edge and the row of each name in the list: two names a row if they fit."""
    cells: list[tuple[float, int]] = []
    end, row = 0.0, -1
    for line in lines:
        left = max(WIDTH / 2, end) if end else 0.0
        if not end or left + NAMES_X + line.width > WIDTH - EDGE:
            left, row = 0.0, row + 1
        cells.append((left, row))
        end = 0.0 if left else NAMES_X + line.width + EDGE
    return cells


def _list_height(table: list[tuple[float, int]]) -> float:
    return 2 * EDGE + (table[-1][1] + 1) * (PLATE_HEIGHT + GAP) if table else 0


def _lay_out(
    dimmed: Image.Image, parts: list[Box], lines: list[Line]
) -> tuple[Image.Image, list[Box], list[Box | None]]:
    """Returns the picture with room for the list below, and the boxes of parts and plates.

    The picture grows up to MAX_HEIGHT; beyond that it is scaled down.
    """
    below: list[Line] = []
    while True:
        room = _list_height(_list_cells(below))
        height = max(dimmed.height, min(MAX_HEIGHT, dimmed.height + round(room)))
        share = (height - room) / dimmed.height
        left = WIDTH * (1 - share) / 2
        boxes = [(left + a * share, b * share, left + c * share, d * share) for a, b, c, d in parts]
        plates = _place_plates(boxes, lines, height - room)
        listed = [_list_line(line) for line, plate in zip(lines, plates, strict=True) if plate is None]
        if _list_height(_list_cells(listed)) <= room:
            break
        below = listed
    if not below:
        return dimmed, boxes, plates
    small = dimmed.resize((round(WIDTH * share), round(dimmed.height * share)), Image.Resampling.LANCZOS)
    image = Image.new(dimmed.mode, (WIDTH, height), rgb(NIGHT))
    image.paste(small, (round(left), 0))
    return image, boxes, plates


def _place_plates(boxes: list[Box], names: list[Line], height: float) -> list[Box | None]:
    """Places a plate for each name, in order; None for a name without room near its part."""
    plates: list[Box | None] = []
    for box, name in zip(boxes, names, strict=True):
        taken = [plate for plate in plates if plate]
        plates.append(_place_plate(box, name.width + 2 * PLATE_PADDING, taken, boxes, height))
    return plates


def _place_plate(part: Box, wide: float, plates: list[Box], parts: list[Box], height: float) -> Box | None:
    """Returns the nearest free box beside a part, or inside it if the part is large; None if there is none.

    A free box overlaps no other plate, and no part except the one it names and parts that contain it.
    """
    others = [other for other in parts if other != part and not _within(part, other)]

    def is_free(place: Box) -> bool:
        on_plate = any(_overlaps(place, plate) for plate in plates)
        return not on_plate and not any(_overlaps(place, other, 0) for other in others)

    near = [place for place in _candidates(part, wide, height) if _distance(part, place) <= MAX_DISTANCE]
    beside = [place for place in near if not _overlaps(place, part, 0)]
    beside.sort(key=lambda place: _distance(part, place))
    inside = [place for place in near if _within(place, part)]
    inside.sort(key=lambda place: _centre_distance(part, place))
    size = (part[2] - part[0]) * (part[3] - part[1]) / (wide * PLATE_HEIGHT)
    if size <= MIN_SHARE_INSIDE:
        inside = []
    ordered = (*inside, *beside) if size > MIN_SHARE_PREFER_INSIDE else (*beside, *inside)
    return next(filter(is_free, ordered), None)


def _candidates(part: Box, wide: float, height: float) -> Iterator[Box]:
    """Yields boxes on a grid around a part, within the picture."""
    x, y = (part[0] + part[2]) / 2, (part[1] + part[3]) / 2
    across = [x + step * wide / 4 for step in range(-12, 13)]
    across += [part[0] - GAP - wide / 2, part[2] + GAP + wide / 2]
    down = [y + step * (PLATE_HEIGHT + GAP) / 2 for step in range(-24, 25)]
    down += [part[1] - GAP - PLATE_HEIGHT / 2, part[3] + GAP + PLATE_HEIGHT / 2]
    for middle, level in product(across, down):
        left, top = middle - wide / 2, level - PLATE_HEIGHT / 2
        if EDGE <= left <= WIDTH - EDGE - wide and EDGE <= top <= height - EDGE - PLATE_HEIGHT:
            yield left, top, left + wide, top + PLATE_HEIGHT


def _nearest_point(one: Box, other: Box) -> tuple[float, float]:
    """The point of one box that is nearest to the middle of another."""
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return min(max(x, one[0]), one[2]), min(max(y, one[1]), one[3])


def _distance(one: Box, other: Box) -> float:
    """Manhattan distance between two boxes, roughly."""
    (x, y), (u, v) = _nearest_point(one, other), _nearest_point(other, one)
    return abs(x - u) + abs(y - v)


def _centre_distance(one: Box, other: Box) -> float:
    """Twice the Manhattan distance between the middles of two boxes."""
    return abs(one[0] + one[2] - other[0] - other[2]) + abs(one[1] + one[3] - other[1] - other[3])


def _within(one: Box, other: Box) -> bool:
    return other[0] <= one[0] and other[1] <= one[1] and one[2] <= other[2] and one[3] <= other[3]


def _overlaps(one: Box, other: Box, gap: float = GAP) -> bool:
    return (
        one[0] < other[2] + gap
        and other[0] < one[2] + gap
        and one[1] < other[3] + gap
        and other[1] < one[3] + gap
    )
