"""Lettering: the fonts, the smallest size a phone can read, and names in any script."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from importlib.resources import as_file, files
from io import BytesIO
from math import ceil, floor
from typing import Literal, NamedTuple

from arabic_reshaper import reshape  # type: ignore[import-untyped]
from bidi import get_display  # type: ignore[import-untyped]
from PIL import Image, ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont, Layout

from render.kit.transliteration import spelt

COG = "⚙"
"""What the name of everybody who is no person ends with."""
MINIMUM = 38
"""No lettering is smaller: the picture is 1200 pixels wide and read on a phone."""

Family = Literal["title", "number", "letter", "world", "east", "signs", "marks"]
Direction = Literal["L", "R"]
_FILES: dict[Family, tuple[str, str]] = {
    "title": ("fontpkg_cinzel", "files/Cinzel[wght].ttf"),
    "number": ("fontpkg_inter", "files/Inter[opsz,wght].ttf"),
    "letter": ("fontpkg_atkinson_hyperlegible", "files/AtkinsonHyperlegible-Bold.ttf"),
    "east": ("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf"),
}
_PACKED: dict[Family, str] = {
    "world": "pymupdf_fonts.FiraGO_Bold",
    "signs": "pymupdf_fonts.NotoSansSymbols2_Regular",
    "marks": "pymupdf_fonts.NotoSansSymbols_Regular",
}
_FALLBACKS: tuple[Family, ...] = ("world", "east", "signs", "marks")
_ABSENT = "\U0010ffff"
_MARKS = 2
"""Marks a letter may carry; some names pile up dozens, over everything above them."""
_SELECTORS = frozenset(map(chr, range(0xFE00, 0xFE10)))


@lru_cache(maxsize=128)
def font(family: Family, size: int, weight: int = 850, basic: bool = False) -> FreeTypeFont:
    """A font at a size; sizes under the minimum are refused."""
    if size < MINIMUM:
        raise ValueError(f"lettering of {size} px is too small to read; the least is {MINIMUM}")
    engine = Layout.BASIC if basic else None
    if family in _PACKED:
        return ImageFont.truetype(
            BytesIO(import_module(_PACKED[family]).fontbuffer), size, layout_engine=engine
        )
    package, name = _FILES[family]
    with as_file(files(package).joinpath(name)) as path:
        chosen = ImageFont.truetype(str(path), size, layout_engine=engine)
    if family == "title":
        chosen.set_variation_by_axes([weight])
    elif family == "number":
        chosen.set_variation_by_axes([min(32, max(14, size * 0.6)), weight])
    return chosen


class Run(NamedTuple):
    """A stretch of lettering in one font, in the order it is seen."""

    text: str
    font: FreeTypeFont


class Line(NamedTuple):
    """A line of lettering, ready to be drawn."""

    runs: tuple[Run, ...]
    size: int

    @property
    def width(self) -> float:
        return sum(map(length, self.runs))


@lru_cache(maxsize=4096)
def length(run: Run) -> float:
    return run.font.getlength(run.text)


class Lettering(NamedTuple):
    """Drawn letters as a mask, and where its corner lies from the place they are written at."""

    left: int
    top: int
    mask: Image.Image


_MARGIN = 2


@lru_cache(maxsize=2048)
def lettering(
    text: str, face: FreeTypeFont, anchor: str, stroke: float, along: float, below: float
) -> Lettering:
    """Letters that are written again and again, drawn once for each fraction of a pixel they begin at."""
    left, top, right, bottom = face.getbbox(text, anchor=anchor, stroke_width=stroke)
    across, down = _MARGIN - floor(left), _MARGIN - floor(top)
    mask = Image.new("L", (ceil(right) + across + _MARGIN, ceil(bottom) + down + _MARGIN))
    place = across + along, down + below
    ImageDraw.Draw(mask).text(place, text, 255, face, anchor, stroke_width=stroke)
    return Lettering(-across, -down, mask)


@lru_cache(maxsize=4096)
def _draws(family: Family, character: str) -> bool:
    chosen = font(family, MINIMUM, basic=True)
    return bytes(chosen.getmask(character)) != bytes(chosen.getmask(_ABSENT))


def _family_for(character: str, first: Family) -> Family | None:
    return next((family for family in (first, *_FALLBACKS) if _draws(family, character)), None)


@lru_cache(maxsize=512)
def readable(name: str, first: Family = "title") -> str:
    """A name as it can be lettered: fancy letters made plain, signs without a glyph left out. One that has
    nothing else is spelt."""
    return drawable(name, first) or drawable(spelt(name), first)


def drawable(text: str, first: Family) -> str:
    """What of a text can be lettered."""
    plain = unicodedata.normalize("NFKC", text)
    drawn, marks = "", 0
    bearer: Family = first
    for character in plain:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if character.isspace():
            drawn += " "
        elif unicodedata.category(character)[0] == "C" or character in _SELECTORS or marks > _MARKS:
            continue
        elif marks:
            # A mark is drawn in the font of the letter that bears it, or in plainer letters for it.
            if _draws(bearer, character) and (bearer in _FALLBACKS or _draws("letter", character)):
                drawn += character
        elif (family := _family_for(character, first)) is not None:
            drawn, bearer = drawn + character, family
    return " ".join(drawn.split())


def initial(name: str, otherwise: str) -> str:
    """The letter that stands for a person on a piece; where the name has none, something else."""
    plain = readable(name, "number")
    letter = next((character for character in plain if character.isalnum()), plain[:1])
    capital = letter.upper()[:1]
    # There are scripts whose capitals hardly any font has.
    return (capital if _family_for(capital or " ", "number") else letter) or otherwise


def _as_seen(text: str, first: Family, base: Direction | None) -> tuple[str, bool]:
    """The text in the order of the eye, and whether some of it runs from right to left."""
    if not any(unicodedata.bidirectional(character) in ("R", "AL") for character in text):
        return text, False
    joined = str(get_display(reshape(text), base_dir=base))
    # A font may lack the joined form of a letter that stands alone: the plain letter looks the same.
    return "".join(_with_glyph(character, first) for character in joined), True


def _with_glyph(character: str, first: Family) -> str:
    return character if _family_for(character, first) else unicodedata.normalize("NFKC", character)


def line(text: str, family: Family, size: int, weight: int = 850, base: Direction | None = None) -> Line:
    """Set a line, taking another font for what the family cannot draw.

    A name runs as its own letters do; a sentence with a name in it runs as its language does, its `base`.
    """
    seen, mirrored = _as_seen(text, family, base)
    runs: list[Run] = []
    stretch, current = "", family
    for character in seen:
        chosen = _family_for(character, family) or current
        keeps = character == " " or unicodedata.combining(character) != 0 or chosen == current
        if not keeps and stretch:
            runs.append(Run(stretch, font(current, size, weight, mirrored)))
            stretch = ""
        if not keeps:
            current = chosen
        stretch += character
    if stretch:
        runs.append(Run(stretch, font(current, size, weight, mirrored)))
    return Line(tuple(runs), size)


@lru_cache(maxsize=512)
def fitted(
    name: str,
    family: Family,
    size: int,
    width: int,
    weight: int = 850,
    otherwise: str = "?",
    base: Direction | None = None,
) -> Line:
    """A name set as large as fits a width, from `size` down to the minimum, and then cut short.

    The cog of a computer player goes before any letter does: their face has one too. The wide letters of
    titles go before any is cut.
    """
    text = readable(name, family) or otherwise
    families: tuple[Family, ...] = ("title", "letter") if family == "title" else (family,)
    for lettered in families:
        for whole in dict.fromkeys((text, text.removesuffix(COG).rstrip() or text)):
            for smaller in _sizes(size):
                set_line = line(whole, lettered, smaller, weight, base)
                if set_line.width <= width:
                    return set_line
    while len(text) > 1:
        text = text[:-1].rstrip()
        set_line = line(text + "…", families[-1], MINIMUM, weight, base)
        if set_line.width <= width:
            return set_line
    return line("…", families[-1], MINIMUM, weight)


def _sizes(largest: int) -> Iterable[int]:
    return range(largest, MINIMUM - 1, -2)
