"""Several boards in one picture: an animated GIF, or a contact sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from typing import TypeVar

from PIL import Image, ImageDraw

from render.kit import WIDTH, Page, Picture, fit_text
from render.kit.palette import BONE, CHANGED, GOLD, MADDER, NIGHT, rgb
from render.kit.plates import put_tab
from render.kit.seats import SEATS
from render.kit.type import MIN_FONT_PX
from render.standings.backgrounds import allowed_height, slab

T = TypeVar("T")

MAX_FRAMES = 12
COLOURS = 64
MAX_BYTES = 8_000_000
MIN_FRAMES = 2
CAPTION_HEIGHT = 56
FILM_WIDTH = 600
LAST_FRAME_FACTOR = 4
"""The last frame is shown this many times as long as the others."""
RESERVED_COLOURS = (*(look.colour for look in SEATS), GOLD, CHANGED, MADDER)
PALETTE_SAMPLE_WIDTH = 150
"""Width to which frames are reduced for choosing the palette."""
MARGIN, GAP = 20, 16
MAX_HEIGHT = 1600
TAB = 54


def animated_gif(
    pictures: Sequence[Picture], *, ms: int, captions: Sequence[str] = (), max_bytes: int = MAX_BYTES
) -> Picture:
    """Animate at most MAX_FRAMES boards, each for `ms`, the last one longer.

    Captions stand below the boards. Frames are dropped until the file is at most `max_bytes`.
    """
    images = [open_picture(picture) for picture in sample_evenly(pictures)]
    height = max(round(FILM_WIDTH * image.height / image.width) for image in images)
    frames = [fit_in_box(image, FILM_WIDTH, height) for image in images]
    if captions:
        frames = [add_caption(*each) for each in zip(frames, sample_evenly(captions), strict=True)]
    film = _gif(frames, ms)
    while len(film.data) > max_bytes and len(frames) > MIN_FRAMES:
        frames = sample_evenly(frames, len(frames) - 1)
        film = _gif(frames, ms)
    return film


def add_caption(frame: Image.Image, text: str) -> Image.Image:
    """Add a line below a frame, lettered at `WIDTH` and reduced, so that long names fit."""
    scale = WIDTH / frame.width
    strip = Image.new("RGB", (WIDTH, round(CAPTION_HEIGHT * scale)), rgb(NIGHT))
    words = fit_text(text, "letter", round(MIN_FONT_PX * scale), WIDTH - round(24 * scale), fallback=" ")
    pen, x = ImageDraw.Draw(strip), (WIDTH - words.width) / 2
    for run in words.runs:
        baseline = strip.height / 2 + words.size * 0.35
        pen.text((x, baseline), run.text, font=run.font, fill=rgb(BONE), anchor="ls")
        x += run.font.getlength(run.text)
    image = Image.new("RGB", (frame.width, frame.height + CAPTION_HEIGHT))
    image.paste(frame, (0, 0))
    image.paste(strip.resize((frame.width, CAPTION_HEIGHT), Image.Resampling.LANCZOS), (0, frame.height))
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
        duration=[ms] * (len(reduced) - 1) + [ms * LAST_FRAME_FACTOR],
        loop=0,
        disposal=1,
    )
    return Picture(data.getvalue(), "gif", FILM_WIDTH, height)


def contact_sheet(pictures: Sequence[Picture]) -> Picture:
    """Arrange boards in a numbered grid, as large as possible."""
    sampled = sample_evenly(pictures)
    images = [open_picture(picture) for picture in sampled]
    grid = _grid(len(images), max(image.height / image.width for image in images))
    page = Page(slab(allowed_height(grid.total_height)))
    left = (WIDTH - (grid.columns * (grid.width + GAP) - GAP)) // 2
    top = (page.image.height - grid.total_height) // 2 + MARGIN
    for number, image in enumerate(images):
        row, column = divmod(number, grid.columns)
        x, y = left + column * (grid.width + GAP), top + row * (grid.height + GAP)
        frame = fit_in_box(image, grid.width, grid.height)
        page.image.paste(frame, (x, y))
        if len(images) > 1:
            put_tab(page, x + TAB * 0.4, y + TAB * 0.4, str(number + 1), TAB)
    return page.encode()


@dataclass(frozen=True, slots=True)
class _Grid:
    columns: int
    rows: int
    width: int
    height: int

    @property
    def total_height(self) -> int:
        return self.rows * (self.height + GAP) - GAP + 2 * MARGIN


def _grid(count: int, ratio: float) -> _Grid:
    """The grid with the largest cells; `ratio` is height by width of a picture."""

    def with_columns(columns: int) -> _Grid:
        rows = ceil(count / columns)
        across = (WIDTH - 2 * MARGIN + GAP) // columns - GAP
        down = (MAX_HEIGHT - 2 * MARGIN + GAP) // rows - GAP
        width = min(across, int(down / ratio))
        return _Grid(columns, rows, width, int(width * ratio))

    # Among similar grids, the flatter one has fewer empty cells.
    return max(map(with_columns, range(1, count + 1)), key=lambda grid: (grid.width // 40, -grid.rows))


def sample_evenly(moments: Sequence[T], most: int = MAX_FRAMES) -> list[T]:
    """Sample at most `most` items evenly, always with the first and the last."""
    if not moments:
        raise ValueError("there is nothing to show")
    if len(moments) <= most:
        return list(moments)
    last = len(moments) - 1
    return [moments[round(place * last / (most - 1))] for place in range(most)]


def open_picture(picture: Picture) -> Image.Image:
    with Image.open(BytesIO(picture.data)) as image:
        return image.convert("RGB")


def fit_in_box(image: Image.Image, width: int, height: int) -> Image.Image:
    resized = scale_to_box(image, width, height)
    if resized.size == (width, height):
        return resized
    box = Image.new("RGB", (width, height), rgb(NIGHT))
    box.paste(resized, ((width - resized.width) // 2, (height - resized.height) // 2))
    return box


def scale_to_box(image: Image.Image, width: int, height: int) -> Image.Image:
    scale = min(width / image.width, height / image.height)
    size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
    return image.resize(size, Image.Resampling.LANCZOS)


def _common_palette(frames: Sequence[Image.Image]) -> Image.Image:
    """A palette shared by all frames, so that unchanged parts stay identical."""
    small = [
        frame.resize((PALETTE_SAMPLE_WIDTH, round(PALETTE_SAMPLE_WIDTH * frame.height / frame.width)))
        for frame in frames
    ]
    every = Image.new("RGB", (PALETTE_SAMPLE_WIDTH, sum(frame.height for frame in small)))
    top = 0
    for frame in small:
        every.paste(frame, (0, top))
        top += frame.height
    # One colour is reserved for transparency. Small bright pieces must not be averaged away.
    free = COLOURS - 1 - len(RESERVED_COLOURS)
    chosen = every.quantize(free, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    found = (chosen.getpalette() or [])[: free * 3]
    palette = Image.new("P", (1, 1))
    palette.putpalette([*found, *(part for colour in RESERVED_COLOURS for part in rgb(colour))])
    return palette
