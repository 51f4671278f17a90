"""Several boards in one picture: a film of them, and a still strip."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from typing import TypeVar

from PIL import Image, ImageDraw

from render.kit.page import WIDTH, Page, Picture
from render.kit.palette import BONE, CHANGED, GOLD, MADDER, NIGHT, rgb
from render.kit.plates import put_tab
from render.kit.seats import SEATS
from render.kit.type import MIN_FONT_PX, fit_text
from render.standings.grounds import slab, suited

T = TypeVar("T")

MOST_FRAMES = 12
COLOURS = 64
MOST_BYTES = 8_000_000
FEWEST_FRAMES = 2
CAPTION = 56
FILM_WIDTH = 600
HELD = 4
"""How many times as long as the others the last frame of a film stays."""
KEPT_COLOURS = (*(look.colour for look in SEATS), GOLD, CHANGED, MADDER)
SAMPLE = 150
"""How wide the frames are from which the colours of a film are chosen."""
MARGIN, GAP = 20, 16
TALLEST = 1600
TAB = 54


def animated(
    pictures: Sequence[Picture], *, ms: int, captions: Sequence[str] = (), most_bytes: int = MOST_BYTES
) -> Picture:
    """A film of at most twelve boards, each shown for so long, the last one longer.

    Below each stands its caption, where there are any. Boards are left out of a film too large to post.
    """
    images = [opened(picture) for picture in spread(pictures)]
    height = max(round(FILM_WIDTH * image.height / image.width) for image in images)
    frames = [inside(image, FILM_WIDTH, height) for image in images]
    if captions:
        frames = [captioned(*each) for each in zip(frames, spread(captions), strict=True)]
    film = _gif(frames, ms)
    while len(film.data) > most_bytes and len(frames) > FEWEST_FRAMES:
        frames = spread(frames, len(frames) - 1)
        film = _gif(frames, ms)
    return film


def captioned(frame: Image.Image, text: str) -> Image.Image:
    """A frame with a line of words below it."""
    image = Image.new("RGB", (frame.width, frame.height + CAPTION), rgb(NIGHT))
    image.paste(frame, (0, 0))
    words = fit_text(text, "letter", MIN_FONT_PX, frame.width - 24, fallback=" ")
    pen, x = ImageDraw.Draw(image), (frame.width - words.width) / 2
    for run in words.runs:
        baseline = frame.height + CAPTION / 2 + words.size * 0.35
        pen.text((x, baseline), run.text, font=run.font, fill=rgb(BONE), anchor="ls")
        x += run.font.getlength(run.text)
    return image


def _gif(frames: Sequence[Image.Image], ms: int) -> Picture:
    height = frames[0].height
    palette = _common_palette(frames)
    reduced = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    data = BytesIO()
    reduced[0].save(
        data,
        "GIF",
        save_all=True,
        append_images=reduced[1:],
        duration=[ms] * (len(reduced) - 1) + [ms * HELD],
        loop=0,
        disposal=1,
    )
    return Picture(data.getvalue(), "gif", FILM_WIDTH, height)


def strip(pictures: Sequence[Picture]) -> Picture:
    """The same boards side by side, numbered, as large as there is room."""
    kept = spread(pictures)
    images = [opened(picture) for picture in kept]
    grid = _grid(len(images), max(image.height / image.width for image in images))
    page = Page(slab(suited(grid.total_height)))
    left = (WIDTH - grid.total_width) // 2
    top = (page.image.height - grid.total_height) // 2 + MARGIN
    for number, image in enumerate(images):
        row, column = divmod(number, grid.columns)
        x, y = left + column * (grid.width + GAP), top + row * (grid.height + GAP)
        frame = inside(image, grid.width, grid.height)
        page.image.paste(frame, (x, y))
        if len(images) > 1:
            put_tab(page, x + TAB * 0.4, y + TAB * 0.4, str(number + 1), TAB)
    return page.encode()


@dataclass(frozen=True, slots=True)
class _Grid:
    """Cells of one size in rows and columns."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def total_width(self) -> int:
        return self.columns * (self.width + GAP) - GAP

    @property
    def total_height(self) -> int:
        return self.rows * (self.height + GAP) - GAP + 2 * MARGIN


def _grid(count: int, ratio: float) -> _Grid:
    """The grid with the largest cells that hold pictures this many times as high as wide."""

    def with_columns(columns: int) -> _Grid:
        rows = ceil(count / columns)
        across = (WIDTH - 2 * MARGIN + GAP) // columns - GAP
        down = (TALLEST - 2 * MARGIN + GAP) // rows - GAP
        width = min(across, int(down / ratio))
        return _Grid(columns, rows, width, int(width * ratio))

    # Of grids about as good the flatter one is the fuller.
    return max(map(with_columns, range(1, count + 1)), key=lambda grid: (grid.width // 40, -grid.rows))


def spread(moments: Sequence[T], most: int = MOST_FRAMES) -> list[T]:
    """At most so many of them, evenly spread, always with the first and the last."""
    if not moments:
        raise ValueError("there is nothing to show")
    if len(moments) <= most:
        return list(moments)
    last = len(moments) - 1
    return [moments[round(place * last / (most - 1))] for place in range(most)]


def opened(picture: Picture) -> Image.Image:
    with Image.open(BytesIO(picture.data)) as image:
        return image.convert("RGB")


def inside(image: Image.Image, width: int, height: int) -> Image.Image:
    """The whole picture, as large as the box takes it, in the middle of darkness."""
    resized = scaled(image, width, height)
    if resized.size == (width, height):
        return resized
    box = Image.new("RGB", (width, height), rgb(NIGHT))
    box.paste(resized, ((width - resized.width) // 2, (height - resized.height) // 2))
    return box


def scaled(image: Image.Image, width: int, height: int) -> Image.Image:
    """The whole picture, as large as the box takes it."""
    scale = min(width / image.width, height / image.height)
    size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
    return image.resize(size, Image.Resampling.LANCZOS)


def _common_palette(frames: Sequence[Image.Image]) -> Image.Image:
    """Colours for all frames alike, so that what stays the same is the same in each."""
    small = [frame.resize((SAMPLE, round(SAMPLE * frame.height / frame.width))) for frame in frames]
    every = Image.new("RGB", (SAMPLE, sum(frame.height for frame in small)))
    top = 0
    for frame in small:
        every.paste(frame, (0, top))
        top += frame.height
    # One colour is left for "as before", and the small bright pieces must not be averaged away.
    free = COLOURS - 1 - len(KEPT_COLOURS)
    chosen = every.quantize(free, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    found = (chosen.getpalette() or [])[: free * 3]
    palette = Image.new("P", (1, 1))
    palette.putpalette([*found, *(part for colour in KEPT_COLOURS for part in rgb(colour))])
    return palette
